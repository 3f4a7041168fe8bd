/// A stage on cells of an equation whose flux is not linear: weak form by quadrature,
///   r = Σ_d P_d (J g^d·F(V u)) − P_f sJ F*(V_f u_m, V_f u_p),   g^d = ∇r_d,
/// where P_d = M⁻¹D_dᵀW and P_f = M⁻¹V_fᵀW_f project from quadrature points (Hesthaven & Warburton 2008,
/// section 6.6). In straight cells ∂u/∂t = r/J; in curved ones ∂u/∂t = P (r/J), the weight-adjusted inverse
/// (Chan, Hewett & Warburton, SIAM J. Sci. Comput. 39 (2017) A1935, doi:10.1137/16M1089198). A viscous flux
/// (kernels/waves/equation.hpp) is subtracted at the same points; its gradients come from a pass before
/// (gradient.cuh). The plain path, for any order and equation: a thread is a node.
#pragma once

#include "kernels/cuda/waves/cells/gradient.cuh"
#include "kernels/cuda/waves/cells/point_passes.cuh"
#include "kernels/cuda/waves/cells/update.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct WeakShared {
  using T = typename C::Real;
  static constexpr int n_fields = C::Equation::n_fields;
  /// [element][point][axis][field]
  alignas(16) T columns[C::point_elements * C::points_per_pass * C::Equation::dim * n_fields];
  alignas(16) T r[C::point_elements * C::Np * n_fields];  ///< [element][node][field]
  T source_factors[C::n_source_terms + 1];
};

template <class C, bool is_curved>
struct WeakStage : PointPasses<C, WeakShared<C>> {
  using Passes = PointPasses<C, WeakShared<C>>;
  using Passes::arguments, Passes::shared, Passes::slot, Passes::local, Passes::lane, Passes::dim,
      Passes::n_fields, Passes::n_faces, Passes::Np, Passes::Nfp, Passes::Nq, Passes::Nfq, Passes::elements,
      Passes::threads, Passes::own_record, Passes::projection;
  using typename Passes::P;
  using typename Passes::Shared;
  using typename Passes::T;
  static constexpr bool is_covariant = false;
  static constexpr int n_slopes = n_gradients<P>();
  using Slopes = Vec<T, n_slopes>;

  /// [dim·dim J·metric; 1/J] at a point of a curved cell.
  DGSOLVE_INLINE const T* cell_at(int q) const {
    return arguments.curved.cell +
           (static_cast<long long>(slot - arguments.first_curved) * Nq + q) * (dim * dim + 1);
  }
  DGSOLVE_INLINE T inverse_jacobian(int q) const { return cell_at(q)[dim * dim]; }

  DGSOLVE_INLINE Slopes slopes_at(int of_slot, int node) const {
    return load<n_slopes>(gradients_at<C>(static_cast<const T*>(arguments.viscous.gradients), of_slot, node));
  }

  /// J g^d·(F − F_v) at a point, in straight cells g^d·(F − F_v).
  DGSOLVE_INLINE Vec<Fields<C>, dim> volume_column(int q) const {
    Fields<C> u{};
    for (int k = 0; k < Np; ++k)
      add(u, basis_at_point<C>(arguments, k, 0, q), load_state<C>(arguments, slot, k));
    Slopes slopes{};
    if constexpr (n_slopes > 0)
      for (int k = 0; k < Np; ++k) add(slopes, basis_at_point<C>(arguments, k, 0, q), slopes_at(slot, k));
    const Coefficients<C> c = load_coefficients<C>(arguments, slot, 0);
    const T* const metric = is_curved ? cell_at(q) : StraightGeometry<T, dim>(arguments, slot).values;
    Vec<Fields<C>, dim> columns;
    for (int d = 0; d < dim; ++d) {
      Vec<T, dim> gradient;
      for (int j = 0; j < dim; ++j) gradient[j] = metric[d * dim + j];
      columns[d] = P::normal_flux(u, c, gradient);
      if constexpr (n_slopes > 0) add(columns[d], T(-1), P::viscous_flux(u, slopes, c, gradient));
    }
    return columns;
  }

  /// The state at a point of a face of an element whose face nodes are `nodes`.
  DGSOLVE_INLINE Fields<C> at_face_point(int q, int of_slot, const unsigned short* nodes) const {
    Fields<C> u{};
    for (int m = 0; m < Nfp; ++m)
      add(u, arguments.curved.face_values[m * Nfq + q], load_state<C>(arguments, of_slot, nodes[m]));
    return u;
  }
  DGSOLVE_INLINE Slopes slopes_at_face_point(int q, int of_slot, const unsigned short* nodes) const {
    Slopes slopes{};
    for (int m = 0; m < Nfp; ++m)
      add(slopes, arguments.curved.face_values[m * Nfq + q], slopes_at(of_slot, nodes[m]));
    return slopes;
  }

