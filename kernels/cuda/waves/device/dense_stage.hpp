/// A stage by dense products that a library makes (kernels/cuda/waves/cells/dense_kernels.cuh), one batch of
/// cells after the other.
#pragma once

#include <memory>

#include "kernels/cuda/gpu/launcher.hpp"
#include "kernels/cuda/waves/cells/dense_batch.hpp"
#include "kernels/cuda/waves/cells/stage_arguments.hpp"

namespace dgsolve::cuda {

class DenseStage {
 public:
  /// operators: arguments of the stage's kernels, whose tables are multiplied with. most_cells: of a launch.
  /// Keeps a reference to the launcher. Throws DeviceError where the library is missing.
  DenseStage(const DenseSizes& sizes, Precision precision, const StageArguments<void>& operators,
             std::size_t most_cells, Launcher& launcher);

  /// Loads the kernels of a launch, and the library's for its sizes: a recording cannot.
  void prepare(KernelModule& module, std::size_t n_cells, const StageArguments<void>& of_group);
  /// A stage on the cells of a launch, all of one group.
  void run(KernelModule& module, std::size_t n_cells, const StageArguments<void>& of_group);

 private:
  /// The kernels and products for n cells; launch(kernel, threads a cell).
  template <class Launch>
  void compute(int n, bool curved, Launch launch);

  const DenseSizes sizes_;
  const DenseMatrix to_points_, to_face_points_, project_, project_all_;
  const std::size_t batch_cells_;
  const std::unique_ptr<DenseProducts> products_;
  Array<std::byte> nodes_, traces_, points_, face_points_, columns_;  ///< DenseBatch
};

}  // namespace dgsolve::cuda
