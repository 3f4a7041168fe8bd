/// The limiter behind a stage (kernels/waves/traits/limiter.hpp), on its new state. A thread is a node of an
/// element.
#pragma once

#include "kernels/cuda/waves/cells/face_points.cuh"
#include "kernels/cuda/waves/cells/point_passes.cuh"
#include "kernels/cuda/waves/cells/rough_cells.cuh"
#include "kernels/waves/traits/entropy_filter.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C, bool is_curved>
struct LimiterPass {
  using P = typename C::Equation;
  using T = typename C::Real;
  static constexpr int dim = P::dim, n_fields = P::n_fields, n_faces = dim + 1;
  static constexpr int Np = C::Np, Nfp = C::Nfp, Nq = C::Nq, Nfq = C::Nfq, n_face_points = n_faces * Nfq;
  static constexpr int elements = C::limiter_elements, threads = elements * Np;
  static constexpr auto rough_cells = static_cast<RoughCells>(C::rough_cells);
  /// How often a block takes elements at most, each time as many blocks further on as there are: few blocks
  /// find that nothing is asked for, and where neighbours ask each is another block's.
  static constexpr int rounds = Np;

  /// Of a face: ∫_f |[u]_k| dS, ∫_f u⁺ dS, |f|.
  struct FaceJumps {
    Vec<T, P::n_sizes> sizes;
    Fields<C> across;
    T area;
  };
  struct Shared {
    alignas(16) T u[elements * Np * n_fields];      ///< [element][node][field]
    alignas(16) T modes[elements * Np * n_fields];  ///< [element][mode][field], or their first field alone
    FaceJumps jumps[elements * n_faces];
    T of_threads[elements * Np];  ///< [element][thread]
    int some_rough, some_fails;
    int asks[rounds];  ///< [round]: whether the limiter may act there
  };

  const Arguments<C>& arguments;
  Shared& shared;
  const int slot, local, lane;

  DGSOLVE_INLINE Fields<C> node_value(int node) const {
    return load<n_fields>(shared.u + (local * Np + node) * n_fields);
  }
  DGSOLVE_INLINE T* own(T* array) const { return array + (local * Np + lane) * n_fields; }

  DGSOLVE_INLINE Fields<C> mean() const {
    const LimiterArguments<T>& limiter = arguments.limiter;
    const T* const weights =
        is_curved ? limiter.mean_of_curved + static_cast<long long>(slot - arguments.curved.first) * Np
                  : limiter.mean;
    Fields<C> sum{};
    for (int node = 0; node < Np; ++node) add(sum, weights[node], node_value(node));
    return sum;
  }

  DGSOLVE_INLINE Fields<C> own_mode() const {
    Fields<C> sum{};
    for (int node = 0; node < Np; ++node)
      add(sum, arguments.limiter.modes[node * Np + lane], node_value(node));
    return sum;
  }

  /// Of the own element; between two barriers.
  DGSOLVE_INLINE ModeSquares<T> squares() const {
    *own(shared.modes) = rough_mode<C>(
        arguments, lane, [&](int node) { return shared.u[(local * Np + node) * n_fields + P::rough_field]; });
    __syncthreads();
    const T* const modes = shared.modes + local * Np * n_fields;
    return mode_squares<C>(arguments, [&](int i) { return modes[i * n_fields]; });
  }

  /// The least one of the element's threads; all threads come here.
  DGSOLVE_INLINE T least_of_threads(T of_thread) const {
    shared.of_threads[local * Np + lane] = of_thread;
    __syncthreads();
    T least = of_thread;
    for (int i = 0; i < Np; ++i) least = min_of(least, shared.of_threads[local * Np + i]);
    __syncthreads();
    return least;
  }

  DGSOLVE_INLINE FaceGeometry<C> face_geometry(int point) const {
    if constexpr (is_curved)
      return curved_face_at<C>(arguments, slot, point);
    else
      return straight_face<C>(arguments, slot, point / Nfq);
  }
  DGSOLVE_INLINE FaceJumps face_jumps(int face) const {
    FaceJumps sums{};
    for (int q = 0; q < Nfq; ++q) {
      const int point = face * Nfq + q;
      const FacePoint<C> p = face_point<C>(arguments, slot, point, face_geometry(point));
      const T dS = arguments.points.face_weights[q] * p.sJ;
      Fields<C> jump = p.u_p;
      add(jump, T(-1), p.u_m);
      add(sums.sizes, dS, P::sizes(jump));
      add(sums.across, dS, p.u_p);
      sums.area += dS;
    }
    return sums;
  }

  DGSOLVE_INLINE T volume() const {
    T sum = T(0);
    for (int q = 0; q < Nq; ++q) {
      if constexpr (is_curved)
        sum += arguments.points.weights[q] / inverse_jacobian_at<C>(arguments, slot, q);
      else
        sum += arguments.points.weights[q];
    }
    return sum;
  }

