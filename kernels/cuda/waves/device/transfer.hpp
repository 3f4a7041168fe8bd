/// States between host and device: kernels turn them into canonical values and back
/// (kernels/cuda/waves/measures/transfer.cuh), a piece at a time, in host memory that both sides reach. One
/// half of it is filled while the other is read, by all threads at once. On their way out values pass through
/// memory of the device: kernels that wrote to the host's would hold up the stages beside them.
#pragma once

#include <span>

#include "kernels/cuda/waves/device/device_stage.hpp"

namespace dgsolve::cuda {

class StateTransfer {
 public:
  /// Keeps references to both; all its work is in the launcher's order.
  StateTransfer(const DeviceStage& stage, Launcher& launcher);

  // state: in the form of the stage's kernels; the rest as in WaveState and WaveOperator.
  void upload(std::span<const double> canonical, void* state);
  void download(const void* state, std::span<double> canonical);
  void fill(const RunsOfCells& runs, const CellWriter& write, void* state);
  void visit(const void* state, const RunsOfCells& runs, const CellReader& read);

  /// What one takes of the GPU's memory for a plan.
  static std::size_t device_bytes(const StagePlan& plan);

 private:
  int runs_in_piece(const RunsOfCells& runs) const;
  void fill_fields(const RunsOfCells& runs, const CellWriter& write, void* state);
  template <class Body>
  void for_auxiliaries(const void* state, Body body) const;
  void put_auxiliaries(std::span<const double> canonical, void* state);
  void get_auxiliaries(const void* state, std::span<double> canonical);

  struct Half {
    std::byte* memory;            ///< pinned
    std::byte* exported;          ///< the device's
    std::unique_ptr<Event> used;  ///< by the GPU
  };

  const DeviceStage& stage_;
  const StagePlan& plan_;
  Launcher& launcher_;
  const std::size_t half_bytes_, per_element_;
  const int piece_;  ///< elements in a half
  const PinnedArray<std::byte> staging_;
  const Array<std::byte> exported_;
  Half halves_[2];
};

}  // namespace dgsolve::cuda
