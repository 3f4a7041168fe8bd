/// The largest rate in a state: compiled below the same prefix as kernels/cuda/waves/stage.cu, but only where
/// steps follow the state.
#include "kernels/cuda/waves/measures/measure_kernel.cuh"
#include "kernels/cuda/waves/measures/step_rate.cuh"

namespace dgsolve::cuda {
extern "C" {

#if DGSOLVE_STRAIGHT
DGSOLVE_MEASURE(straight_step_rate, Config::Np, LargestRate<Config, 1>)
#endif
#if DGSOLVE_CURVED
DGSOLVE_MEASURE(curved_step_rate, (Config::point_elements * Config::Np),
                LargestRate<Config, Config::point_elements>)
#endif

}  // extern "C"
}  // namespace dgsolve::cuda
