/// The integrals of a state: compiled below the same prefix as kernels/cuda/waves/stage.cu, but only for
/// equations that name some.
#include "kernels/cuda/waves/measures/integrals.cuh"

namespace dgsolve::cuda {
namespace {
using StraightTotals = StraightIntegrals<Config, IntegralDensities<Config::Equation>>;
using CurvedTotals = CurvedIntegrals<Config, IntegralDensities<Config::Equation>>;
}  // namespace
extern "C" {

#if DGSOLVE_STRAIGHT
__global__ void __launch_bounds__(Config::Np, 1)
    straight_integrals(const __grid_constant__ Arguments<Config> arguments,
                       const __grid_constant__ BlockSums integrals) {
  __shared__ StraightTotals::Shared shared;
  StraightTotals::run(arguments, integrals, shared);
}
#endif

#if DGSOLVE_CURVED
__global__ void __launch_bounds__(CurvedTotals::threads, 1)
    curved_integrals(const __grid_constant__ Arguments<Config> arguments,
                     const __grid_constant__ BlockSums integrals) {
  __shared__ CurvedTotals::Shared shared;
  CurvedTotals::run(arguments, integrals, shared);
}
#endif

}  // extern "C"
}  // namespace dgsolve::cuda
