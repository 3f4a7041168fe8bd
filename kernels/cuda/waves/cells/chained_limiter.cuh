/// Whether the limiter (limiter.cuh) may act on the new state of a chained stage's cells, found where it
/// stands in shared memory. So the limiter's own pass leaves all other cells.
#pragma once

#include "kernels/cuda/waves/cells/chained_points.cuh"
#include "kernels/cuda/waves/cells/rough_cells.cuh"
#include "kernels/waves/traits/limiter.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C, bool is_curved>
struct ChainedLimiter {
  using Points = ChainedPoints<C, is_curved>;
  using P = typename C::Equation;
  using T = typename C::Real;
  static constexpr int n_fields = P::n_fields, n_faces = P::dim + 1, Np = C::Np, Nfp = C::Nfp;
  static constexpr int lanes = 4;  ///< of an element

  const Points& cells;
  const Arguments<C>& arguments;
  const T* const u;  ///< [node][field] of the lane's element

  DGSOLVE_INLINE explicit ChainedLimiter(const Points& points)
      : cells(points),
        arguments(points.arguments),
        u(points.shared.own + points.element * Points::own_stride) {}

  DGSOLVE_INLINE Fields<C> node_value(int node) const { return load<n_fields>(u + node * n_fields); }
  /// Over the element's lanes.
  static DGSOLVE_INLINE T sum(T value) {
    for (int bits = 1; bits < lanes; bits *= 2) value += exchange(value, bits);
    return value;
  }

  DGSOLVE_INLINE Fields<C> mean() const {
    const T* weights = arguments.limiter.mean;
    if constexpr (is_curved)
      weights = arguments.limiter.mean_of_curved +
                static_cast<long long>(cells.slot_of(cells.element) - arguments.curved.first) * Np;
    Fields<C> mean{};
    for (int node = cells.column; node < Np; node += lanes) add(mean, weights[node], node_value(node));
    for (int f = 0; f < n_fields; ++f) mean[f] = sum(mean[f]);
    return mean;
  }

  DGSOLVE_INLINE bool is_rough() const {
    constexpr int n_own = (Np + lanes - 1) / lanes;  // modes of a lane
    Vec<T, n_own> modes{};
    DGSOLVE_UNROLL_BY(2)
    for (int node = 0; node < Np; ++node) {
      const T value = u[node * n_fields + P::rough_field];
      DGSOLVE_UNROLL
      for (int i = 0; i < n_own; ++i)
        if (const int mode = cells.column + lanes * i; mode < Np)
          modes[i] += arguments.limiter.modes[node * Np + mode] * value;
    }
    ModeSquares<T> squares{cells.column == 0 ? modes[0] * modes[0] : T(0)};
    for (int i = 0; i < n_own; ++i)
      if (const int mode = cells.column + lanes * i; mode > 0 && mode < Np)
        squares.add(modes[i], arguments.limiter.is_highest[mode]);
    return DGSOLVE_NAMESPACE::is_rough<T>({sum(squares.mean), sum(squares.others), sum(squares.highest)},
                                          *arguments.limiter.gate);
  }

  /// Whether a state is as positive as it must be beside the mean.
  DGSOLVE_INLINE bool is_positive(const Fields<C>& value, const Vec<T, P::n_positive>& of_mean) const {
    bool all = true;
    for (int i = 0; i < P::n_positive; ++i)
      all &= P::positive(i, value, cells.c) >= T(least_positive_share) * of_mean[i];
    return all;
  }
  /// Whether no point can fail, by those of the element's nodes that are the lane's. With Σ_i |ℓ_i(x)| ≤ Λ
  /// u(x) = ū + Σ_i ℓ_i(x) (u_i − ū) lies in the convex hull of the states ū ± Λ(u_i − ū). What is concave
  /// is least at one of them.
  DGSOLVE_INLINE bool is_surely_positive(const Fields<C>& mean, const Vec<T, P::n_positive>& of_mean) const {
    const T lebesgue = *arguments.limiter.lebesgue;
    bool all = true;
    for (int node = cells.column; node < Np; node += lanes) {
      Fields<C> deviation = node_value(node), above = mean, below = mean;
      add(deviation, T(-1), mean);
      add(above, lebesgue, deviation);
      add(below, -lebesgue, deviation);
      all &= is_positive(above, of_mean) && is_positive(below, of_mean);
    }
    return all;
  }

  /// Whether the state is positive at those of the element's nodes and points that are the lane's.
  DGSOLVE_INLINE bool is_positive() const {
    constexpr int point_blocks = product_steps(C::Nq), face_blocks = product_steps(C::Nfq);
    const Fields<C> mean = this->mean();
    const Vec<T, P::n_positive> of_mean = positive_quantities<P>(mean, cells.c);
    if (ballot(!is_surely_positive(mean, of_mean)) == 0) return true;  // as most flows are nearly everywhere
    bool all = true;
    const auto take = [&](const Fields<C>& value) { all &= is_positive(value, of_mean); };
    const auto take_points = [&](const auto& values) {
      take(values.at(0));
      take(values.at(1));
    };
    for (int node = cells.column; node < Np; node += lanes) take(node_value(node));
    DGSOLVE_UNROLL_BY(1)
    for (int block = cells.warp; block < point_blocks; block += Points::warps)
      take_points(cells.template at_cell_points<n_fields>(block, [&](int node) { return node_value(node); }));
    DGSOLVE_UNROLL_BY(1)
    for (int i = cells.warp; i < n_faces * face_blocks; i += Points::warps) {
      const unsigned short* const nodes = arguments.traces.face_nodes + i / face_blocks * Nfp;
      take_points(cells.template at_face_points<n_fields, 1>(i % face_blocks,
                                                             [&](int m) { return node_value(nodes[m]); })[0]);
    }
    return all;
  }
};

/// Leaves in LimiterArguments::asks for which of the block's elements the limiter may act; behind a barrier
/// that follows the update.
/// A call of its own: it would take registers from the stage's products, and finds all that it needs in
/// shared memory.
template <class C, bool is_curved>
DGSOLVE_NOINLINE void ask_limiter(const Arguments<C>& arguments,
                                  typename ChainedBlock<C, is_curved>::Shared& shared) {
  using Limiter = ChainedLimiter<C, is_curved>;
  const ChainedPoints<C, is_curved> points(arguments, shared);
  const Limiter limiter(points);
  bool asks = !limiter.is_positive();
  if (points.warp == points.warps - 1) asks = limiter.is_rough() || asks;
  const unsigned of_warp = ballot(asks);
  if (points.lane == 0) points.shared.asking[points.warp] = of_warp;
  __syncthreads();
  const int element = static_cast<int>(threadIdx.x), slot = points.first + element;
  if (element >= points.elements || slot > points.last) return;
  unsigned asking = 0;
  for (int warp = 0; warp < points.warps; ++warp) asking |= points.shared.asking[warp];
  points.arguments.limiter.asks[slot] = (asking >> (Limiter::lanes * element) & 15u) != 0;
}

}  // namespace DGSOLVE_NAMESPACE::cuda
