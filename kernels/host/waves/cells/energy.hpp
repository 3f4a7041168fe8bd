/// The energies of a block's cells, as WaveOperator::energy defines them: Σ_q w_q/J_q energy(z(x_q)), where z
/// = J u in straight cells, and in curved ones solves P (1/J) z = u, since M_{1/J} = Vᵀ (W/J) V and P =
/// M⁻¹VᵀW. The eigenvalues of P (1/J), self-adjoint in the inner product of M, lie between the extremes of
/// 1/J. Sums are of double precision.
#pragma once

#include "kernels/host/simd/products.hpp"
#include "kernels/host/waves/cells/block.hpp"
#include "kernels/waves/richardson.hpp"
#include "kernels/waves/traits/symmetric.hpp"

namespace DGSOLVE_NAMESPACE {

/// What turns a block's nodal values u to z = scale·ẑ, and weights them at quadrature points.
template <class P, class T>
struct CellMass {
  using Number = Pack<T>;
  static constexpr int W = Pack<T>::width, dim = P::dim, R = rows_per_panel(P::n_fields);
  static constexpr int values_at_point = has_curl_pair<P> ? 6 : dim * dim + 1;

  const host::Tables<T>& tables;
  /// Of curved cells [Nq][dim·dim J·metric; 1/J][lane], or covariant weights, whose determinant is 1/J; null:
  /// straight.
  const T* cell = nullptr;
  const T* scale;  ///< [lane]: J, or its smallest value in the cell

  DGSOLVE_INLINE CellMass(const host::Tables<T>& tables, int index) : tables(tables) {
    const int curved = index - tables.curved.first_block;
    if (curved < 0) {
      scale = tables.straight.jacobian + index * W;
      return;
    }
    const T* cells = has_curl_pair<P> ? tables.covariant.weights : tables.curved.cell;
    cell = cells + layout::block(curved, tables.points.Nq * values_at_point, W);
    scale = tables.curved.jacobian + layout::block(curved, 2, W);
  }

  /// scale/J at a point.
  DGSOLVE_INLINE Number weight(int q) const {
    if (cell == nullptr) return Number(1);
    return Number::load(scale) * inverse_J(cell + q * values_at_point * W);
  }

  /// Values of scratch space that `weighted` takes for n values a node.
  static std::size_t scratch(const host::Tables<T>& tables, int n) {
    return W * n * (tables.Np + tables.points.Nq);
  }
  /// ẑ from u, both [Np][n][lane]; where it differs from u, in z.
  template <int n>
  DGSOLVE_INLINE const T* weighted(const T* u, T* z, T* rest) const {
    if (cell == nullptr) return u;
    solve<n>(u, z, rest);
    return z;
  }

