/// One Runge–Kutta stage (kernels/waves/stage.hpp) for every registered equation. Volume, flux, lift and
/// update of a cell are one kernel, and the state is double-buffered, since neighbours still read the old
/// one. Each cell group is a launch of its own, so that only curved cells pay for quadrature, and only
/// cells with a local model for it; groups with the same model share a text.
///
/// Compiled below a generated prefix (kernels/cuda/waves/plan/stage_shape.hpp), which includes the equation's
/// file and gives
///   dgsolve::cuda::Config   sizes, features that occur, formulas as functions
///   DGSOLVE_STRAIGHT, DGSOLVE_CURVED, DGSOLVE_PROJECTED_SOURCE   1 where that kernel has work
///   DGSOLVE_VISCOUS   1 where the flux is viscous: gradients are a pass of their own before a stage
///   DGSOLVE_CIRCUITS   1 where circuits on faces find the data of these before a stage
///   DGSOLVE_LIMITER   1 where states are limited behind a stage
///   DGSOLVE_TENSOR, DGSOLVE_CURVED_TENSOR   1 where tensor cores serve straight cells, and curved ones
///   DGSOLVE_CHAINED   1 where tensor cores serve the cells of a flux that is not linear
///   DGSOLVE_DENSE    1 where a library's dense products serve the cells
///   DGSOLVE_STATE    1 in one of a problem's texts: the kernels that no cell group has of its own
///
/// Where some cells are curved or have a local model, or those at the rim come first, a stage is several
/// launches. They depend on each other in nothing. So each lets the next begin while its last blocks still
/// run, or side by side on a small mesh, and ends behind the one before (beside_others).
///
/// Beside the stage's kernels: those between its states and canonical values
/// (kernels/cuda/waves/measures/transfer.cuh), those of its energy (energy.cuh) and of its Fourier transforms
/// (frequencies.cuh), those that end steps whose size the device chooses (step_end.cuh), and those of the
/// clock, a single thread each.
#include "kernels/cuda/waves/cells/curved_stage.cuh"
#include "kernels/cuda/waves/cells/dense_kernels.cuh"
#include "kernels/cuda/waves/cells/gradient.cuh"
#include "kernels/cuda/waves/cells/limiter.cuh"
#include "kernels/cuda/waves/cells/project_source.cuh"
#include "kernels/cuda/waves/cells/straight_stage.cuh"
#include "kernels/cuda/waves/measures/circuits.cuh"
#include "kernels/cuda/waves/measures/energy.cuh"
#include "kernels/cuda/waves/measures/frequencies.cuh"
#include "kernels/cuda/waves/measures/measure_kernel.cuh"
#include "kernels/cuda/waves/measures/step_end.cuh"
#include "kernels/cuda/waves/measures/transfer.cuh"
#if DGSOLVE_TENSOR
#include "kernels/cuda/waves/covariant/tensor_stage.cuh"
#endif
#if DGSOLVE_CHAINED
#include "kernels/cuda/waves/cells/chained_gradient.cuh"
#include "kernels/cuda/waves/cells/chained_stage.cuh"
#endif

