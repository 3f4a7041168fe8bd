/// The interior penalty operator (kernels/interior_penalty.hpp has the formulas), in two passes: every cell
/// publishes its faces' fluxes F u, then each takes values and fluxes from across. Compiled below a generated
/// prefix, which gives dgsolve::cuda::Config: Real, dim, Np, Nfp, groups (of four cells in a block).
#include "kernels/cuda/general_penalty.cuh"
#include "kernels/cuda/straight_penalty.cuh"

namespace dgsolve::cuda {
extern "C" {

__global__ void __launch_bounds__(StraightPenalty<Config>::threads)
    publish_straight(const __grid_constant__ PenaltyArguments<Config::Real> arguments) {
  __shared__ StraightPenalty<Config>::Shared shared;
  StraightPenalty<Config>{arguments, shared}.publish();
}
__global__ void __launch_bounds__(StraightPenalty<Config>::threads)
    apply_straight(const __grid_constant__ PenaltyArguments<Config::Real> arguments) {
  __shared__ StraightPenalty<Config>::Shared shared;
  StraightPenalty<Config>{arguments, shared}.apply();
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
