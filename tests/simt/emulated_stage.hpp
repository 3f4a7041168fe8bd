/// Included below a stage's kernel text: makes its kernels, and those of measures with texts of their own,
/// callable by the number of their configuration.
#include <stdexcept>
#include <string>

#include "kernels/cuda/waves/integrals.cu"
#include "kernels/cuda/waves/powers.cu"
#include "kernels/cuda/waves/squares.cu"
#include "kernels/cuda/waves/step_rate.cu"
#include "tests/simt/run_emulated.hpp"

namespace dgsolve::simt {

template <>
void run_emulated<DGSOLVE_CONFIGURATION>(const cuda::KernelLaunch& launch, void** parameters, Order order) {
#define DGSOLVE_KERNEL(name) \
  if (launch.kernel == #name) return run_kernel(cuda::name, launch, parameters, order)
#if DGSOLVE_STRAIGHT
  DGSOLVE_KERNEL(straight_stage);
  DGSOLVE_KERNEL(straight_energy);
  DGSOLVE_KERNEL(straight_integrals);
  DGSOLVE_KERNEL(straight_squares);
  DGSOLVE_KERNEL(straight_step_rate);
#endif
#if DGSOLVE_CURVED
  DGSOLVE_KERNEL(curved_stage);
  DGSOLVE_KERNEL(curved_energy);
  DGSOLVE_KERNEL(curved_integrals);
  DGSOLVE_KERNEL(curved_squares);
  DGSOLVE_KERNEL(curved_step_rate);
#endif
#if DGSOLVE_STRAIGHT && DGSOLVE_LINEAR
  DGSOLVE_KERNEL(straight_powers);
#endif
#if DGSOLVE_CURVED && DGSOLVE_LINEAR
  DGSOLVE_KERNEL(curved_powers);
#endif
#if DGSOLVE_DENSE
  DGSOLVE_KERNEL(gather_nodes);
  DGSOLVE_KERNEL(find_columns);
  DGSOLVE_KERNEL(update_nodes);
#endif
#if DGSOLVE_DENSE && DGSOLVE_CURVED
  DGSOLVE_KERNEL(divide_by_jacobian);
#endif
#if DGSOLVE_STATE && DGSOLVE_VISCOUS
  DGSOLVE_KERNEL(find_gradients);
#endif
#if DGSOLVE_STATE && DGSOLVE_LIMITER
  DGSOLVE_KERNEL(limit_straight);
  DGSOLVE_KERNEL(limit_curved);
#endif
#if DGSOLVE_STATE && DGSOLVE_CIRCUITS
  DGSOLVE_KERNEL(advance_circuits);
  DGSOLVE_KERNEL(sample_circuits);
#endif
#if DGSOLVE_STATE && DGSOLVE_PROJECTED_SOURCE
  DGSOLVE_KERNEL(project_source);
#endif
#if DGSOLVE_STATE
  DGSOLVE_KERNEL(set_clock);
  DGSOLVE_KERNEL(advance_clock);
  DGSOLVE_KERNEL(set_steps);
  DGSOLVE_KERNEL(estimate_error);
  DGSOLVE_KERNEL(end_step);
  DGSOLVE_KERNEL(take_back_step);
  DGSOLVE_KERNEL(export_state);
  DGSOLVE_KERNEL(import_state);
  DGSOLVE_KERNEL(randomise_state);
  DGSOLVE_KERNEL(sample_state);
  DGSOLVE_KERNEL(find_phases);
  DGSOLVE_KERNEL(add_frequencies);
#endif
#undef DGSOLVE_KERNEL
  throw std::logic_error("the kernel text has no " + launch.kernel);
}

}  // namespace dgsolve::simt
