/// Included below kernel text: makes its kernels callable by the number of their configuration.
#include <bit>
#include <stdexcept>
#include <string>

#include "tests/simt/run_emulated.hpp"

namespace dgsolve::simt {

template <>
void run_emulated<DGSOLVE_CONFIGURATION>(const cuda::StagePlan::Launch& launch,
                                         const cuda::StageArguments<void>& pointers, Order order) {
  const auto arguments = std::bit_cast<cuda::Arguments<cuda::Config>>(pointers);
  void (*kernel)(cuda::Arguments<cuda::Config>) = nullptr;
#if DGSOLVE_STRAIGHT
  if (launch.kernel == "straight_stage") kernel = cuda::straight_stage;
#endif
#if DGSOLVE_CURVED
  if (launch.kernel == "curved_stage") kernel = cuda::curved_stage;
#endif
#if DGSOLVE_PROJECTED_SOURCE
  if (launch.kernel == "project_source") kernel = cuda::project_source;
#endif
  if (kernel == nullptr) throw std::logic_error("the kernel text has no " + launch.kernel);
  simt::launch(launch.blocks, launch.threads, order, [&] { kernel(arguments); });
}

}  // namespace dgsolve::simt
