// The kernels of linear algebra, callable by name.
#include "tests/simt/simt.hpp"
//
#include "kernels/cuda/algebra/linear_algebra.cu"
//
#include <stdexcept>

#include "tests/simt/emulated_gpu.hpp"
#include "tests/simt/run_emulated.hpp"

namespace dgsolve::simt {

void run_linear_algebra(const cuda::KernelLaunch& launch, void** parameters, Order order) {
#define DGSOLVE_RUN(name) \
  if (launch.kernel == #name) return run_kernel(cuda::name, launch, parameters, order)
#define DGSOLVE_RUN_BOTH(name) \
  DGSOLVE_RUN(name##_double);  \
  DGSOLVE_RUN(name##_single)
  DGSOLVE_RUN_BOTH(copy_double);
  DGSOLVE_RUN_BOTH(copy_single);
  DGSOLVE_RUN_BOTH(combine);
  DGSOLVE_RUN_BOTH(dot);
  DGSOLVE_RUN_BOTH(csr);
  DGSOLVE_RUN_BOTH(block_rows);
  DGSOLVE_RUN_BOTH(element_blocks);
  DGSOLVE_RUN(rounded_blocks_single);
#define DGSOLVE_RUN_PACKED(n)                    \
  DGSOLVE_RUN(pack_element_blocks_single_##n);   \
  DGSOLVE_RUN(pack_rounded_blocks_single_##n);   \
  DGSOLVE_RUN(packed_element_blocks_single_##n); \
  DGSOLVE_RUN(packed_rounded_blocks_single_##n)
  DGSOLVE_RUN_PACKED(6);
  DGSOLVE_RUN_PACKED(10);
  DGSOLVE_RUN_PACKED(15);
  DGSOLVE_RUN_PACKED(20);
  DGSOLVE_RUN_PACKED(35);
#undef DGSOLVE_RUN_PACKED
  DGSOLVE_RUN_BOTH(gather);
  DGSOLVE_RUN_BOTH(put);
  DGSOLVE_RUN_BOTH(sum_places);
  DGSOLVE_RUN(finish_dot);
  DGSOLVE_RUN(cg_direction_dot);
  DGSOLVE_RUN(cg_beta);
  DGSOLVE_RUN(cg_direction);
  DGSOLVE_RUN(cg_curvature_dot);
  DGSOLVE_RUN(cg_alpha);
  DGSOLVE_RUN(cg_step);
  DGSOLVE_RUN(cg_norm);
#undef DGSOLVE_RUN_BOTH
#undef DGSOLVE_RUN
  throw std::logic_error("linear algebra has no kernel " + launch.kernel);
}

}  // namespace dgsolve::simt
