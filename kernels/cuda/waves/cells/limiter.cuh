/// The limiter behind a stage (kernels/waves/limiter.hpp), on its new state. A thread is a node of an
/// element.
#pragma once

#include "kernels/cuda/waves/cells/face_points.cuh"
#include "kernels/cuda/waves/cells/point_passes.cuh"
#include "kernels/waves/limiter.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C, bool is_curved>
struct LimiterPass {
  using P = typename C::Equation;
  using T = typename C::Real;
  static constexpr int dim = P::dim, n_fields = P::n_fields, n_faces = dim + 1;
  static constexpr int Np = C::Np, Nfp = C::Nfp, Nq = C::Nq, Nfq = C::Nfq, n_face_points = n_faces * Nfq;
  static constexpr int elements = C::limiter_elements, threads = elements * Np;

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
    T shares[elements * Np];  ///< [element][thread]: θ
    int some_rough;
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
  DGSOLVE_INLINE bool find_rough() const {
    T of_mode = T(0);
    for (int node = 0; node < Np; ++node)
      of_mode += arguments.limiter.modes[node * Np + lane] *
                 shared.u[(local * Np + node) * n_fields + P::rough_field];
    *own(shared.modes) = of_mode;
    __syncthreads();
    const T* const modes = shared.modes + local * Np * n_fields;
    T others = T(0), highest = T(0);
    for (int i = 1; i < Np; ++i) {
      const T square = modes[i * n_fields] * modes[i * n_fields];
      others += square;
      highest += arguments.limiter.is_highest[i] * square;
    }
    return is_rough<T>(modes[0] * modes[0], others, highest, *arguments.limiter.gate);
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

  DGSOLVE_INLINE T lost_of_mode(int i, T rate) const {
    return T(1) - exp_of(-rate * arguments.limiter.exponents[i]);
  }

  /// Multiplies the modes; all threads come here. Returns the share that the highest one lost.
  DGSOLVE_INLINE T damp(bool rough, T time, const Fields<C>& mean_before) const {
    const Coefficients<C> c = load_coefficients<C>(arguments, slot, 0);
    const T rate = time * max_speed<P>(mean_before, c) * jumps(rough, mean_before);
    Fields<C> change{};
    add(change, lost_of_mode(lane, rate), own_mode());
    store(change, own(shared.modes));
    __syncthreads();
    Fields<C> value = node_value(lane);
    for (int i = 1; i < Np; ++i)
      add(value, -arguments.limiter.values[i * Np + lane],
          load<n_fields>(shared.modes + (local * Np + i) * n_fields));
    __syncthreads();
    store(value, own(shared.u));
    __syncthreads();
    const Fields<C> damped = mean();
    for (int f = 0; f < n_fields; ++f) value[f] += mean_before[f] - damped[f];
    __syncthreads();
    store(value, own(shared.u));
    __syncthreads();
    T strength = T(0);
    for (int i = 1; i < Np; ++i) strength = max_of(strength, lost_of_mode(i, rate));
    return strength;
  }

  /// θ of the own node and of some of the points.
  DGSOLVE_INLINE T share_of_points(const Fields<C>& mean, const Vec<T, P::n_positive>& of_mean,
                                   const Coefficients<C>& c) const {
    T least = positive_share<P>(node_value(lane), mean, of_mean, c);
    for (int q = lane; q < Nq; q += Np) {
      Fields<C> u{};
      for (int k = 0; k < Np; ++k) add(u, basis_at_point<C>(arguments, k, 0, q), node_value(k));
      least = min_of(least, positive_share<P>(u, mean, of_mean, c));
    }
    for (int point = lane; point < n_face_points; point += Np) {
      const unsigned short* const nodes = arguments.traces.face_nodes + point / Nfq * Nfp;
      const Fields<C> u =
          at_face_point<C, n_fields>(arguments, point % Nfq, [&](int m) { return node_value(nodes[m]); });
      least = min_of(least, positive_share<P>(u, mean, of_mean, c));
    }
    return least;
  }
  /// θ of the element; all threads come here.
  DGSOLVE_INLINE T share(const Fields<C>& mean) const {
    const Coefficients<C> c = load_coefficients<C>(arguments, slot, 0);
    const Vec<T, P::n_positive> of_mean = positive_quantities<P>(mean, c);
    shared.shares[local * Np + lane] = share_of_points(mean, of_mean, c);
    __syncthreads();
    T least = T(1);
    for (int i = 0; i < Np; ++i) least = min_of(least, shared.shares[local * Np + i]);
    return checked_share(least, of_mean);
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, Shared& shared) {
    const int local = threadIdx.x / Np, lane = threadIdx.x % Np, last = arguments.group.end - 1;
    const int place = arguments.group.begin + block_of_group<C>(arguments) * elements + local;
    // A place beyond the last element computes what is never stored.
    const LimiterPass pass{arguments, shared, place < last ? place : last, local, lane};
    const T time = static_cast<T>(arguments.stage.b * arguments.clock->dt);
    store(load_fields<C>(arguments.u_next, pass.slot, lane), pass.own(shared.u));
    if (threadIdx.x == 0) shared.some_rough = 0;
    __syncthreads();
    const Fields<C> mean = pass.mean();
    const bool rough = pass.find_rough() && time > T(0);
    if (rough) shared.some_rough = 1;
    __syncthreads();
    T strength = T(0);
    if (shared.some_rough != 0) strength = pass.damp(rough, time, mean);
    const T theta = pass.share(mean);
    if (place > last || (theta >= T(1) && !rough)) return;
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
