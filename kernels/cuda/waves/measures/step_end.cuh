/// The end of a step whose size the device chooses (kernels/waves/step_control.hpp), on states as they
/// stand in memory: an estimate's components are those of the states.
#pragma once

#include "kernels/cuda/waves/cells/stage_arguments.hpp"
#include "kernels/cuda/waves/measures/transfer_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct StepEndKernels {
  using T = typename C::Real;

  struct Shared {
    double of_state[step_end_threads * max_integrals], of_error[step_end_threads * max_integrals];
    bool ends_chunk[step_end_threads];
    double state[max_integrals], error[max_integrals];
  };

  static DGSOLVE_INLINE long long index() {
    return static_cast<long long>(blockIdx.x) * transfer_threads + threadIdx.x;
  }

  /// arguments.residual ← first·u0 + before·u + next·u_next.
  static DGSOLVE_INLINE void estimate(const Arguments<C>& arguments, const ErrorEstimate& estimate) {
    const long long i = index();
    if (i >= estimate.n_values) return;
    const ErrorWeights& w = estimate.weights;
    arguments.residual[i] = static_cast<T>(w.first) * arguments.u0[i] +
                            static_cast<T>(w.before) * arguments.u[i] +
                            static_cast<T>(w.next) * arguments.u_next[i];
  }

  /// Largest values, which are the same in any order.
  static DGSOLVE_INLINE double largest(const StepEnd& end, const double* of_blocks, int value,
                                       double* of_lanes) {
    double largest = 0;
    for (int i = threadIdx.x; i < end.n_blocks; i += step_end_threads)
      largest = reduce(Reduce::largest, largest, of_blocks[i * end.n_values + value]);
    of_lanes[threadIdx.x] = largest;
    __syncthreads();
    for (int i = 0; i < step_end_threads; ++i) largest = reduce(Reduce::largest, largest, of_lanes[i]);
    __syncthreads();
    return largest;
  }

  /// By one block, in the order in which the host would reduce (cell_sums.hpp), a thread a value.
  static DGSOLVE_INLINE void add_blocks(const StepEnd& end, Shared& shared) {
    const int lane = threadIdx.x, n_values = end.n_values;
    double state = 0, error = 0, of_chunk = 0, error_of_chunk = 0;
    for (int first = 0; first < end.n_blocks; first += step_end_threads) {
      const int n = end.n_blocks - first < step_end_threads ? end.n_blocks - first : step_end_threads;
      for (int i = lane; i < n * n_values; i += step_end_threads) {
        shared.of_state[i] = end.of_state[first * n_values + i];
        shared.of_error[i] = end.of_error != nullptr ? end.of_error[first * n_values + i] : 0;
      }
      if (lane < n) shared.ends_chunk[lane] = end.ends_chunk[first + lane] != 0;
      __syncthreads();
      for (int i = 0; lane < n_values && i < n; ++i) {
        of_chunk = reduce(end.how, of_chunk, shared.of_state[i * n_values + lane]);
        error_of_chunk = reduce(end.how, error_of_chunk, shared.of_error[i * n_values + lane]);
        if (!shared.ends_chunk[i]) continue;
        state = reduce(end.how, state, of_chunk);
        error = reduce(end.how, error, error_of_chunk);
        of_chunk = error_of_chunk = 0;
      }
      __syncthreads();
    }
    if (lane < n_values) {
      shared.state[lane] = state;
      shared.error[lane] = error;
    }
    __syncthreads();
  }

  static DGSOLVE_INLINE void reduce_blocks(const StepEnd& end, Shared& shared) {
    if (end.how == Reduce::sum) return add_blocks(end, shared);
    for (int value = 0; value < end.n_values; ++value) {
      shared.state[value] = largest(end, end.of_state, value, shared.of_state);
      shared.error[value] = end.of_error != nullptr ? largest(end, end.of_error, value, shared.of_error) : 0;
    }
  }

  static DGSOLVE_INLINE void decide(const Arguments<C>& arguments, const StepEnd& end, Shared& shared) {
    if (end.n_blocks > 0) reduce_blocks(end, shared);
    if (threadIdx.x != 0) return;
    double state = end.state, error = end.error;
    if (end.n_blocks > 0) {
      state = shared.state[0];
      error =
          end.compares ? relative_size<typename C::Equation>(shared.error, shared.state) : shared.error[0];
    }
    end.control->end_step(state, error);
    *arguments.clock = end.control->clock();
  }

  /// arguments.u_next ← arguments.u where the step is not kept.
  static DGSOLVE_INLINE void take_back(const Arguments<C>& arguments, const StepTakenBack& step) {
    const long long i = index();
    if (step.control->keeps || i >= step.n_values) return;
    arguments.u_next[i] = arguments.u[i];
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
