/// The energies of a block's cells, as WaveOperator::energy defines them: Σ_q w_q/J_q energy(z(x_q)), where z
/// = J u in straight cells, and in curved ones solves P (1/J) z = u, since M_{1/J} = Vᵀ (W/J) V and P =
/// M⁻¹VᵀW. The eigenvalues of P (1/J), self-adjoint in the inner product of M, lie between the extremes of
/// 1/J. Sums are of double precision.
#pragma once

#include "kernels/base/richardson.hpp"
#include "kernels/host/simd/products.hpp"
#include "kernels/host/waves/block.hpp"

namespace DGSOLVE_NAMESPACE {

template <class P, class T>
struct BlockEnergy {
  using B = Block<P, T>;
  using Number = Pack<T>;
  using Fields = typename B::Fields;
  static constexpr int W = B::W, dim = P::dim, n_fields = P::n_fields, n_coefficients = P::n_coefficients;
  static constexpr int R = rows_per_panel(n_fields);

  /// Own nodal values; z and direction; values and coefficients at points.
  static std::size_t scratch(const host::Tables<T>& tables) {
    return W * (tables.Np * (Nodes<P, T>::values_per_node + 2 * n_fields) +
                tables.Nq * (n_fields + n_coefficients));
  }

  template <int n>
  static DGSOLVE_INLINE Vec<double, n> lane_in_double(const Vec<Number, n>& v, int lane) {
    Vec<double, n> scalar;
    for (int i = 0; i < n; ++i) scalar[i] = v[i].v[lane];
    return scalar;
  }

  /// to[lane] = Σ_q w_q weight(q) energy(z(x_q)); z: [Np][field][lane].
  template <class Weight>
  static DGSOLVE_INLINE void add_points(const host::Tables<T>& tables, const Nodes<P, T>& nodes, const T* z,
                                        T* coefficients, Weight weight, double* to) {
    if constexpr (P::nodal_coefficients)
      for_rows<R, n_coefficients>(
          tables.values, tables.Nq, tables.Np, nodes.coefficients,
          [&](int q, const auto& c) { store(c, coefficients + q * n_coefficients * W); });
    for (int l = 0; l < W; ++l) to[l] = 0;
    for_rows<R, n_fields>(tables.values, tables.Nq, tables.Np, z, [&](int q, const Fields& at_point) {
      auto c = nodes.region;
      if constexpr (P::nodal_coefficients) c = load<n_coefficients>(coefficients + q * n_coefficients * W);
      const Number factor = Number::broadcast(tables.weights + q) * weight(q);
      for (int l = 0; l < W; ++l)
        to[l] += factor.v[l] * P::energy(lane_in_double(at_point, l), lane_in_double(c, l));
    });
  }

  /// z [Np][field][lane], where P (J_min/J) z = u; rest: scratch.
  static DGSOLVE_INLINE void solve(const host::Tables<T>& tables, const Nodes<P, T>& nodes, const T* cell,
                                   const T* jacobian, T* z, T* rest) {
    const int Np = tables.Np;
    T *direction = rest, *points = direction + Np * n_fields * W;
    const auto smallest = Number::load(jacobian);
    double ratio = 1;  // of all lanes, so that they take as many steps
    for (int l = 0; l < W; ++l) ratio = jacobian[W + l] < ratio ? jacobian[W + l] : ratio;
    const Richardson iteration(ratio, richardson_tolerance<T>);
    const Number first(iteration.first), keep(iteration.keep), add(iteration.add);
    for (int i = 0; i < Np * n_fields * W; i += W) {
      const auto start = first * Number::load(nodes.state + i);
      start.store(direction + i);
      start.store(z + i);
    }
    for (int step = 0; step < iteration.steps; ++step) {
      for_rows<R, n_fields>(tables.values, tables.Nq, Np, z, [&](int q, const Fields& f) {
        const auto weight = smallest * Number::load(cell + (q * (dim * dim + 1) + dim * dim) * W);
        Fields weighted;
        for (int i = 0; i < n_fields; ++i) weighted[i] = weight * f[i];
        store(weighted, points + q * n_fields * W);
      });
      for_rows<R, n_fields>(tables.project, Np, tables.Nq, points, [&](int node, const Fields& f) {
        for (int i = 0; i < n_fields; ++i) {
          const int at = (node * n_fields + i) * W;
          const auto residual = Number::load(nodes.state + at) - f[i];
          const auto next = keep * Number::load(direction + at) + add * residual;
          next.store(direction + at);
          (Number::load(z + at) + next).store(z + at);
        }
      });
    }
  }

  /// to: [lane].
  static void energy(const host::Tables<T>& tables, const T* u, int index, T* scratch, double* to) {
    host::Step<T> step{};
    step.u = u;
    const Nodes<P, T> nodes(B{tables, step, index}, scratch);
    T* z = scratch + tables.Np * Nodes<P, T>::values_per_node * W;
    T* rest = z + tables.Np * n_fields * W;
    if (index < tables.n_straight_blocks) {
      add_points(
          tables, nodes, nodes.state, rest, [](int) { return Number(1); }, to);
      for (int l = 0; l < W; ++l) to[l] *= tables.jacobian[index * W + l];
      return;
    }
    const int curved = index - tables.n_straight_blocks;
    const T* cell = tables.curved_cell + layout::block(curved, tables.Nq * (dim * dim + 1), W);
    const T* jacobian = tables.curved_jacobian + layout::block(curved, 2, W);
    solve(tables, nodes, cell, jacobian, z, rest);
    const auto smallest = Number::load(jacobian);
    const auto weight = [&](int q) {
      return smallest * Number::load(cell + (q * (dim * dim + 1) + dim * dim) * W);
    };
    add_points(tables, nodes, z, rest, weight, to);
    for (int l = 0; l < W; ++l) to[l] *= jacobian[l];
  }
};

}  // namespace DGSOLVE_NAMESPACE
