/// States of a wave problem in a GPU's memory, and copies that are read while the solver goes on.
#pragma once

#include "kernels/cuda/waves/device/transfer.hpp"

namespace dgsolve::cuda {

/// A state's memory. Counts itself while it lives.
class StateMemory {
 public:
  StateMemory(const StagePlan& plan, Gpu& gpu, std::shared_ptr<int> count)
      : memory_(gpu, plan.state_bytes(), "a state"), count_(std::move(count)) {
    ++*count_;
  }
  StateMemory(const StateMemory&) = delete;
  StateMemory& operator=(const StateMemory&) = delete;
  ~StateMemory() { --*count_; }

  void* data() const { return memory_.data(); }  ///< in the form of the kernels
  std::size_t bytes() const { return memory_.bytes(); }

 private:
  const Array<std::byte> memory_;
  const std::shared_ptr<int> count_;
};

class GpuState : public WaveState {
 public:
  /// Zeros. launcher, transfer: the solver's. Keeps references.
  GpuState(const StagePlan& plan, Launcher& launcher, StateTransfer& transfer, std::shared_ptr<int> count);

  void upload(std::span<const double> canonical) override;
  void download(std::span<double> canonical) const override;
  void fill(const RunsOfCells& runs, const CellWriter& write) override {
    transfer_.fill(runs, write, memory_.data());
  }
  void visit(const RunsOfCells& runs, const CellReader& read) const override {
    transfer_.visit(memory_.data(), runs, read);
  }
  std::vector<std::byte> save() const override;
  void restore(std::span<const std::byte> raw) override;
  void assign(const WaveState& other) override;

  void* data() const { return memory_.data(); }

 private:
  const StagePlan& plan_;
  Launcher& launcher_;
  StateTransfer& transfer_;
  const StateMemory memory_;
};

inline void* data_of(const WaveState& state) { return dynamic_cast<const GpuState&>(state).data(); }

/// Read by a launcher of its own.
class GpuStateCopy : public StateCopy {
 public:
  /// Keeps references to the stage and to the solver's launcher.
  GpuStateCopy(const DeviceStage& stage, Launcher& solver, std::shared_ptr<int> count);

  void take(const WaveState& state) override;
  void download(std::span<double> canonical) const override;
  std::vector<std::byte> save() const override;

 private:
  Launcher& solver_;
  const std::unique_ptr<Launcher> reader_;
  mutable StateTransfer transfer_;
  const StateMemory memory_;
  const std::unique_ptr<Event> taken_;
};

}  // namespace dgsolve::cuda
