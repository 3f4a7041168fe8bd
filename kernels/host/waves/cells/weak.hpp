/// A stage on a block of cells of an equation whose flux is not linear: weak form by quadrature,
///   r = Σ_d P_d (J g^d·F(V u)) − P_f sJ F*(V_f u_m, V_f u_p),   g^d = ∇r_d,
/// where P_d = M⁻¹D_dᵀW and P_f = M⁻¹V_fᵀW_f project from quadrature points (Hesthaven & Warburton 2008,
/// section 6.6). In straight cells ∂u/∂t = r/J; in curved ones ∂u/∂t = P (r/J), the weight-adjusted inverse
/// (Chan, Hewett & Warburton, SIAM J. Sci. Comput. 39 (2017) A1935, doi:10.1137/16M1089198). A viscous flux
/// (kernels/waves/traits/viscous_flux.hpp) is subtracted at the same points; its gradients come from a pass
/// before (gradient.hpp).
#pragma once

#include "kernels/host/waves/cells/gradient.hpp"
#include "kernels/host/waves/cells/group_model.hpp"
#include "kernels/host/waves/cells/point_geometry.hpp"

namespace DGSOLVE_NAMESPACE {

/// The equation that stands for P in all that computes no numerical flux: one for all of P's Riemann
/// solvers, so that these kernels are compiled once.
template <class P>
struct ForAllFluxes {
  using type = P;
};
template <class P>
requires requires { typename P::ForAllFluxes; }
struct ForAllFluxes<P> {
  using type = typename P::ForAllFluxes;
};

/// States of a face at its points from both sides, [Nfq][n_fields][lane].
template <class T>
struct FaceStates {
  const T *own, *across;
};

/// F* of P's Riemann solver at a face's points: to[Nfq][n_fields][lane].
template <class P, class T, bool is_curved>
DGSOLVE_NOINLINE void numerical_fluxes(const host::Tables<T>& tables,
                                       const PointGeometry<P::dim, T, is_curved>& geometry, int face,
                                       const FaceStates<T>& states,
                                       const Vec<Pack<T>, P::n_coefficients>& c_m,
                                       const Vec<Pack<T>, P::n_coefficients>& c_p, T* to) {
  constexpr int n = P::n_fields, W = Pack<T>::width;
  const auto parameters = flux_parameters<P, Pack<T>>(tables);
  for (int q = 0; q < tables.points.Nfq; ++q)
    store(P::numerical_flux(load<n>(states.own + q * n * W), c_m, load<n>(states.across + q * n * W), c_p,
                            geometry.normal(face, q), parameters),
          to + q * n * W);
}

/// A block of straight or curved cells. P stands for all of its Riemann solvers.
template <class P, class T, bool is_curved>
struct WeakBlock {
  using B = Block<P, T>;
  using Update = NodeUpdate<P, T>;
  using Number = Pack<T>;
  using Fields = typename B::Fields;
  using Coefficients = typename B::Coefficients;
  using Vector = Vec<Number, P::dim>;
  using Geometry = PointGeometry<P::dim, T, is_curved>;
  using Fluxes = decltype(&numerical_fluxes<P, T, is_curved>);
  static_assert(!P::nodal_coefficients);
  static constexpr int W = B::W, dim = P::dim, n_fields = P::n_fields, n_faces = B::n_faces;
  static constexpr int R = rows_per_panel(n_fields), n_slopes = n_gradients<P>();
  using Slopes = Vec<Number, n_slopes>;

  /// Own nodal values; columns of the right-hand side; its result r; gradients at nodes and points; of a face
  /// states on both sides at nodes and points, gradients likewise.
  static std::size_t scratch(const host::Tables<T>& tables) {
    const int Nq = tables.points.Nq, Nfq = tables.points.Nfq, Nfp = tables.Nfp, Np = tables.Np;
    const std::size_t columns = (Nq * dim + n_faces * Nfq) * n_fields, r = Np * n_fields;
    const std::size_t slopes = (Np + Nq) * n_slopes, face = (Nfp + Nfq) * (2 * n_fields + n_slopes);
    return W * (Np * Nodes<P, T>::values_per_node + columns + r + slopes + face);
  }

