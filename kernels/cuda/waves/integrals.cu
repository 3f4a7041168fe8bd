/// The integrals of a state: compiled below the same prefix as kernels/cuda/waves/stage.cu, but only for
/// equations that name some.
#include "kernels/cuda/waves/measures/integrals.cuh"
#include "kernels/cuda/waves/measures/measure_kernel.cuh"

namespace dgsolve::cuda {
extern "C" {

#if DGSOLVE_STRAIGHT
DGSOLVE_MEASURE(straight_integrals, Config::Np,
                StraightIntegrals<Config, IntegralDensities<Config::Equation>>)
#endif
#if DGSOLVE_CURVED
DGSOLVE_MEASURE(curved_integrals, CurvedEnergy<Config>::threads,
                CurvedIntegrals<Config, IntegralDensities<Config::Equation>>)
#endif

}  // extern "C"
}  // namespace dgsolve::cuda
