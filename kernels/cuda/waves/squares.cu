/// The integrals of a state's squares: compiled below the same prefix as kernels/cuda/waves/stage.cu, but
/// only where they measure errors.
#include "kernels/cuda/waves/measures/integrals.cuh"
#include "kernels/cuda/waves/measures/measure_kernel.cuh"

namespace dgsolve::cuda {
extern "C" {

#if DGSOLVE_STRAIGHT
DGSOLVE_MEASURE(straight_squares, Config::Np, StraightIntegrals<Config, SquareDensities<Config::Equation>>)
#endif
#if DGSOLVE_CURVED
DGSOLVE_MEASURE(curved_squares, CurvedEnergy<Config>::threads,
                CurvedIntegrals<Config, SquareDensities<Config::Equation>>)
#endif

}  // extern "C"
}  // namespace dgsolve::cuda
