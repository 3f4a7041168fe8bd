/// A stage on curved cells: skew-symmetric form by quadrature, with the weight-adjusted mass inverse (Chan,
/// Hewett & Warburton, SIAM J. Sci. Comput. 39 (2017) A1935, doi:10.1137/16M1089198):
///   r = −½ Σ_i [P (J g^i·F(∂_i u)) − P_i (J g^i·F(u))] − P_f sJ (F* − ½ F(u)·n),   g^i = ∇r_i,
///   Q ∂u/∂t = P ((1/J) r) + S,
/// where P = M⁻¹VᵀW, P_i = M⁻¹D_iᵀW, P_f = M⁻¹V_fᵀW_f project from quadrature points. F is linear (else
/// weak_stage.cuh).
#pragma once

#include "kernels/cuda/waves/cells/face_points.cuh"
#include "kernels/cuda/waves/cells/point_passes.cuh"
#include "kernels/cuda/waves/cells/update.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct CurvedShared {
  using T = typename C::Real;
  static constexpr int n_fields = C::Equation::n_fields, per_point = 1 + C::Equation::dim;
  /// [element][point][column][field]
  alignas(16) T columns[C::point_elements * C::points_per_pass * per_point * n_fields];
  alignas(16) T r[C::point_elements * C::Np * n_fields];  ///< [element][node][field]
  T source_factors[C::n_source_terms + 1];
};

template <class C>
struct CurvedStage : PointPasses<C, CurvedShared<C>> {
  using Passes = PointPasses<C, CurvedShared<C>>;
  using Passes::arguments, Passes::shared, Passes::slot, Passes::local, Passes::lane, Passes::dim,
      Passes::n_fields, Passes::n_faces, Passes::Np, Passes::Nfp, Passes::Nq, Passes::Nfq, Passes::per_point,
      Passes::elements, Passes::threads, Passes::own_record, Passes::projection;
  using typename Passes::P;
  using typename Passes::Shared;
  using typename Passes::T;
  static constexpr bool is_covariant = false;

  DGSOLVE_INLINE T inverse_jacobian(int q) const { return inverse_jacobian_at<C>(arguments, slot, q); }

  static_assert(P::linear);

  /// −½ Σ_i J g^i·F(∂_i u), then ½ J g^i·F(u) for each i.
  DGSOLVE_INLINE Vec<Fields<C>, per_point> volume_column(int q) const {
    Vec<Fields<C>, per_point> at_point{};  // u, ∂_r u, …
    for (int k = 0; k < Np; ++k) {
      const Fields<C> u = load_state<C>(arguments, slot, k);
      for (int j = 0; j < per_point; ++j) add(at_point[j], basis_at_point<C>(arguments, k, j, q), u);
    }
    const Coefficients<C> c = coefficients_at_point<C>(arguments, slot, q);
    const T* metric = curved_cell_at<C>(arguments, slot, q);
    Vec<Fields<C>, per_point> columns{};
    for (int i = 0; i < dim; ++i) {
      Vec<T, dim> gradient;
      for (int j = 0; j < dim; ++j) gradient[j] = T(0.5) * metric[i * dim + j];
      add(columns[0], T(-1), P::normal_flux(at_point[1 + i], c, gradient));
      columns[1 + i] = P::normal_flux(at_point[0], c, gradient);
    }
    return columns;
  }

  DGSOLVE_INLINE FacePoint<C> face_point(int point) const {
    return cuda::face_point<C>(arguments, slot, point, curved_face_at<C>(arguments, slot, point));
  }

  /// −sJ (F* − ½ F(u)·n) at a face point.
  DGSOLVE_INLINE Fields<C> face_column(int point) const {
    const FacePoint<C> p = face_point(point);
    const Fields<C> own = P::normal_flux(p.u_m, p.c_m, p.n);
    const Fields<C> numerical =
        P::numerical_flux(p.u_m, p.c_m, p.u_p, p.c_p, p.n, flux_parameters<C>(arguments));
    Fields<C> column;
    for (int f = 0; f < n_fields; ++f) column[f] = p.sJ * (T(0.5) * own[f] - numerical[f]);
    return column;
  }

  /// P ((1/J) f) at this thread's node, of the field with value f there.
  DGSOLVE_INLINE Fields<C> weighted_projection(const Fields<C>& f) const {
    return this->project_over_jacobian(f, [&](int q) { return inverse_jacobian(q); });
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, Shared& shared) {
    const int local = threadIdx.x / Np, lane = threadIdx.x % Np, last = arguments.group.end - 1;
    const int place = arguments.group.begin + block_of_group<C>(arguments) * elements + local;
    // A place beyond the last element computes what is never stored.
    const CurvedStage stage{{arguments, shared, place < last ? place : last, local, lane}};

    compute_source_factors<C>(arguments, threads, shared.source_factors);
    Fields<C> r{};
    stage.template for_passes<Nq, per_point>(
        [&](int q) { return stage.volume_column(q); },
        [&](int q, int j, const Fields<C>& column) { add(r, stage.projection(q, j), column); });
    stage.template for_passes<n_faces * Nfq, 1>(
        [&](int point) { return Vec<Fields<C>, 1>{{stage.face_column(point)}}; },
        [&](int point, int, const Fields<C>& column) {
          add(r, arguments.curved.face_project[point * Np + lane], column);
        });
    const Fields<C> divergence = stage.weighted_projection(r);
    if (place <= last) Update<C>(arguments, shared.source_factors)(place, lane, divergence);
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
