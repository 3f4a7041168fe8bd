/// A stage on cells of an equation whose flux is not linear: weak form by quadrature,
///   r = Σ_d P_d (J g^d·F(V u)) − P_f sJ F*(V_f u_m, V_f u_p),   g^d = ∇r_d,
/// where P_d = M⁻¹D_dᵀW and P_f = M⁻¹V_fᵀW_f project from quadrature points (Hesthaven & Warburton 2008,
/// section 6.6). In straight cells ∂u/∂t = r/J; in curved ones ∂u/∂t = P (r/J), the weight-adjusted inverse
/// (Chan, Hewett & Warburton, SIAM J. Sci. Comput. 39 (2017) A1935, doi:10.1137/16M1089198). A viscous flux
/// (kernels/waves/traits/viscous_flux.hpp) is subtracted at the same points; its gradients come from a pass
/// before (gradient.cuh). The plain path, for any order and equation: a thread is a node.
#pragma once

#include "kernels/cuda/waves/cells/point_passes.cuh"
#include "kernels/cuda/waves/cells/update.cuh"
#include "kernels/cuda/waves/cells/weak_fluxes.cuh"

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
  static constexpr bool is_viscous = has_viscous_flux<P>;

  DGSOLVE_INLINE BaseState<C> base() const {
    return BaseState<C>([this] { return load_state<C>(arguments, slot, 0); });
  }
  DGSOLVE_INLINE T inverse_jacobian(int q) const { return inverse_jacobian_at<C>(arguments, slot, q); }

  DGSOLVE_INLINE Vec<Fields<C>, dim> volume_column(int q) const {
    const BaseState<C> base = this->base();
    Fields<C> u{};
    for (int k = 0; k < Np; ++k)
      add(u, basis_at_point<C>(arguments, k, 0, q), base.deviation(load_state<C>(arguments, slot, k)));
    Slopes<C> slopes{};
    if constexpr (is_viscous)
      for (int k = 0; k < Np; ++k)
        add(slopes, basis_at_point<C>(arguments, k, 0, q), load_slopes<C>(arguments, slot, k));
    const Coefficients<C> c = load_coefficients<C>(arguments, slot, 0);
    const T* const metric =
        is_curved ? curved_cell_at<C>(arguments, slot, q) : StraightGeometry<T, dim>(arguments, slot).values;
    Vec<Fields<C>, dim> columns = volume_columns<C>(base.whole(u), slopes, c, metric);
    for (int d = 0; d < dim; ++d)
      columns[d] = base.without_flux(columns[d], T(1), c, direction<C>(metric, d));
    return columns;
  }

  DGSOLVE_INLINE FaceGeometry<C> face_geometry(int point) const {
    if constexpr (is_curved)
      return curved_face_at<C>(arguments, slot, point);
    else
      return straight_face<C>(arguments, slot, point / Nfq);
  }

  DGSOLVE_INLINE Fields<C> face_column(int point) const {
    const int face = point / Nfq, q = point % Nfq;
    const BaseState<C> base = this->base();
    const auto state = [&](int of_slot, const unsigned short* nodes) {
      return base.whole(at_face_point<C, n_fields>(
          arguments, q, [&](int m) { return base.deviation(load_state<C>(arguments, of_slot, nodes[m])); }));
    };
    const FacePoint<C> p = face_point<C>(
        arguments, slot, point, face_geometry(point),
        [&](const FacePoint<C>& at) { return state(slot, at.own); },
        [&](const FacePoint<C>& at) { return state(at.across.neighbor, at.other); });
    const Fields<C> column = cuda::face_column<C>(arguments, slot, face, p, [&] {
      return along<C>(own_slopes_count<C>(arguments, slot, face, p.across)
                          ? slopes_at_face_point(q, slot, p.own)
                          : slopes_at_face_point(q, p.across.neighbor, p.other),
                      p.n);
    });
    return base.without_flux(column, -p.sJ, p.c_m, p.n);
  }

  DGSOLVE_INLINE Slopes<C> slopes_at_face_point(int q, int of_slot, const unsigned short* nodes) const {
    return at_face_point<C, n_gradients<P>()>(
        arguments, q, [&](int m) { return load_slopes<C>(arguments, of_slot, nodes[m]); });
  }

  /// P ((1/J) f) at this thread's node, of the field with value f there.
  DGSOLVE_INLINE Fields<C> weighted_projection(const Fields<C>& f) const {
    return this->project_over_jacobian(f, [&](int q) { return inverse_jacobian(q); });
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
