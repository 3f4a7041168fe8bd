/// Running Fourier transforms of the fields at points, a warp a point. Phases are found once for all points:
/// a launch of one block, which counts steps in the GPU's memory, so that a recorded launch is right each
/// time.
#pragma once

#include "kernels/cuda/waves/cells/node_access.cuh"
#include "kernels/cuda/waves/measures/transfer_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct FrequencyKernels {
  static constexpr int Np = C::Np, n_fields = C::Equation::n_fields;

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

  static DGSOLVE_INLINE void add(const Arguments<C>& arguments, const TransformPoints& places) {
    if (*places.is_sample == 0) return;
    constexpr int warps = frequency_threads / 32;
    const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
    const long long step = static_cast<long long>(places.n_blocks) * warps;
    long long point = static_cast<long long>(blockIdx.x) * warps + warp;
    prefetch_sums(places, point, lane);
    for (; point < places.n_points; point += step) {
      prefetch_sums(places, point + step, lane);
      add_point(places, point, lane,
                places.weights == nullptr ? at_node(arguments, places, point)
                                          : interpolated(arguments, places, point, lane));
    }
  }

 private:
  using Values = Vec<double, n_fields>;

  /// Sums wait in the L2 cache; most of a sample's time would go by until they have come from memory.
  static DGSOLVE_INLINE void prefetch_sums(const TransformPoints& places, long long point, int lane) {
    constexpr int line = 128 / sizeof(double);
    const int n = 2 * n_fields * places.n_frequencies;
    if (point >= places.n_points) return;
    for (int i = lane * line; i < n; i += 32 * line) prefetch(places.sums + point * n + i);
  }
  static DGSOLVE_INLINE Values at_node(const Arguments<C>& arguments, const TransformPoints& places,
                                       long long point) {
    const int slot = arguments.cells.slot_of[places.elements[point / Np]];
    return to_double<n_fields>(load_state<C>(arguments, slot, static_cast<int>(point % Np)));
  }
  /// Fields at a point, alike in all lanes.
  static DGSOLVE_INLINE Values interpolated(const Arguments<C>& arguments, const TransformPoints& places,
                                            long long point, int lane) {
    const int slot = arguments.cells.slot_of[places.elements[point]];
    // In the components of the state, and then in Cartesian ones, where all nodes of the cell have alike
    // ones.
    const bool is_straight = slot < arguments.curved.first;
    Values sums{};
    for (int node = lane; node < Np; node += 32)
      cuda::add(sums, places.weights[point * Np + node],
                to_double<n_fields>(is_straight ? load_fields<C>(arguments.u, slot, node)
                                                : load_state<C>(arguments, slot, node)));
    Fields<C> fields;
    for (int f = 0; f < n_fields; ++f) {
      for (int bits = 16; bits > 0; bits /= 2) sums[f] += exchange(sums[f], bits);
      fields[f] = static_cast<typename C::Real>(sums[f]);
    }
    return to_double<n_fields>(is_straight ? to_cartesian<C>(arguments, slot, 0, fields) : fields);
  }
  /// A lane takes some of the frequencies; all that it reads is on its way before the first sum is stored.
  static DGSOLVE_INLINE void add_point(const TransformPoints& places, long long point, int lane,
                                       const Values& values) {
    for (int f = lane; f < places.n_frequencies; f += 32) {
      const Vec<double, 2> phase = load<2>(places.phases + 2 * f);
      Vec<double, 2> sums[n_fields];
      double* at[n_fields];
      for (int field = 0; field < n_fields; ++field) {
        at[field] = places.sums + 2 * ((point * n_fields + field) * places.n_frequencies + f);
        sums[field] = load<2>(at[field]);
      }
      for (int field = 0; field < n_fields; ++field) {
        cuda::add(sums[field], values[field], phase);
        store(sums[field], at[field]);
      }
    }
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
