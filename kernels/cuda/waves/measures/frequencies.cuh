/// Running Fourier transforms of the fields at points. Phases are found once for all points: a launch of one
/// block, which counts steps in the GPU's memory, so that a recorded launch is right each time.
#pragma once

#include "kernels/cuda/waves/cells/node_access.cuh"
#include "kernels/cuda/waves/measures/transfer_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct FrequencyKernels {
  static constexpr int Np = C::Np, n_fields = C::Equation::n_fields;

  struct Shared {
    double values[Np * n_fields];  ///< [node][field]
    double at_point[n_fields];
  };

  static DGSOLVE_INLINE void find_phases(const Arguments<C>& arguments, const FrequencyPhases& all) {
    const long long taken = *all.taken;
    __syncthreads();  // behind it all threads have read the number
    const bool is_sample = taken % all.stride == 0;
    if (threadIdx.x == 0) {
      *all.taken = taken + 1;
      *all.is_sample = is_sample ? 1 : 0;
    }
    if (!is_sample) return;
    const Clock clock = *arguments.clock;
    const double t = clock.time(all.step + 1, 0);
    const double weight = clock.dt * static_cast<double>(all.stride) * (taken == 0 ? 0.5 : 1.0);
    for (int f = threadIdx.x; f < all.n_frequencies; f += phase_threads) {
      all.phases[2 * f] = weight * cos(all.omega[f] * t);
      all.phases[2 * f + 1] = -weight * sin(all.omega[f] * t);
    }
  }

  static DGSOLVE_INLINE void add(const Arguments<C>& arguments, const FrequencyPlaces& places,
                                 Shared& shared) {
    if (*places.is_sample == 0) return;
    const long long block = blockIdx.x;
    const int node = threadIdx.x;
    const bool at_nodes = places.weights == nullptr;
    const double weight = at_nodes ? 1.0 : places.weights[block * Np + node];
    const Fields<C> fields = load_state<C>(arguments, arguments.slot_of[places.elements[block]], node);
    for (int f = 0; f < n_fields; ++f) shared.values[node * n_fields + f] = weight * fields[f];
    __syncthreads();
    if (!at_nodes) {
      for (int f = node; f < n_fields; f += Np) {
        double sum = 0;
        for (int i = 0; i < Np; ++i) sum += shared.values[i * n_fields + f];
        shared.at_point[f] = sum;
      }
      __syncthreads();
    }
    const double* values = at_nodes ? shared.values : shared.at_point;
    const int n_values = at_nodes ? Np * n_fields : n_fields, n = n_values * places.n_frequencies;
    double* sums = places.sums + 2 * block * n;
    for (int i = node; i < n; i += Np) {
      const double value = values[i / places.n_frequencies];
      const double* phase = places.phases + 2 * (i % places.n_frequencies);
      sums[2 * i] += value * phase[0];
      sums[2 * i + 1] += value * phase[1];
    }
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
