/// The integrals of a state's squares: compiled below the same prefix as kernels/cuda/waves/stage.cu, but
/// only where they measure errors.
#include "kernels/cuda/waves/measures/integrals.cuh"

namespace dgsolve::cuda {
namespace {
using StraightSquares = StraightIntegrals<Config, SquareDensities<Config::Equation>>;
using CurvedSquares = CurvedIntegrals<Config, SquareDensities<Config::Equation>>;
}  // namespace
extern "C" {

#if DGSOLVE_STRAIGHT
__global__ void __launch_bounds__(Config::Np, 1)
    straight_squares(const __grid_constant__ Arguments<Config> arguments,
                     const __grid_constant__ BlockSums squares) {
  __shared__ StraightSquares::Shared shared;
  StraightSquares::run(arguments, squares, shared);
}
#endif

#if DGSOLVE_CURVED
__global__ void __launch_bounds__(CurvedSquares::threads, 1)
    curved_squares(const __grid_constant__ Arguments<Config> arguments,
                   const __grid_constant__ BlockSums squares) {
  __shared__ CurvedSquares::Shared shared;
  CurvedSquares::run(arguments, squares, shared);
}
#endif

}  // extern "C"
}  // namespace dgsolve::cuda