namespace dgsolve::cuda {
extern "C" {

#if DGSOLVE_STRAIGHT && DGSOLVE_TENSOR
__global__ void __launch_bounds__(TensorStage<Config>::threads, TensorStage<Config>::Sizes::blocks)
    straight_stage(const __grid_constant__ Arguments<Config> arguments) {
  DGSOLVE_DYNAMIC_SHARED(shared);
  if constexpr (Config::beside_others) let_next_begin();
  TensorStage<Config>::run(arguments, *reinterpret_cast<TensorStage<Config>::Shared*>(shared));
  if constexpr (Config::beside_others) wait_for_earlier_work();
}
#elif DGSOLVE_STRAIGHT && DGSOLVE_CHAINED
__global__ void __launch_bounds__(ChainedStage<Config, false>::threads, Config::straight_blocks)
    straight_stage(const __grid_constant__ Arguments<Config> arguments) {
  DGSOLVE_DYNAMIC_SHARED(shared);
  if constexpr (Config::beside_others) let_next_begin();
  ChainedStage<Config, false>::run(arguments,
                                   *reinterpret_cast<ChainedStage<Config, false>::Shared*>(shared));
  if constexpr (Config::beside_others) wait_for_earlier_work();
}
#elif DGSOLVE_STRAIGHT
__global__ void __launch_bounds__(StraightNodesStage<Config>::threads)
    straight_stage(const __grid_constant__ Arguments<Config> arguments) {
  __shared__ StraightNodesStage<Config>::Shared shared;
  if constexpr (Config::beside_others) let_next_begin();
  StraightNodesStage<Config>::run(arguments, shared);
  if constexpr (Config::beside_others) wait_for_earlier_work();
}
#endif

#if DGSOLVE_STRAIGHT
DGSOLVE_MEASURE(straight_energy, Config::Np, StraightEnergy<Config>)
#endif

#if DGSOLVE_CURVED && DGSOLVE_CURVED_TENSOR
__global__ void __launch_bounds__(TensorStage<Config, true>::threads, Config::curved_blocks)
    curved_stage(const __grid_constant__ Arguments<Config> arguments) {
  DGSOLVE_DYNAMIC_SHARED(shared);
  if constexpr (Config::beside_others) let_next_begin();
  TensorStage<Config, true>::run(arguments, *reinterpret_cast<TensorStage<Config, true>::Shared*>(shared));
  if constexpr (Config::beside_others) wait_for_earlier_work();
}
#elif DGSOLVE_CURVED && DGSOLVE_CHAINED
__global__ void __launch_bounds__(ChainedStage<Config, true>::threads, Config::straight_blocks)
    curved_stage(const __grid_constant__ Arguments<Config> arguments) {
  DGSOLVE_DYNAMIC_SHARED(shared);
  if constexpr (Config::beside_others) let_next_begin();
  ChainedStage<Config, true>::run(arguments, *reinterpret_cast<ChainedStage<Config, true>::Shared*>(shared));
  if constexpr (Config::beside_others) wait_for_earlier_work();
}
#elif DGSOLVE_CURVED
__global__ void __launch_bounds__(CurvedNodesStage<Config>::threads)
    curved_stage(const __grid_constant__ Arguments<Config> arguments) {
  __shared__ CurvedNodesStage<Config>::Shared shared;
  if constexpr (Config::beside_others) let_next_begin();
  CurvedNodesStage<Config>::run(arguments, shared);
  if constexpr (Config::beside_others) wait_for_earlier_work();
}
#endif

#if DGSOLVE_CURVED
DGSOLVE_MEASURE(curved_energy, CurvedEnergy<Config>::threads, CurvedEnergy<Config>)
#endif

#if DGSOLVE_DENSE
__global__ void __launch_bounds__(dense_threads)
    gather_nodes(const __grid_constant__ Arguments<Config> arguments,
                 const __grid_constant__ DenseBatch<Config::Real> batch) {
  const DenseKernels<Config> thread(arguments, batch, DenseKernels<Config>::n_nodes);
  if (thread.has_work()) thread.gather();
}

__global__ void __launch_bounds__(dense_threads)
    find_columns(const __grid_constant__ Arguments<Config> arguments,
                 const __grid_constant__ DenseBatch<Config::Real> batch) {
  const DenseKernels<Config> thread(arguments, batch, DenseKernels<Config>::n_points);
  if (thread.has_work()) thread.find_columns();
}

#if DGSOLVE_CURVED
__global__ void __launch_bounds__(dense_threads)
    divide_by_jacobian(const __grid_constant__ Arguments<Config> arguments,
                       const __grid_constant__ DenseBatch<Config::Real> batch) {
  using Kernels = DenseKernels<Config>;
  const Kernels thread(arguments, batch, Kernels::n_fields * Kernels::Nq);
  if (thread.has_work()) thread.divide_by_jacobian();
}
#endif

__global__ void __launch_bounds__(dense_threads)
    update_nodes(const __grid_constant__ Arguments<Config> arguments,
                 const __grid_constant__ DenseBatch<Config::Real> batch) {
  __shared__ Config::Real source_factors[Config::n_source_terms + 1];
  compute_source_factors<Config>(arguments, dense_threads, source_factors);
  __syncthreads();
  const DenseKernels<Config> thread(arguments, batch, Config::Np);
  if (thread.has_work()) thread.update(source_factors);
}
#endif

#if DGSOLVE_STATE
#if DGSOLVE_VISCOUS && DGSOLVE_CHAINED
__global__ void __launch_bounds__(ChainedGradient<Config>::threads, Config::gradient_blocks)
    find_gradients(const __grid_constant__ Arguments<Config> arguments) {
  DGSOLVE_DYNAMIC_SHARED(shared);
  ChainedGradient<Config>::run(arguments, *reinterpret_cast<ChainedGradient<Config>::Shared*>(shared));
}
#elif DGSOLVE_VISCOUS
__global__ void __launch_bounds__(GradientPass<Config>::threads)
    find_gradients(const __grid_constant__ Arguments<Config> arguments) {
  __shared__ GradientPass<Config>::Shared shared;
  GradientPass<Config>::run(arguments, shared);
}
#endif

#if DGSOLVE_LIMITER
__global__ void __launch_bounds__(LimiterPass<Config, false>::threads)
    limit_straight(const __grid_constant__ Arguments<Config> arguments) {
  __shared__ LimiterPass<Config, false>::Shared shared;
  LimiterPass<Config, false>::run(arguments, shared);
}
__global__ void __launch_bounds__(LimiterPass<Config, true>::threads)
    limit_curved(const __grid_constant__ Arguments<Config> arguments) {
  __shared__ LimiterPass<Config, true>::Shared shared;
  LimiterPass<Config, true>::run(arguments, shared);
}
#endif

#if DGSOLVE_CIRCUITS
__global__ void __launch_bounds__(circuit_threads)
    advance_circuits(const __grid_constant__ Arguments<Config> arguments) {
  CircuitKernels<Config>::advance(arguments);
}
__global__ void __launch_bounds__(circuit_threads)
    sample_circuits(const __grid_constant__ Arguments<Config> arguments,
                    const __grid_constant__ CircuitSample sample) {
  __shared__ CircuitKernels<Config>::SampleShared shared;
  CircuitKernels<Config>::sample(arguments, sample, shared);
}
#endif

#if DGSOLVE_PROJECTED_SOURCE
__global__ void __launch_bounds__(ProjectSource<Config>::threads)
    project_source(const __grid_constant__ Arguments<Config> arguments) {
  __shared__ ProjectSource<Config>::Shared shared;
  ProjectSource<Config>::run(arguments, shared);
}
#endif

__global__ void __launch_bounds__(1)
    set_clock(const __grid_constant__ Arguments<Config> arguments, const __grid_constant__ Clock clock) {
  *arguments.clock = clock;
}

__global__ void __launch_bounds__(1)
    advance_clock(const __grid_constant__ Arguments<Config> arguments, const long long steps) {
  arguments.clock->steps += steps;
}

__global__ void __launch_bounds__(1)
    set_steps(const __grid_constant__ Arguments<Config> arguments, StepControl* const to,
              const __grid_constant__ StepControl control) {
  *to = control;
  *arguments.clock = control.clock();
}

__global__ void __launch_bounds__(transfer_threads)
    estimate_error(const __grid_constant__ Arguments<Config> arguments,
                   const __grid_constant__ ErrorEstimate estimate) {
  StepEndKernels<Config>::estimate(arguments, estimate);
}

__global__ void __launch_bounds__(step_end_threads)
    end_step(const __grid_constant__ Arguments<Config> arguments, const __grid_constant__ StepEnd end) {
  __shared__ StepEndKernels<Config>::Shared shared;
  StepEndKernels<Config>::decide(arguments, end, shared);
}

__global__ void __launch_bounds__(transfer_threads)
    take_back_step(const __grid_constant__ Arguments<Config> arguments,
                   const __grid_constant__ StepTakenBack step) {
  StepEndKernels<Config>::take_back(arguments, step);
}

__global__ void __launch_bounds__(transfer_threads)
    export_state(const __grid_constant__ Arguments<Config> arguments,
                 const __grid_constant__ Transfer transfer) {
  TransferKernels<Config>::export_nodes(arguments, transfer);
}

__global__ void __launch_bounds__(transfer_threads)
    import_state(const __grid_constant__ Arguments<Config> arguments,
                 const __grid_constant__ Transfer transfer) {
  TransferKernels<Config>::import_nodes(arguments, transfer);
}

__global__ void __launch_bounds__(transfer_threads)
    randomise_state(const __grid_constant__ Arguments<Config> arguments,
                    const __grid_constant__ Randomisation random) {
  TransferKernels<Config>::randomise_nodes(arguments, random);
}

__global__ void __launch_bounds__(Config::Np)
    sample_state(const __grid_constant__ Arguments<Config> arguments, const __grid_constant__ Sample sample) {
  __shared__ TransferKernels<Config>::SampleShared shared;
  TransferKernels<Config>::sample(arguments, sample, shared);
}

__global__ void __launch_bounds__(phase_threads)
    find_phases(const __grid_constant__ Arguments<Config> arguments,
                const __grid_constant__ FrequencyPhases phases) {
  FrequencyKernels<Config>::find_phases(arguments, phases);
}

__global__ void __launch_bounds__(frequency_threads, 3)
    add_frequencies(const __grid_constant__ Arguments<Config> arguments,
                    const __grid_constant__ TransformPoints places) {
  FrequencyKernels<Config>::add(arguments, places);
}
#endif

}  // extern "C"
}  // namespace dgsolve::cuda
