/// The powers in a state: compiled below the same prefix as kernels/cuda/waves/stage.cu, but only where they
/// are asked for; a flux that is not linear has none.
#if DGSOLVE_LINEAR
#include "kernels/cuda/waves/measures/curved_powers.cuh"

namespace dgsolve::cuda {
extern "C" {

#if DGSOLVE_STRAIGHT
__global__ void __launch_bounds__(Config::Np, 1)
    straight_powers(const __grid_constant__ Arguments<Config> arguments,
                    const __grid_constant__ BlockSums powers) {
  __shared__ StraightPowers<Config>::Shared shared;
  StraightPowers<Config>::run(arguments, powers, shared);
}
#endif

#if DGSOLVE_CURVED
__global__ void __launch_bounds__(CurvedPowers<Config>::threads, 1)
    curved_powers(const __grid_constant__ Arguments<Config> arguments,
                  const __grid_constant__ BlockSums powers) {
  __shared__ CurvedPowers<Config>::Shared shared;
  CurvedPowers<Config>::run(arguments, powers, shared);
}
#endif

}  // extern "C"
}  // namespace dgsolve::cuda
#endif
