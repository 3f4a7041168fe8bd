/// What straight and curved blocks have in common: coefficients, traces from across a face, exterior states,
/// and the update at a node.
#pragma once

#include "kernels/host/simd/layout.hpp"
#include "kernels/host/simd/prefetch.hpp"
#include "kernels/host/simd/records.hpp"
#include "kernels/host/waves/cells/stage_tables.hpp"
#include "kernels/waves/traits/equation.hpp"

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

template <int n, class T>
DGSOLVE_INLINE void copy(const T* from, T* to) {
  __builtin_memcpy(to, from, n * sizeof(T));
}

/// One lane of v.
template <int n, class T>
DGSOLVE_INLINE Vec<T, n> lane_of(const Vec<Pack<T>, n>& v, int lane) {
  Vec<T, n> scalar;
  for (int i = 0; i < n; ++i) scalar[i] = v[i].v[lane];
  return scalar;
}

/// The equation's parameters of its numerical flux.
template <class P, class Number, class T>
DGSOLVE_INLINE Vec<Number, P::n_flux_parameters> flux_parameters(const host::Tables<T>& tables) {
  Vec<Number, P::n_flux_parameters> parameters{};
  for (int i = 0; i < P::n_flux_parameters; ++i) parameters[i] = Number(tables.flux_parameters[i]);
  return parameters;
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

  /// The block's own values in an array with n values a node, of records.
  template <int n, class U>
  DGSOLVE_INLINE U* own(U* array) const {
    return array + layout::block(index, tables.Np * n, W);
  }
  /// Copies the block's values from records to packs: to[Np][n][lane].
  template <int n>
  DGSOLVE_INLINE void unpack(const T* array, T* to) const {
    const T* from = own<n>(array);
    for (int node = 0; node < tables.Np; ++node) store(record<n>(from, node), to + node * n * W);
  }

  /// Coefficients of the region each slot lies in.
  DGSOLVE_INLINE Coefficients region_coefficients(const int* slots) const {
    Coefficients c;
    for (int l = 0; l < W; ++l) {
      const T* row = tables.media.values + tables.media.row[slots[l]] * P::n_coefficients;
      for (int i = 0; i < P::n_coefficients; ++i) c[i].v[l] = row[i];
    }
    return c;
  }
  DGSOLVE_INLINE Coefficients own_region_coefficients() const {
    int slots[W];
    for (int l = 0; l < W; ++l) slots[l] = index * W + l;
    return region_coefficients(slots);
  }
  DGSOLVE_INLINE const int* neighbors(int face) const {
    return tables.faces.neighbor + (index * n_faces + face) * W;
  }

  /// Where the records across a face stand, lane by lane, in an array with n values a node.
  template <int n>
  struct Across {
    const T* element[W];  ///< first record of the neighbour
    const int* nodes[W];  ///< [Nfp]: its nodes in the order of ours
    int Nfp;

    DGSOLVE_INLINE Across(const Block& block, int face, const T* array) : Nfp(block.tables.Nfp) {
      const host::Tables<T>& t = block.tables;
      const int* slots = block.neighbors(face);
      const std::uint8_t* permutation = t.faces.permutation + (block.index * n_faces + face) * W;
      for (int l = 0; l < W; ++l) {
        const unsigned slot = slots[l];
        element[l] = array + layout::block(slot / W, t.Np * n, W) + layout::record(n, 0, slot % W, W);
        nodes[l] = t.faces.permutations + permutation[l] * t.Nfp;
      }
    }
    DGSOLVE_INLINE const T* record(int m, int lane) const {
      return element[lane] + layout::record(n, nodes[lane][m], 0, W);
    }
    /// to[Nfp][lane][n]
    DGSOLVE_INLINE void copy_records(T* to) const {
      for (int m = 0; m < Nfp; ++m)
        for (int l = 0; l < W; ++l) copy<n>(record(m, l), to + layout::record(n, m, l, W));
    }
    /// Asks for the records of node m.
    DGSOLVE_INLINE void prefetch_node(int m) const {
      for (int l = 0; l < W; ++l) prefetch_anywhere(record(m, l), n);
    }
  };
  /// Traces come from all over memory: those of this block are asked for while the one at hand is worked on.
  DGSOLVE_INLINE Block later() const {
    return {tables, step, index + 2 < tables.n_blocks ? index + 2 : index};
  }
  /// Records across a face at its nodes: to[Nfp][lane][n].
  template <int n>
  DGSOLVE_INLINE void gather(int face, const T* array, T* to) const {
    Across<n>(*this, face, array).copy_records(to);
  }

  /// Record m of every lane, as packs; records: [·][lane][n].
  template <int n>
  DGSOLVE_INLINE Vec<Number, n> record(const T* records, int m) const {
    return Records<T, n>::to_packs(load<n>(records + m * n * W));
  }

  /// The case's data in a field at point `point` of a boundary face or an interface.
  DGSOLVE_INLINE T data_at(const host::BoundaryFace& boundary, int point, int field) const {
    const host::BoundaryPoints& points = tables.faces.boundary_points;
    return static_cast<T>(
        points.data[static_cast<std::size_t>(field) * points.n + boundary.first_point + point]);
  }
  /// … in all fields.
  DGSOLVE_INLINE Vec<T, P::n_fields> data(const host::BoundaryFace& boundary, int point) const {
    Vec<T, P::n_fields> values;
    for (int f = 0; f < P::n_fields; ++f) values[f] = data_at(boundary, point, f);
    return values;
  }
  /// The exterior state of one lane at point `point` of a boundary face.
  DGSOLVE_INLINE Vec<T, P::n_fields> exterior(const host::BoundaryFace& boundary, int point,
                                              const Vec<T, P::n_fields>& u, const Vec<T, P::dim>& n,
                                              const Vec<T, P::n_coefficients>& c) const {
    const int at = boundary.first_point + point;
    Vec<T, P::dim> x;
    for (int d = 0; d < P::dim; ++d) x[d] = static_cast<T>(tables.faces.boundary_points.x[d][at]);
    return P::exterior(boundary.type, u, data(boundary, point), n, x, step.t, c,
                       flux_parameters<P, T>(tables));
  }
  DGSOLVE_INLINE Vec<T, P::n_fields> exterior(const host::BoundaryFace& boundary, int point, const Fields& u,
                                              const Vec<Number, P::dim>& n, const Coefficients& c) const {
    const int lane = boundary.lane;
    return exterior(boundary, point, lane_of(u, lane), lane_of(n, lane), lane_of(c, lane));
  }
  /// What an interface meets at its nodes is the neighbour's state plus the data; traces: [Nfp][lane][field].
  /// Out of line, so that stages without interfaces keep their registers.
  __attribute__((noinline)) void add_data(const host::BoundaryFace& interface, T* traces) const {
    for (int m = 0; m < tables.Nfp; ++m) {
      T* const trace = traces + layout::record(P::n_fields, m, interface.lane, W);
      for (int f = 0; f < P::n_fields; ++f) trace[f] += data_at(interface, m, f);
    }
  }

  /// Calls body(boundary face) for the lanes whose face `face` is at a boundary, or an interface.
  template <class Body>
  DGSOLVE_INLINE void for_boundary_lanes(int face, Body body) const {
    for (int i = tables.faces.boundary_begin[index]; i < tables.faces.boundary_begin[index + 1]; ++i)
      if (tables.faces.boundary_faces[i].face == face) body(tables.faces.boundary_faces[i]);
  }

  DGSOLVE_INLINE Fields volume_source(int node) const {
    Fields s;
    for (int f = 0; f < P::n_fields; ++f) s[f] = Number(0);
    if (step.source_begin == nullptr) return s;
    const std::size_t at = layout::block(index, tables.Np, W) + layout::record(1, node, 0, W);
    for (int f = 0; f < P::n_fields; ++f)
      for (int i = step.source_begin[f]; i < step.source_begin[f + 1]; ++i)
        s[f] += Number::broadcast(&step.source[i].factor) * Number::load(step.source[i].values + at);
    return s;
  }

  /// s − damping · u
  DGSOLVE_INLINE void damp(int node, const Fields& u, Fields& s) const {
    if (step.damping == nullptr) return;
    const Number rate =
        Number::load(step.damping + layout::block(index, tables.Np, W) + layout::record(1, node, 0, W));
    for (int f = 0; f < P::n_fields; ++f) s[f] -= rate * u[f];
  }

  /// Asks for the next block's n packs a node at the place `at` of this block's. Spread over the work on a
  /// block, since many requests at once would only wait for each other.
  template <int n>
  DGSOLVE_INLINE void prefetch_next(std::size_t at) const {
    if (index + 1 >= tables.n_blocks) return;
    const std::size_t next = at + layout::block(1, tables.Np * n, W);
    prefetch(step.u + next, n * W);
    if (step.keeps_residual) prefetch(step.residual + next, n * W);
    prefetch(step.u_next + next, n * W);
  }

  /// to += factor · values
  template <int n>
  static DGSOLVE_INLINE void add(Number factor, const T* values, Vec<Number, n>& to) {
    for (int i = 0; i < n; ++i) to[i] += factor * Number::load(values + i * W);
  }

  /// The Runge–Kutta stage of n packs at the place `at` of a state, which change at these rates.
  template <int n>
  DGSOLVE_INLINE void advance(std::size_t at, const Vec<Number, n>& rate) const {
    if (step.general) [[unlikely]]
      return advance_in_general_form<n>(at, rate);
    const Number b(step.b), dt(step.dt);
    Vec<Number, n> residual;
    for (int i = 0; i < n; ++i) residual[i] = dt * rate[i];
    if (step.a != 0) add(Number(step.a), step.residual + at, residual);
    store(residual, step.residual + at);
    for (int i = 0; i < n; ++i)
      (Number::load(step.u + at + i * W) + b * residual[i]).store(step.u_next + at + i * W);
  }

  /// … of a scheme without 2N storage.
  template <int n>
  DGSOLVE_INLINE void advance_in_general_form(std::size_t at, const Vec<Number, n>& rate) const {
    const Number b(step.b), dt(step.dt), q(step.q), e(step.e);
    Vec<Number, n> residual, next;
    for (int f = 0; f < n; ++f) {
      residual[f] = dt * rate[f];
      next[f] = q * Number::load(step.u + at + f * W) + e * residual[f];
    }
    if (step.a != 0) add(Number(step.a), step.residual + at, residual);
    if (step.p != 0) add(Number(step.p), step.u0 + at, next);
    if (step.keeps_residual) store(residual, step.residual + at);
    for (int f = 0; f < n; ++f) (next[f] + b * residual[f]).store(step.u_next + at + f * W);
  }

  /// The stage at a node with state u, where Q ∂u/∂t = divergence + S + what the group's local model adds.
  template <class Model>
  DGSOLVE_INLINE void update(int node, const Fields& u, const Fields& divergence, const Coefficients& c,
                             const Model& model) const {
    constexpr int n = P::n_fields;
    Fields s = P::source(u, volume_source(node), Number(step.t), c);
    if constexpr (!P::linear) damp(node, u, s);
    Fields rate;
    for (int f = 0; f < n; ++f) rate[f] = divergence[f] + s[f];
    rate = P::apply_inverse_storage(rate, c);
    model.advance(*this, node, u, rate);
    rate = Records<T, n>::from_packs(rate);
    const std::size_t at = layout::block(index, tables.Np * n, W) + layout::record(n, node, 0, W);
    prefetch_next<n>(at);
    advance<n>(at, rate);
  }
};

