/// The powers in a state: compiled below the same prefix as kernels/cuda/waves/stage.cu, but only where they
/// are asked for; a flux that is not linear has none.
#if DGSOLVE_LINEAR
#include "kernels/cuda/waves/measures/curved_powers.cuh"
#include "kernels/cuda/waves/measures/measure_kernel.cuh"

namespace dgsolve::cuda {
extern "C" {

#if DGSOLVE_STRAIGHT
DGSOLVE_MEASURE(straight_powers, Config::Np, StraightPowers<Config>)
#endif
#if DGSOLVE_CURVED
DGSOLVE_MEASURE(curved_powers, CurvedPowers<Config>::threads, CurvedPowers<Config>)
#endif

}  // extern "C"
}  // namespace dgsolve::cuda
#endif