  /// Values at points from those at nodes, of panels [points][nodes]; without panels they are the same.
  template <int n, class Consume>
  static DGSOLVE_INLINE void for_points(const T* panels, int points, int nodes, const T* values,
                                        Consume consume) {
    if (panels != nullptr) return for_rows<R, n>(panels, points, nodes, values, consume);
    for (int q = 0; q < points; ++q) consume(q, load<n>(values + q * n * W));
  }
  /// to[points][n][lane]
  template <int n>
  static DGSOLVE_INLINE void find_at_points(const T* panels, int points, int nodes, const T* values, T* to) {
    constexpr int part = columns_at_once(R, n);
    for (int first = 0; first < n; first += part)
      for_rows<R, part>(
          panels, points, nodes, values + first * W,
          [&](int q, const Vec<Number, part>& v) { store(v, to + (q * n + first) * W); }, n);
  }
  /// … or the nodes' values.
  template <int n>
  static DGSOLVE_INLINE T* at_points(const T* panels, int points, int nodes, T* values, T* to) {
    if (panels == nullptr) return values;
    find_at_points<n>(panels, points, nodes, values, to);
    return to;
  }

  /// to[Nq][dim][field][lane]: J g^d·(F − F_v); slopes: [Nq][n_slopes][lane].
  static DGSOLVE_NOINLINE void volume_columns(const host::Tables<T>& tables, const Nodes<P, T>& nodes,
                                              const Geometry& geometry, const T* slopes, T* to) {
    for_points<n_fields>(
        tables.weak.values, tables.points.Nq, tables.Np, nodes.state, [&](int q, const Fields& u) {
          for (int d = 0; d < dim; ++d) {
            const Vector g = geometry.gradient(q, d);
            Fields f = P::normal_flux(u, nodes.region, g);
            if constexpr (n_slopes > 0) {
              const Fields viscous = P::viscous_flux(
                  u, P::gradients_along(load<n_slopes>(slopes + q * n_slopes * W), g), nodes.region);
              for (int i = 0; i < n_fields; ++i) f[i] -= viscous[i];
            }
            store(f, to + (q * dim + d) * n_fields * W);
          }
        });
  }

  /// States of a face at its points, [Nfq][n_fields][lane], at a boundary with the exterior ones across;
  /// scratch: [2][Nfp + Nfq][n_fields][lane].
  static DGSOLVE_NOINLINE FaceStates<T> face_states(const B& block, const Nodes<P, T>& nodes,
                                                    const Geometry& geometry, int face, T* scratch) {
    const host::Tables<T>& tables = block.tables;
    const int Nfp = tables.Nfp, Nfq = tables.points.Nfq;
    const int* face_nodes = tables.faces.nodes + face * Nfp;
    const T* const panels = tables.weak.face_values;
    T *const own = scratch, *const across = own + Nfp * n_fields * W;
    T* const to = across + Nfp * n_fields * W;
    const typename B::template Across<n_fields> ahead(block.later(), face, block.step.u);
    block.template gather<n_fields>(face, block.step.u, across);
    for (int m = 0; m < Nfp; ++m) {
      ahead.prefetch_node(m);
      store(nodes.u(face_nodes[m]), own + m * n_fields * W);
      store(block.template record<n_fields>(across, m), across + m * n_fields * W);
    }
    const T* const own_states = at_points<n_fields>(panels, Nfq, Nfp, own, to);
    T* const states_across = at_points<n_fields>(panels, Nfq, Nfp, across, to + Nfq * n_fields * W);
    block.for_boundary_lanes(face, [&](const host::BoundaryFace& boundary) {
      set_states_across(block, nodes, geometry, boundary, own_states, states_across);
    });
    return {own_states, states_across};
  }
  /// The states across of one lane: at a boundary the exterior ones, at an interface with the data.
  static DGSOLVE_NOINLINE void set_states_across(const B& block, const Nodes<P, T>& nodes,
                                                 const Geometry& geometry, const host::BoundaryFace& boundary,
                                                 const T* own, T* across) {
    const auto c = lane_of(nodes.region, boundary.lane);
    for (int q = 0; q < block.tables.points.Nfq; ++q) {
      T* const to = across + q * n_fields * W + boundary.lane;
      if (boundary.is_interface()) {
        for (int f = 0; f < n_fields; ++f) to[f * W] += block.data_at(boundary, q, f);
        continue;
      }
      const auto exterior =
          block.exterior(boundary, q, lane_of(load<n_fields>(own + q * n_fields * W), boundary.lane),
                         lane_of(geometry.normal(boundary.face, q), boundary.lane), c);
      for (int f = 0; f < n_fields; ++f) to[f * W] = exterior[f];
    }
  }

