/// The energies of a block's covariant cells: in covariant components Σ_q w_q energy(L_qᵀ z(x_q)), where z
/// solves P W V z = û, as covariant.hpp inverts the mass, and L_q L_qᵀ = W_q: |L_qᵀ z|² = z·W_q z, and the
/// energy of an equation with a curl pair is isotropic.
#pragma once

#include "kernels/host/waves/cells/covariant_faces.hpp"
#include "kernels/host/waves/cells/energy.hpp"
#include "kernels/waves/traits/symmetric.hpp"

namespace DGSOLVE_NAMESPACE {

/// The weights of a block's cells at quadrature points, and what turns û to z.
template <class P, class T>
struct CovariantMass {
  using Number = Pack<T>;
  using Fields = Vec<Number, 6>;
  static constexpr int W = Number::width, R = rows_per_panel(6), mean_values = 7;

  const host::Tables<T>& tables;
  const T* weights;  ///< [Nq][6][lane]
  const T* mean;     ///< [7][lane]: M, which W̄ nearly inverts; the smallest eigenvalue of P W V M

  DGSOLVE_INLINE CovariantMass(const host::Tables<T>& tables, int index)
      : tables(tables),
        weights(tables.covariant.weights +
                layout::block(index - tables.curved.first_block, tables.points.Nq * 6, W)),
        mean(tables.covariant.mean + layout::block(index - tables.curved.first_block, mean_values, W)) {}

  DGSOLVE_INLINE Fields weights_at(int q) const { return load<6>(weights + q * 6 * W); }

  /// Values of scratch space that `solve` takes.
  static std::size_t scratch(const host::Tables<T>& tables) { return W * 6 * (tables.Np + tables.points.Nq); }

  /// z from û, both [Np][6][lane]: z = M z', and P W V M z' = û.
  __attribute__((noinline)) void solve(const T* u, T* z, T* rest) const {
    const int Np = tables.Np, Nq = tables.points.Nq;
    T *direction = rest, *points = direction + Np * 6 * W;
    double smallest = 1;  // of all lanes, so that they take as many steps
    for (int l = 0; l < W; ++l) smallest = mean[6 * W + l] < smallest ? mean[6 * W + l] : smallest;
    const Richardson iteration(smallest, richardson_tolerance<T>);
    const Number first(iteration.first), keep(iteration.keep), add(iteration.add);
    const Fields M = load<6>(mean);
    for (int i = 0; i < Np * 6 * W; i += W) {
      const auto start = first * Number::load(u + i);
      start.store(direction + i);
      start.store(z + i);
    }
    for (int step = 0; step < iteration.steps; ++step) {
      for_rows<R, 6>(tables.points.values, Nq, Np, z, [&](int q, const Fields& f) {
        store(times_symmetric(weights_at(q), times_symmetric(M, f)), points + q * 6 * W);
      });
      for_rows<R, 6>(tables.curved.project, Np, Nq, points, [&](int node, const Fields& f) {
        for (int i = 0; i < 6; ++i) {
          const int at = (node * 6 + i) * W;
          const auto residual = Number::load(u + at) - f[i];
          const auto next = keep * Number::load(direction + at) + add * residual;
          next.store(direction + at);
          (Number::load(z + at) + next).store(z + at);
        }
      });
    }
    for (int node = 0; node < Np; ++node)
      store(times_symmetric(M, load<6>(z + node * 6 * W)), z + node * 6 * W);
  }
};

template <class P, class T>
struct CovariantEnergy {
  using B = Block<P, T>;
  using Number = Pack<T>;
  using Fields = typename B::Fields;
  static constexpr int W = B::W, R = rows_per_panel(6);

  /// Own nodal values, Cartesian and covariant; z; what CovariantMass takes.
  static std::size_t scratch(const host::Tables<T>& tables) {
    return W * tables.Np * 18 + CovariantMass<P, T>::scratch(tables);
  }

  /// to: [lane].
  static void energy(const host::Tables<T>& tables, const T* u, int index, T* scratch, double* to) {
    host::Step<T> step{};
    step.u = u;
    const B block{tables, step, index};
    const int n = tables.Np * 6 * W;
    const Nodes<P, T> nodes(block, scratch);
    const CovariantNodes<P, T> own(block, nodes, scratch + n);
    const CovariantMass<P, T> mass(tables, index);
    T* const z = scratch + 2 * n;
    mass.solve(own.values, z, z + n);
    for (int l = 0; l < W; ++l) to[l] = 0;
    for_rows<R, 6>(tables.points.values, tables.points.Nq, tables.Np, z, [&](int q, const Fields& at_point) {
      const auto root = transposed_root(mass.weights_at(q));
      Fields weighted;
      for (int p = 0; p < 2; ++p)
        for (int i = 0; i < 3; ++i)
          weighted[P::curl_pair[p] + i] = dot_product(root[i], CovariantForm<P, T>::vector(at_point, 3 * p));
      const T weight = tables.points.weights[q];
      for (int l = 0; l < W; ++l)
        to[l] += weight * P::energy(lane_in_double<T>(weighted, l), lane_in_double<T>(nodes.region, l));
    });
  }
};

}  // namespace DGSOLVE_NAMESPACE
