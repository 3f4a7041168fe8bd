// The kernels that make blocks of cells, callable by name.
#include "tests/simt/simt.hpp"
//
#include "kernels/cuda/elliptic/cell_blocks.cu"
//
#include <stdexcept>

#include "tests/simt/emulated_gpu.hpp"
#include "tests/simt/run_emulated.hpp"

namespace dgsolve::simt {

void run_cell_blocks(const cuda::KernelLaunch& launch, void** parameters, Order order) {
#define DGSOLVE_RUN(name) \
  if (launch.kernel == #name) return run_kernel(cuda::name, launch, parameters, order)
#define DGSOLVE_RUN_BOTH(name) \
  DGSOLVE_RUN(name##_double);  \
  DGSOLVE_RUN(name##_single)
  DGSOLVE_RUN_BOTH(invert_cell_blocks);
  DGSOLVE_RUN_BOTH(make_cell_matrices);
  DGSOLVE_RUN_BOTH(invert_patches);
#undef DGSOLVE_RUN_BOTH
#undef DGSOLVE_RUN
  throw std::logic_error("blocks of cells have no kernel " + launch.kernel);
}

}  // namespace dgsolve::simt