  /// σ/r of the state that the stage began with, 1/m; all threads come here.
  DGSOLVE_INLINE T jumps(bool rough, const Fields<C>& mean) const {
    FaceJumps* const of_cell = shared.jumps + local * n_faces;
    if (rough)
      for (int face = lane; face < n_faces; face += Np) of_cell[face] = face_jumps(face);
    __syncthreads();
    if (!rough) return T(0);
    JumpsOfCell<P, T> all;
    for (int face = 0; face < n_faces; ++face)
      all.add(of_cell[face].sizes, of_cell[face].across, of_cell[face].area, mean);
    return all.rate(volume(), mean);
  }

  /// The state `value` at the own node without the shares that modes lose, with its mean; all threads come
  /// here. mode, lost: of the own number.
  DGSOLVE_INLINE void lose(T lost, const Fields<C>& mode, Fields<C> value,
                           const Fields<C>& mean_before) const {
    Fields<C> change{};
    if (lane > 0) add(change, lost, mode);
    store(change, own(shared.modes));
    __syncthreads();
    for (int i = 1; i < Np; ++i)
      add(value, -arguments.limiter.values[i * Np + lane],
          load<n_fields>(shared.modes + (local * Np + i) * n_fields));
    store(value, own(shared.u));
    __syncthreads();
    const Fields<C> now = mean();
    for (int f = 0; f < n_fields; ++f) value[f] += mean_before[f] - now[f];
    __syncthreads();
    store(value, own(shared.u));
    __syncthreads();
  }

  DGSOLVE_INLINE T share_damped(T rate, int mode) const {
    return T(1) - exp_of(-rate * arguments.limiter.exponents[mode]);
  }
  /// By the jumps of the state that the stage began with; all threads come here. Returns the share that the
  /// highest modes lose.
  DGSOLVE_INLINE T damp(bool rough, T time, const Fields<C>& mean_before, const Coefficients<C>& c) const {
    const T rate = time * max_speed<P>(mean_before, c) * jumps(rough, mean_before);
    const Fields<C> mode = own_mode(), value = node_value(lane);
    lose(share_damped(rate, lane), mode, value, mean_before);
    return share_damped(rate, Np - 1);
  }

  /// Of the state that the stage began with, in the cell and across its faces; all threads come here.
  DGSOLVE_INLINE T least_entropy(const Coefficients<C>& c) const {
    const auto of_state = [&](int node) { return load_state<C>(arguments, slot, node); };
    T least = P::entropy(of_state(lane), c);
    for_own_points(of_state, [&](const Fields<C>& u) { least = min_of(least, P::entropy(u, c)); });
    for (int point = lane; point < n_face_points; point += Np)
      least = min_of(least, P::entropy(face_point<C>(arguments, slot, point, face_geometry(point)).u_p, c));
    return least_of_threads(least);
  }
  /// 1 where the state in shared memory is positive and has that entropy at least, else 0; all threads come
  /// here.
  DGSOLVE_INLINE T keeps(T least, const Coefficients<C>& c) const {
    T all = T(1);
    for_own_points([&](int node) { return node_value(node); },
                   [&](const Fields<C>& u) { all = min_of(all, keeps_entropy<P>(u, least, c)); });
    return least_of_threads(all);
  }
  /// Until the entropy is bounded (kernels/waves/traits/entropy_filter.hpp); as damp.
  DGSOLVE_INLINE T filter(bool rough, const Fields<C>& mean_before, const Coefficients<C>& c) const {
    const T least = T(1 - entropy_tolerance) * least_entropy(c);
    const T kept = keeps(least, c), fails = rough ? T(1) - kept : T(0);
    if (fails > T(0)) shared.some_fails = 1;
    __syncthreads();
    if (shared.some_fails == 0) return T(0);
    const Fields<C> mode = own_mode(), value = node_value(lane);
    const auto filter_by = [&](T f) {
      lose(fails * share_filtered(f, arguments.limiter.exponents[lane]), mode, value, mean_before);
    };
    FilterStrength<T> strength;
    for (int i = 0; i < entropy_bisections; ++i) {
      filter_by(strength.tried());
      strength.bisect(keeps(least, c));
    }
    filter_by(strength.kept);
    return fails * share_filtered(strength.kept, arguments.limiter.exponents[Np - 1]);
  }