  /// The outward normal of a face at a point, and sJ, in straight cells sJ/J.
  DGSOLVE_INLINE Position<C> normal_at(int point, T& sJ) const {
    Position<C> n;
    if constexpr (is_curved) {
      const T* const geometry =
          arguments.curved.face +
          (static_cast<long long>(slot - arguments.first_curved) * n_faces * Nfq + point) * (dim + 1);
      for (int d = 0; d < dim; ++d) n[d] = geometry[d];
      sJ = geometry[dim];
    } else {
      const StraightGeometry<T, dim> geometry(arguments, slot);
      const int face = point / Nfq;
      n = geometry.normal(face, opposite_vertex<C>(face));
      sJ = geometry.f_scale(face);
    }
    return n;
  }

  /// −sJ (F* − F_v*) at a face point; they are numbered face by face.
  DGSOLVE_INLINE Fields<C> face_column(int point) const {
    const int face = point / Nfq, q = point % Nfq;
    const Face across = arguments.traces.faces[static_cast<long long>(slot) * n_faces + face];
    Fields<C> data{};
    if (across.boundary != 0) data = given_data<C>(arguments, across, q);
    T sJ;
    const Position<C> n = normal_at(point, sJ);
    const unsigned short* const own = arguments.traces.face_nodes + face * Nfp;
    const Fields<C> u_m = at_face_point(q, slot, own);
    const Coefficients<C> c_m = load_coefficients<C>(arguments, slot, 0);
    Fields<C> u_p;
    Coefficients<C> c_p = c_m;
    if (has_neighbor<C>(across)) {
      u_p = at_face_point(q, across.neighbor, arguments.traces.neighbor_nodes + across.permutation * Nfp);
      c_p = load_coefficients<C>(arguments, across.neighbor, 0);
      if constexpr (C::has_interfaces)
        if (is_interface<C>(across)) u_p = across_interface<C>(u_p, data);
    } else {
      u_p = exterior<C>(arguments, across, q, data, u_m, c_m, n);
    }
    Fields<C> flux = P::numerical_flux(u_m, c_m, u_p, c_p, n, flux_parameters<C>(arguments));
    if constexpr (n_slopes > 0)
      add(flux, T(-1), viscous_flux(across, face, q, own, u_m, u_p, c_m, c_p, data, n));
    Fields<C> column{};
    add(column, -sJ, flux);
    return column;
  }

  /// F_v*, with the gradients of the side that takes the other's variables.
  DGSOLVE_INLINE Fields<C> viscous_flux(const Face& across, int face, int q, const unsigned short* own,
                                        const Fields<C>& u_m, const Fields<C>& u_p,
                                        const Coefficients<C>& c_m, const Coefficients<C>& c_p,
                                        const Fields<C>& data, const Position<C>& n) const {
    const T* const of_face = arguments.viscous.faces + (static_cast<long long>(slot) * n_faces + face) * 2;
    const T per_length = of_face[1];
    const auto w_m = P::gradient_variables(u_m, c_m);
    if (!has_neighbor<C>(across)) {
      auto jump = P::boundary_variables(across.boundary - 1, u_m, data, n, c_m);
      for (int i = 0; i < P::n_gradient_variables; ++i) jump[i] -= w_m[i];
      return P::boundary_viscous_flux(across.boundary - 1, u_m, slopes_at_face_point(q, slot, own), jump, n,
                                      c_m, per_length);
    }
    const bool takes = of_face[0] != T(0);
    auto jump = P::gradient_variables(u_p, c_p);
    for (int i = 0; i < P::n_gradient_variables; ++i) jump[i] -= w_m[i];
    const Slopes slopes =
        takes ? slopes_at_face_point(q, slot, own)
              : slopes_at_face_point(q, across.neighbor,
                                     arguments.traces.neighbor_nodes + across.permutation * Nfp);
    const Fields<C>& u = takes ? u_m : u_p;
    const Coefficients<C>& c = takes ? c_m : c_p;
    Fields<C> flux = P::viscous_flux(u, slopes, c, n);
    add(flux, T(1), P::viscous_penalty(u, jump, c, per_length));
    return flux;
  }

  /// P ((1/J) f) at this thread's node, of the field with value f there.
  DGSOLVE_INLINE Fields<C> weighted_projection(const Fields<C>& f) const {
    return this->project_weighted(f, [&](int q, const Fields<C>& at_point) {
      Fields<C> weighted{};
      add(weighted, inverse_jacobian(q), at_point);
      return weighted;
    });
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, Shared& shared) {
    const int local = threadIdx.x / Np, lane = threadIdx.x % Np, last = arguments.group.end - 1;
    const int place = arguments.group.begin + block_of_group<C>(arguments) * elements + local;
    // A place beyond the last element computes what is never stored.
    const WeakStage stage{{arguments, shared, place < last ? place : last, local, lane}};

    compute_source_factors<C>(arguments, threads, shared.source_factors);
    Fields<C> r{};
    stage.template for_passes<Nq, dim>(
        [&](int q) { return stage.volume_column(q); },
        [&](int q, int d, const Fields<C>& column) { add(r, stage.projection(q, 1 + d), column); });
    stage.template for_passes<n_faces * Nfq, 1>(
        [&](int point) { return Vec<Fields<C>, 1>{{stage.face_column(point)}}; },
        [&](int point, int, const Fields<C>& column) {
          add(r, arguments.curved.face_project[point * Np + lane], column);
        });
    if constexpr (is_curved) r = stage.weighted_projection(r);
    if (place <= last) Update<C>(arguments, shared.source_factors)(place, lane, r);
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