/// The block's own values at its nodes, as packs in scratch space.
template <class P, class T>
struct Nodes {
  using B = Block<P, T>;
  static constexpr int coefficient_values = P::nodal_coefficients ? P::n_coefficients : 0;
  static constexpr int values_per_node = P::n_fields + coefficient_values;

  const T* state;         ///< [Np][n_fields][lane]
  const T* coefficients;  ///< [Np][n_coefficients][lane], where they are nodal
  typename B::Coefficients region;

  /// scratch: [Np][values_per_node][lane]
  DGSOLVE_INLINE Nodes(const B& block, T* scratch)
      : state(scratch), coefficients(scratch + block.tables.Np * P::n_fields * B::W) {
    block.template unpack<P::n_fields>(block.step.u, scratch);
    if constexpr (P::nodal_coefficients)
      block.template unpack<P::n_coefficients>(block.tables.media.values,
                                               scratch + block.tables.Np * P::n_fields * B::W);
    else
      region = block.own_region_coefficients();
  }

  DGSOLVE_INLINE typename B::Fields u(int node) const {
    return load<P::n_fields>(state + node * P::n_fields * B::W);
  }
  /// By value, or the region's by reference, which lets the compiler move what depends on them out of loops.
  DGSOLVE_INLINE decltype(auto) c(int node) const {
    if constexpr (P::nodal_coefficients)
      return load<P::n_coefficients>(coefficients + node * P::n_coefficients * B::W);
    else
      return (region);
  }
};

}  // namespace DGSOLVE_NAMESPACE
