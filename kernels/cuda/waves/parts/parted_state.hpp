/// A state in parts, each on a GPU of its own. What crosses is that of the whole problem; raw states are
/// those of one GPU, so that they may go to any number of them.
#pragma once

#include <memory>
#include <vector>

#include "kernels/cuda/waves/parts/part_exchange.hpp"
#include "kernels/cuda/waves/parts/part_layout.hpp"

namespace dgsolve::cuda {

class PartedState : public WaveState {
 public:
  /// Zeros. Keeps references.
  PartedState(const std::vector<std::unique_ptr<WavePart>>& operators, const PartLayout& layout,
              PartExchange& exchange);

  PartedState(const PartedState&) = delete;
  PartedState& operator=(const PartedState&) = delete;
  /// Other GPUs may still be writing to it, which freeing memory does not wait for.
  ~PartedState() override { exchange_.finish(); }

  void upload(std::span<const double> canonical) override;
  void download(std::span<double> canonical) const override;
  void fill(const RunsOfCells& runs, const CellWriter& write) override;
  void visit(const RunsOfCells& runs, const CellReader& read) const override;
  std::vector<std::byte> save() const override;
  void restore(std::span<const std::byte> raw) override;
  void assign(const WaveState& other) override;
  WaveState& own_part() override { return *parts_[0]; }
  Channel& hand_over(int rank) override { return parts_[rank]->hand_over(rank); }
  void join_parts() override { send_to_ghosts(); }

  WaveState& part(std::size_t i) const { return *parts_[i]; }
  const std::vector<std::unique_ptr<WaveState>>& parts() const { return parts_; }

 private:
  void send_to_ghosts();

  const PartLayout& layout_;
  PartExchange& exchange_;
  std::vector<std::unique_ptr<WaveState>> parts_;
};

/// The parts of a state that an operator in parts made.
inline const PartedState& parted(const WaveState& state) { return dynamic_cast<const PartedState&>(state); }

class PartedStateCopy : public StateCopy {
 public:
  /// Keeps a reference to the layout.
  PartedStateCopy(const std::vector<std::unique_ptr<WavePart>>& operators, const PartLayout& layout);

  void take(const WaveState& state) override;
  void download(std::span<double> canonical) const override;
  std::vector<std::byte> save() const override;
  const StateCopy& own_part() const override { return *parts_[0]; }
  Channel& hand_over(int rank) const override { return parts_[rank]->hand_over(rank); }

 private:
  const PartLayout& layout_;
  std::vector<std::unique_ptr<StateCopy>> parts_;
};

}  // namespace dgsolve::cuda