 private:
  static DGSOLVE_INLINE Number inverse_J(const T* at_point) {
    if constexpr (has_curl_pair<P>)
      return determinant(load<6>(at_point));
    else
      return Number::load(at_point + dim * dim * W);
  }
  /// P (J_min/J) z = u.
  template <int n>
  __attribute__((noinline)) void solve(const T* u, T* z, T* rest) const {
    const int Np = tables.Np, Nq = tables.points.Nq;
    T *direction = rest, *points = direction + Np * n * W;
    double ratio = 1;  // of all lanes, so that they take as many steps
    for (int l = 0; l < W; ++l) ratio = scale[W + l] < ratio ? scale[W + l] : ratio;
    const Richardson iteration(ratio, richardson_tolerance<T>);
    const Number first(iteration.first), keep(iteration.keep), add(iteration.add);
    for (int i = 0; i < Np * n * W; i += W) {
      const auto start = first * Number::load(u + i);
      start.store(direction + i);
      start.store(z + i);
    }
    using Values = Vec<Number, n>;
    for (int step = 0; step < iteration.steps; ++step) {
      for_rows<R, n>(tables.points.values, Nq, Np, z, [&](int q, const Values& f) {
        const auto of_point = weight(q);
        Values weighted;
        for (int i = 0; i < n; ++i) weighted[i] = of_point * f[i];
        store(weighted, points + q * n * W);
      });
      for_rows<R, n>(tables.curved.project, Np, Nq, points, [&](int node, const Values& f) {
        for (int i = 0; i < n; ++i) {
          const int at = (node * n + i) * W;
          const auto residual = Number::load(u + at) - f[i];
          const auto next = keep * Number::load(direction + at) + add * residual;
          next.store(direction + at);
          (Number::load(z + at) + next).store(z + at);
        }
      });
    }
  }
};

template <class T, int n>
DGSOLVE_INLINE Vec<double, n> lane_in_double(const Vec<Pack<T>, n>& v, int lane) {
  Vec<double, n> scalar;
  for (int i = 0; i < n; ++i) scalar[i] = v[i].v[lane];
  return scalar;
}

template <class P, class T>
struct BlockEnergy {
  using B = Block<P, T>;
  using Number = Pack<T>;
  using Fields = typename B::Fields;
  static constexpr int W = B::W, n_fields = P::n_fields, n_coefficients = P::n_coefficients;
  static constexpr int R = rows_per_panel(n_fields);

  /// Own nodal values; ẑ; coefficients at points; what CellMass takes.
  static std::size_t scratch(const host::Tables<T>& tables) {
    return W * (tables.Np * (Nodes<P, T>::values_per_node + n_fields) + tables.points.Nq * n_coefficients) +
           CellMass<P, T>::scratch(tables, n_fields);
  }

  /// Coefficients at a point; nodal ones are at_points [Nq][coefficient][lane].
  static DGSOLVE_INLINE typename B::Coefficients coefficients(const Nodes<P, T>& nodes, const T* at_points,
                                                              int q) {
    if constexpr (P::nodal_coefficients) return load<n_coefficients>(at_points + q * n_coefficients * W);
    return nodes.region;
  }

  /// Calls body(q, ẑ, coefficients) at the quadrature points.
  template <class Body>
  static DGSOLVE_INLINE void for_points(const host::Tables<T>& tables, const CellMass<P, T>& mass, const T* u,
                                        int index, T* scratch, Body body) {
    host::Step<T> step{};
    step.u = u;
    const B block{tables, step, index};
    const Nodes<P, T> nodes(block, scratch);
    T* at_points = scratch + tables.Np * Nodes<P, T>::values_per_node * W;
    T* z = at_points + tables.points.Nq * n_coefficients * W;
    T* rest = z + tables.Np * n_fields * W;
    if constexpr (P::nodal_coefficients)
      for_rows<R, n_coefficients>(
          tables.points.values, tables.points.Nq, tables.Np, nodes.coefficients,
          [&](int q, const auto& c) { store(c, at_points + q * n_coefficients * W); });
    for_rows<R, n_fields>(
        tables.points.values, tables.points.Nq, tables.Np,
        mass.template weighted<n_fields>(nodes.state, z, rest),
        [&](int q, const Fields& at_point) { body(q, at_point, coefficients(nodes, at_points, q)); });
  }

  /// to: [lane].
  static void energy(const host::Tables<T>& tables, const T* u, int index, T* scratch, double* to) {
    const CellMass<P, T> mass(tables, index);
    for (int l = 0; l < W; ++l) to[l] = 0;
    for_points(tables, mass, u, index, scratch,
               [&](int q, const Fields& z, const typename B::Coefficients& c) {
                 const Number factor = Number::broadcast(tables.points.weights + q) * mass.weight(q);
                 for (int l = 0; l < W; ++l)
                   to[l] += factor.v[l] * P::energy(lane_in_double<T>(z, l), lane_in_double<T>(c, l));
               });
    for (int l = 0; l < W; ++l) to[l] *= mass.scale[l];
  }
};

}  // namespace DGSOLVE_NAMESPACE
