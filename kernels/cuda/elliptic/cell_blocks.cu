/// Blocks of cells of the interior penalty operator for its preconditioners: inverses of its diagonal's, its
/// matrices on continuous functions of some degree, and inverses of the overlapping blocks of these. Orders
/// are numbers of a run: one text serves all.
#include "kernels/cuda/elliptic/cell_blocks.cuh"

namespace dgsolve::cuda {
extern "C" {

#define DGSOLVE_KERNEL(name, body, Arguments)              \
  __global__ void __launch_bounds__(most_block_threads, 3) \
      name(const __grid_constant__ Arguments arguments) {  \
    body(arguments);                                       \
  }
#define DGSOLVE_BOTH(name, Arguments)                    \
  DGSOLVE_KERNEL(name##_double, name, Arguments<double>) \
  DGSOLVE_KERNEL(name##_single, name, Arguments<float>)

DGSOLVE_BOTH(invert_cell_blocks, CellBlockArguments)
DGSOLVE_BOTH(make_cell_matrices, CellBlockArguments)
DGSOLVE_BOTH(invert_patches, PatchArguments)

#undef DGSOLVE_BOTH
#undef DGSOLVE_KERNEL

}  // extern "C"
}  // namespace dgsolve::cuda
