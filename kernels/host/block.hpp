/// What straight and curved blocks have in common: coefficients, traces from across a face, exterior states,
/// and the update at a node.
#pragma once

#include "kernels/equation.hpp"
#include "kernels/host/layout.hpp"
#include "kernels/host/pack.hpp"
#include "kernels/host/stage_tables.hpp"

namespace DGSOLVE_NAMESPACE {

template <int n, class T>
DGSOLVE_INLINE Vec<Pack<T>, n> load(const T* from) {
  Vec<Pack<T>, n> v;
  for (int i = 0; i < n; ++i) v[i] = Pack<T>::load(from + i * Pack<T>::width);
  return v;
}

template <int n, class T>
DGSOLVE_INLINE void store(const Vec<Pack<T>, n>& v, T* to) {
  for (int i = 0; i < n; ++i) v[i].store(to + i * Pack<T>::width);
}

/// One lane of v.
template <int n, class T>
DGSOLVE_INLINE Vec<T, n> lane_of(const Vec<Pack<T>, n>& v, int lane) {
  Vec<T, n> scalar;
  for (int i = 0; i < n; ++i) scalar[i] = v[i].v[lane];
  return scalar;
}

/// A block of elements of equation P during a stage.
template <class P, class T>
struct Block {
  static constexpr int W = Pack<T>::width, n_faces = P::dim + 1;
  using Number = Pack<T>;
  using Fields = Vec<Number, P::n_fields>;
  using Coefficients = Vec<Number, P::n_coefficients>;

  const host::Tables<T>& tables;
  const host::Step<T>& step;
  int index;

  DGSOLVE_INLINE const T* state() const { return step.u + layout::block(index, tables.Np * P::n_fields, W); }
  DGSOLVE_INLINE Fields state_at(int node) const {
    return load<P::n_fields>(state() + layout::in_block(P::n_fields, node, 0) * W);
  }

  /// Coefficients of the region each slot lies in.
  DGSOLVE_INLINE Coefficients region_coefficients(const int* slots) const {
    Coefficients c;
    for (int l = 0; l < W; ++l) {
      const T* row = tables.coefficients + tables.coefficient_row[slots[l]] * P::n_coefficients;
      for (int i = 0; i < P::n_coefficients; ++i) c[i].v[l] = row[i];
    }
    return c;
  }
  DGSOLVE_INLINE Coefficients own_region_coefficients() const {
    int slots[W];
    for (int l = 0; l < W; ++l) slots[l] = index * W + l;
    return region_coefficients(slots);
  }
  DGSOLVE_INLINE Coefficients nodal_coefficients_at(int node) const {
    return load<P::n_coefficients>(tables.coefficients +
                                   layout::block(index, tables.Np * P::n_coefficients, W) +
                                   layout::in_block(P::n_coefficients, node, 0) * W);
  }
  /// At a node; `region`: own_region_coefficients(), where they are no nodal ones.
  DGSOLVE_INLINE Coefficients coefficients_at(int node, const Coefficients& region) const {
    if constexpr (P::nodal_coefficients)
      return nodal_coefficients_at(node);
    else
      return region;
  }

  DGSOLVE_INLINE const int* neighbors(int face) const {
    return tables.neighbor + (index * n_faces + face) * W;
  }

  /// Values across a face at its nodes, in our order, of an array with n values a node: to[Nfp][n][lane].
  template <int n>
  DGSOLVE_INLINE void gather(int face, const T* array, T* to) const {
    const int* slot = neighbors(face);
    const std::uint8_t* permutation = tables.permutation + (index * n_faces + face) * W;
    for (int l = 0; l < W; ++l) {
      const T* from = array + layout::element(slot[l], tables.Np * n, W);
      const int* nodes = tables.permutations + permutation[l] * tables.Nfp;
      for (int m = 0; m < tables.Nfp; ++m)
        for (int i = 0; i < n; ++i) to[(m * n + i) * W + l] = from[layout::in_block(n, nodes[m], i) * W];
    }
  }

  /// The exterior state of one lane at point `point` of a boundary face.
  DGSOLVE_INLINE Vec<T, P::n_fields> exterior(const host::BoundaryFace& boundary, int point, const Fields& u,
                                              const Vec<Number, P::dim>& n, const Coefficients& c) const {
    const host::BoundaryPoints& points = tables.points;
    const int at = boundary.first_point + point;
    Vec<T, P::dim> x;
    for (int d = 0; d < P::dim; ++d) x[d] = static_cast<T>(points.x[d][at]);
    Vec<T, P::n_fields> data;
    for (int f = 0; f < P::n_fields; ++f)
      data[f] = static_cast<T>(points.data[static_cast<std::size_t>(f) * points.n + at]);
    return P::exterior(boundary.type, lane_of(u, boundary.lane), data, lane_of(n, boundary.lane), x, step.t,
                       lane_of(c, boundary.lane), tables.alpha);
  }

  /// Calls body(boundary face) for the lanes whose face `face` is at a boundary.
  template <class Body>
  DGSOLVE_INLINE void for_boundary_lanes(int face, Body body) const {
    for (int i = tables.boundary_begin[index]; i < tables.boundary_begin[index + 1]; ++i)
      if (tables.boundary_faces[i].face == face) body(tables.boundary_faces[i]);
  }

  DGSOLVE_INLINE Fields volume_source(int node) const {
    Fields s;
    for (int f = 0; f < P::n_fields; ++f) s[f] = Number(0);
    if (step.source_begin == nullptr) return s;
    const std::size_t at = layout::block(index, tables.Np, W) + layout::in_block(1, node, 0) * W;
    for (int f = 0; f < P::n_fields; ++f)
      for (int i = step.source_begin[f]; i < step.source_begin[f + 1]; ++i)
        s[f] += Number::broadcast(&step.source[i].factor) * Number::load(step.source[i].values + at);
    return s;
  }

  /// The Runge–Kutta stage at a node, where Q ∂u/∂t = divergence + S.
  DGSOLVE_INLINE void update(int node, const Fields& divergence, const Coefficients& c) const {
    const std::size_t at =
        layout::block(index, tables.Np * P::n_fields, W) + layout::in_block(P::n_fields, node, 0) * W;
    const Fields u = load<P::n_fields>(step.u + at);
    const Fields s = P::source(u, volume_source(node), Number(step.t), c);
    Fields rate;
    for (int f = 0; f < P::n_fields; ++f) rate[f] = divergence[f] + s[f];
    rate = P::apply_inverse_storage(rate, c);
    const Number a(step.a), b(step.b), dt(step.dt);
    for (int f = 0; f < P::n_fields; ++f) {
      Number residual = dt * rate[f];
      if (step.a != 0) residual += a * Number::load(step.residual + at + f * W);
      residual.store(step.residual + at + f * W);
      (u[f] + b * residual).store(step.u_next + at + f * W);
    }
  }
};

}  // namespace DGSOLVE_NAMESPACE
