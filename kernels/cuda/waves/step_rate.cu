/// The largest rate in a state: compiled below the same prefix as kernels/cuda/waves/stage.cu, but only where
/// steps follow the state.
#include "kernels/cuda/waves/measures/step_rate.cuh"

namespace dgsolve::cuda {
extern "C" {

#if DGSOLVE_STRAIGHT
__global__ void __launch_bounds__(Config::Np)
    straight_step_rate(const __grid_constant__ Arguments<Config> arguments,
                       const __grid_constant__ BlockSums rates) {
  __shared__ LargestRate<Config, 1>::Shared shared;
  LargestRate<Config, 1>::run(arguments, rates, shared);
}
#endif

#if DGSOLVE_CURVED
__global__ void __launch_bounds__(Config::point_elements* Config::Np)
    curved_step_rate(const __grid_constant__ Arguments<Config> arguments,
                     const __grid_constant__ BlockSums rates) {
  __shared__ LargestRate<Config, Config::point_elements>::Shared shared;
  LargestRate<Config, Config::point_elements>::run(arguments, rates, shared);
}
#endif

}  // extern "C"
}  // namespace dgsolve::cuda
