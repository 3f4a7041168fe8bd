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

#if DGSOLVE_TENSOR
__global__ void __launch_bounds__(Straight::threads, 1)
    apply_straight(const __grid_constant__ PenaltyArguments<Config::Real> arguments) {
  DGSOLVE_DYNAMIC_SHARED(memory);
  Straight{arguments, *reinterpret_cast<Straight::Shared*>(memory)}.apply();
}
#else
__global__ void __launch_bounds__(Straight::threads)
    publish_straight(const __grid_constant__ PenaltyArguments<Config::Real> arguments) {
  __shared__ Straight::Shared shared;
  Straight{arguments, shared}.publish();
}
__global__ void __launch_bounds__(Straight::threads)
    apply_straight(const __grid_constant__ PenaltyArguments<Config::Real> arguments) {
  __shared__ Straight::Shared shared;
  Straight{arguments, shared}.apply();
}
#endif

__global__ void __launch_bounds__(VaryingPenalty<Config>::threads)
    publish_varying(const __grid_constant__ PenaltyArguments<Config::Real> arguments) {
  __shared__ VaryingPenalty<Config>::Shared shared;
  VaryingPenalty<Config>{arguments, shared}.publish();
}
__global__ void __launch_bounds__(VaryingPenalty<Config>::threads)
    apply_varying(const __grid_constant__ PenaltyArguments<Config::Real> arguments) {
  __shared__ VaryingPenalty<Config>::Shared shared;
  VaryingPenalty<Config>{arguments, shared}.apply();
}

__global__ void __launch_bounds__(GeneralPenalty<Config>::threads)
    publish_general(const __grid_constant__ PenaltyArguments<Config::Real> arguments) {
  __shared__ GeneralPenalty<Config>::Shared shared;
  GeneralPenalty<Config>{arguments, shared}.publish();
}
__global__ void __launch_bounds__(GeneralPenalty<Config>::threads)
    apply_general(const __grid_constant__ PenaltyArguments<Config::Real> arguments) {
  __shared__ GeneralPenalty<Config>::Shared shared;
  GeneralPenalty<Config>{arguments, shared}.apply();
}

}  // extern "C"
}  // namespace dgsolve::cuda