  /// The gradients of the side that takes the other's variables, at a boundary a cell's own.
  static DGSOLVE_INLINE auto slopes_across(const B& block, int face) {
    const host::Tables<T>& tables = block.tables;
    const T* const takes = tables.viscous.faces + (block.index * n_faces + face) * 2 * W;
    typename B::template Across<n_slopes> from(block, face, block.step.gradients);
    for (int l = 0; l < W; ++l)
      if (takes[l] != 0) {
        from.element[l] = block.step.gradients + layout::block(block.index, tables.Np * n_slopes, W) +
                          layout::record(n_slopes, 0, l, W);
        from.nodes[l] = tables.faces.nodes + face * tables.Nfp;
      }
    return from;
  }
  static DGSOLVE_NOINLINE const T* slopes_at_points(const B& block, int face, T* scratch) {
    if constexpr (n_slopes > 0) {
      const int Nfp = block.tables.Nfp;
      const auto across = slopes_across(block, face), ahead = slopes_across(block.later(), face);
      across.copy_records(scratch);
      for (int m = 0; m < Nfp; ++m) {
        ahead.prefetch_node(m);
        store(block.template record<n_slopes>(scratch, m), scratch + m * n_slopes * W);
      }
      return at_points<n_slopes>(block.tables.weak.face_values, block.tables.points.Nfq, Nfp, scratch,
                                 scratch + Nfp * n_slopes * W);
    }
    return nullptr;
  }

  /// Constants of a face for its viscous flux, the same at all of its points.
  struct ViscousFace {
    Number takes, per_length;  ///< 1 where this side takes the other's variables, else 0; 1/m
    Coefficients c;            ///< of the side that takes

    DGSOLVE_INLINE ViscousFace(const B& block, int face, const Coefficients& c_m, const Coefficients& c_p) {
      if constexpr (n_slopes == 0) return;
      const T* const of_face = block.tables.viscous.faces + (block.index * n_faces + face) * 2 * W;
      takes = Number::load(of_face);
      per_length = Number::load(of_face + W);
      for (int i = 0; i < P::n_coefficients; ++i) c[i] = select(takes > Number(0), c_m[i], c_p[i]);
    }
  };

  /// F_v* of all lanes at point q of a face, with the gradients of the side that takes the other's variables.
  static DGSOLVE_INLINE Fields viscous_flux(const B& block, int face, int q, const ViscousFace& viscous,
                                            const Fields& u_m, const Fields& u_p, const Slopes& slopes,
                                            const Coefficients& c_m, const Coefficients& c_p,
                                            const Vector& n) {
    Fields u;
    for (int i = 0; i < n_fields; ++i) u[i] = select(viscous.takes > Number(0), u_m[i], u_p[i]);
    const auto along = P::gradients_along(slopes, n);
    Fields flux = numerical_viscous_flux<P>(u, along_between<P>(along, u_m, u_p, c_m), viscous.c,
                                            variables_jump<P>(u_m, c_m, u_p, c_p), viscous.per_length);
    block.for_boundary_lanes(face, [&](const host::BoundaryFace& boundary) {
      const int lane = boundary.lane;
      const auto given = boundary_viscous_flux<P>(
          boundary.type, lane_of(u_m, lane), lane_of(along, lane), block.data(boundary, q), lane_of(n, lane),
          lane_of(c_m, lane), static_cast<T>(viscous.per_length.v[lane]));
      for (int f = 0; f < n_fields; ++f) flux[f].v[lane] = given[f];
    });
    return flux;
  }

  /// −= F_v* at a face's points. scratch: [Nfp + Nfq][n_slopes][lane]
  static DGSOLVE_INLINE void subtract_viscous_fluxes(const B& block, const Nodes<P, T>& nodes,
                                                     const Geometry& geometry, int face,
                                                     const FaceStates<T>& states, const Coefficients& c_p,
                                                     T* scratch, T* to) {
    const ViscousFace viscous_face(block, face, nodes.region, c_p);
    const T* const slopes = slopes_at_points(block, face, scratch);
    for (int q = 0; q < block.tables.points.Nfq; ++q) {
      const Fields viscous = viscous_flux(
          block, face, q, viscous_face, load<n_fields>(states.own + q * n_fields * W),
          load<n_fields>(states.across + q * n_fields * W), load<n_slopes>(slopes + q * n_slopes * W),
          nodes.region, c_p, geometry.normal(face, q));
      for (int f = 0; f < n_fields; ++f) {
        T* const at = to + (q * n_fields + f) * W;
        (Number::load(at) - viscous[f]).store(at);
      }
    }
  }

