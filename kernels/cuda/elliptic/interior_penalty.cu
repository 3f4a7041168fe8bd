/// The interior penalty operator (kernels/elliptic/interior_penalty.hpp has the formulas), in two passes:
/// cells publish their faces' fluxes F u, then each takes values and fluxes from across. With tensor cores,
/// straight cells find the fluxes of straight neighbours themselves. Compiled below a generated prefix, which
/// gives dgsolve::cuda::Config: Real, dim, N, Np, Nfp, groups (of four cells in a block), and DGSOLVE_TENSOR:
/// whether straight cells use tensor cores.
#include "kernels/cuda/elliptic/general_penalty.cuh"
#include "kernels/cuda/elliptic/varying_penalty.cuh"
#if DGSOLVE_TENSOR
#include "kernels/cuda/elliptic/tensor_penalty.cuh"
#else
#include "kernels/cuda/elliptic/straight_penalty.cuh"
#endif

namespace dgsolve::cuda {

#if DGSOLVE_TENSOR
using Straight = TensorPenalty<Config>;
#else
using Straight = StraightPenalty<Config>;
#endif

extern "C" {

#define DGSOLVE_KERNEL(name, Cells, step)                                      \
  __global__ void __launch_bounds__(Cells::threads)                            \
      name(const __grid_constant__ PenaltyArguments<Config::Real> arguments) { \
    __shared__ Cells::Shared shared;                                           \
    let_next_begin();                                                          \
    wait_for_earlier_work();                                                   \
    Cells{arguments, shared}.step();                                           \
  }

#if DGSOLVE_TENSOR
__global__ void __launch_bounds__(Straight::threads, 1)
    apply_straight(const __grid_constant__ PenaltyArguments<Config::Real> arguments) {
  DGSOLVE_DYNAMIC_SHARED(memory);
  let_next_begin();
  Straight{arguments, *reinterpret_cast<Straight::Shared*>(memory)}.apply();
}
#else
DGSOLVE_KERNEL(publish_straight, Straight, publish)
DGSOLVE_KERNEL(apply_straight, Straight, apply)
#endif
DGSOLVE_KERNEL(publish_varying, VaryingPenalty<Config>, publish)
DGSOLVE_KERNEL(apply_varying, VaryingPenalty<Config>, apply)
DGSOLVE_KERNEL(publish_general, GeneralPenalty<Config>, publish)
DGSOLVE_KERNEL(apply_general, GeneralPenalty<Config>, apply)

#undef DGSOLVE_KERNEL

}  // extern "C"
}  // namespace dgsolve::cuda
