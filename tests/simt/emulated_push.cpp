// The kernels that send nodes to other parts, and those that pack them, callable by name.
#include "tests/simt/simt.hpp"
//
#include "kernels/cuda/waves/parts/push.cu"
//
#include <stdexcept>

#include "tests/simt/emulated_gpu.hpp"
#include "tests/simt/run_emulated.hpp"

namespace dgsolve::simt {

void run_push(const cuda::KernelLaunch& launch, void** parameters, Order order) {
#define DGSOLVE_RUN(name) \
  if (launch.kernel == #name) return run_kernel(cuda::name, launch, parameters, order)
  DGSOLVE_RUN(push_4);
  DGSOLVE_RUN(push_8);
  DGSOLVE_RUN(push_16);
  DGSOLVE_RUN(pack_4);
  DGSOLVE_RUN(pack_8);
  DGSOLVE_RUN(pack_16);
  DGSOLVE_RUN(unpack_4);
  DGSOLVE_RUN(unpack_8);
  DGSOLVE_RUN(unpack_16);
#undef DGSOLVE_RUN
  throw std::logic_error("there is no kernel " + launch.kernel);
}

}  // namespace dgsolve::simt