  /// to[Nfq][field][lane]: −sJ (F* − F_v*) at a face's points.
  static DGSOLVE_INLINE void face_columns(const B& block, const Nodes<P, T>& nodes, const Geometry& geometry,
                                          int face, Fluxes fluxes, T* scratch, T* to) {
    const host::Tables<T>& tables = block.tables;
    const Coefficients c_p = block.region_coefficients(block.neighbors(face));
    const FaceStates<T> states = face_states(block, nodes, geometry, face, scratch);
    fluxes(tables, geometry, face, states, nodes.region, c_p, to);
    if constexpr (n_slopes > 0)
      subtract_viscous_fluxes(block, nodes, geometry, face, states, c_p,
                              scratch + 2 * (tables.Nfp + tables.points.Nfq) * n_fields * W, to);
    for (int q = 0; q < tables.points.Nfq; ++q) {
      const Number sJ = geometry.sJ(face, q);
      for (int f = 0; f < n_fields; ++f) {
        T* const at = to + (q * n_fields + f) * W;
        (-sJ * Number::load(at)).store(at);
      }
    }
  }

  static DGSOLVE_NOINLINE void stage(const B& block, Fluxes fluxes, const Update& update, T* scratch) {
    const host::Tables<T>& tables = block.tables;
    const int Np = tables.Np, Nq = tables.points.Nq, Nfq = tables.points.Nfq;
    const Nodes<P, T> nodes(block, scratch);
    const Geometry geometry(tables, block.index);
    T* const columns = scratch + Np * Nodes<P, T>::values_per_node * W;
    T* const face_part = columns + Nq * dim * n_fields * W;
    T* const r = face_part + n_faces * Nfq * n_fields * W;
    T* const slopes = r + Np * n_fields * W;
    T* const of_face = slopes + (Np + Nq) * n_slopes * W;
    const T* slopes_at_points = nullptr;
    if constexpr (n_slopes > 0) {
      block.template unpack<n_slopes>(block.step.gradients, slopes);
      slopes_at_points = at_points<n_slopes>(tables.weak.values, Nq, Np, slopes, slopes + Np * n_slopes * W);
    }
    volume_columns(tables, nodes, geometry, slopes_at_points, columns);
    for (int face = 0; face < n_faces; ++face)
      face_columns(block, nodes, geometry, face, fluxes, of_face, face_part + face * Nfq * n_fields * W);

    const auto update_nodes = [&](int first, int last, const T* divergences) {
      update(block, nodes, first, last, divergences);
    };
    const int depth = Nq * dim + n_faces * Nfq;
    if constexpr (is_curved) {
      for_rows<R, n_fields>(tables.weak.rhs, Np, depth, columns,
                            [&](int node, const Fields& f) { store(f, r + node * n_fields * W); });
      for_points<n_fields>(tables.weak.values, Nq, Np, r, [&](int q, Fields f) {
        for (int i = 0; i < n_fields; ++i) f[i] = geometry.inverse_jacobian(q) * f[i];
        store(f, columns + q * n_fields * W);
      });
      for_products<R, n_fields>(tables.curved.project, Np, Nq, columns, update_nodes);
    } else {
      for_products<R, n_fields>(tables.weak.rhs, Np, depth, columns, update_nodes);
    }
  }
};

/// … with P's Riemann solver.
template <class P, class T, bool is_curved>
struct WeakBlockOf {
  using Cells = WeakBlock<typename ForAllFluxes<P>::type, T, is_curved>;
  using B = typename Cells::B;
  using Update = typename Cells::Update;
  static std::size_t scratch(const host::Tables<T>& tables) { return Cells::scratch(tables); }
  static DGSOLVE_INLINE void stage(const B& block, const Update& update, T* scratch) {
    Cells::stage(block, &numerical_fluxes<P, T, is_curved>, update, scratch);
  }
};

}  // namespace DGSOLVE_NAMESPACE
