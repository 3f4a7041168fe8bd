/// Included below kernel text: makes its kernels callable by name, for the number of its shape.
#include <stdexcept>

#include "tests/simt/emulated_gpu.hpp"
#include "tests/simt/run_emulated.hpp"

namespace dgsolve::simt {

template <>
void run_interior_penalty<DGSOLVE_SHAPE>(const cuda::KernelLaunch& launch, void** parameters, Order order) {
#define DGSOLVE_RUN(name) \
  if (launch.kernel == #name) return run_kernel(cuda::name, launch, parameters, order)
#if !DGSOLVE_TENSOR
  DGSOLVE_RUN(publish_straight);
#endif
  DGSOLVE_RUN(apply_straight);
  DGSOLVE_RUN(publish_varying);
  DGSOLVE_RUN(apply_varying);
  DGSOLVE_RUN(publish_general);
  DGSOLVE_RUN(apply_general);
#undef DGSOLVE_RUN
  throw std::logic_error("the interior penalty operator has no kernel " + launch.kernel);
}

}  // namespace dgsolve::simt