  /// Calls take(state) at the own node and at some of the points that fluxes read; nodal(node): at nodes.
  template <class Nodal, class Take>
  DGSOLVE_INLINE void for_own_points(Nodal nodal, Take take) const {
    take(nodal(lane));
    for (int q = lane; q < Nq; q += Np) {
      Fields<C> u{};
      for (int k = 0; k < Np; ++k) add(u, basis_at_point<C>(arguments, k, 0, q), nodal(k));
      take(u);
    }
    for (int point = lane; point < n_face_points; point += Np) {
      const unsigned short* const nodes = arguments.traces.face_nodes + point / Nfq * Nfp;
      take(at_face_point<C, n_fields>(arguments, point % Nfq, [&](int m) { return nodal(nodes[m]); }));
    }
  }

  /// θ of the element; all threads come here.
  DGSOLVE_INLINE T share(const Fields<C>& mean, const Coefficients<C>& c) const {
    const Vec<T, P::n_positive> of_mean = positive_quantities<P>(mean, c);
    T least = T(1);
    for_own_points(
        [&](int node) { return node_value(node); },
        [&](const Fields<C>& u) { least = min_of(least, positive_share<P>(u, mean, of_mean, c)); });
    return checked_share(least_of_threads(least), of_mean);
  }

  /// Treats rough cells, and returns the strength, within [0, 1]; all threads come here.
  DGSOLVE_INLINE T treat_rough_cells(T time, const Fields<C>& mean, const Coefficients<C>& c) const {
    const ModeSquares<T> of_modes = squares();
    if constexpr (rough_cells == RoughCells::viscous)
      return time > T(0) ? viscosity_share(of_modes, *arguments.limiter.gate) : T(0);
    const bool rough = time > T(0) && is_rough(of_modes, *arguments.limiter.gate);
    if (rough) shared.some_rough = 1;
    __syncthreads();
    if (shared.some_rough == 0) return T(0);
    if constexpr (rough_cells == RoughCells::damped)
      return damp(rough, time, mean, c);
    else
      return filter(rough, mean, c);
  }

  /// Whether a stage has found where the limiter may act (chained_limiter.cuh); it has not where no stage
  /// computed the state.
  static DGSOLVE_INLINE bool is_asked(T time) { return C::chained && time > T(0); }
  /// Where a round begins; not before the group's end: there is none. A block of a list has one.
  static DGSOLVE_INLINE int first_slot(const Arguments<C>& arguments, int round) {
    int block = static_cast<int>(blockIdx.x + round * gridDim.x);
    if constexpr (C::takes_blocks)
      if (arguments.group.blocks != nullptr) {
        if (round > 0) return arguments.group.end;
        block = block_of_group<C>(arguments);
      }
    return arguments.group.begin + block * elements;
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, Shared& shared) {
    const int thread = static_cast<int>(threadIdx.x), round_of_thread = thread % rounds;
    const T time = static_cast<T>(arguments.stage.b * arguments.clock->dt);
    if (thread < rounds) shared.asks[thread] = !is_asked(time);
    __syncthreads();
    if (is_asked(time)) {
      const int place = first_slot(arguments, round_of_thread) + thread / rounds;
      if (place < arguments.group.end && arguments.limiter.asks[place] != 0) shared.asks[round_of_thread] = 1;
    }
    __syncthreads();
    for (int round = 0; round < rounds; ++round) {
      const int first = first_slot(arguments, round);
      if (first >= arguments.group.end || shared.asks[round] == 0) continue;
      treat(arguments, shared, first, time);
      __syncthreads();
    }
  }

  /// The elements from a slot on; all threads come here.
  static DGSOLVE_INLINE void treat(const Arguments<C>& arguments, Shared& shared, int first, T time) {
    const int local = threadIdx.x / Np, lane = threadIdx.x % Np, last = arguments.group.end - 1;
    const int place = first + local;
    // A place beyond the last element computes what is never stored.
    const LimiterPass pass{arguments, shared, place < last ? place : last, local, lane};
    store(load_fields<C>(arguments.u_next, pass.slot, lane), pass.own(shared.u));
    if (threadIdx.x == 0) shared.some_rough = shared.some_fails = 0;
    __syncthreads();
    const Fields<C> mean = pass.mean();
    const Coefficients<C> c = load_coefficients<C>(arguments, pass.slot, 0);
    T strength = pass.treat_rough_cells(time, mean, c);
    const T theta = pass.share(mean, c);
    if (place > last || (theta >= T(1) && strength == T(0))) return;
    // A cell is left alone whichever cells the block has beside it.
    if (is_asked(time) && arguments.limiter.asks[place] == 0) return;
    Fields<C> u = pass.node_value(lane);
    if (!(theta >= T(1))) {
      for (int f = 0; f < n_fields; ++f) u[f] = mean[f] + theta * (u[f] - mean[f]);
      strength = max_of(strength, T(1) - theta);
    }
    store_fields<C>(u, arguments.u_next, pass.slot, lane);
    if (lane == 0) arguments.limiter.acted[pass.slot] += limited_time(time, strength);
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
