/// A stage on curved cells in covariant components (solver/README.md), a thread a node: where tensor cores do
/// not serve them.
///   r = curl b̂ and −curl â in reference coordinates + LIFT of fluxes, Q ∂û/∂t = P (G/J) V r + S,
/// with G_il = ∂x/∂r_i·∂x/∂r_l.
#pragma once

#include "kernels/cuda/waves/cells/point_passes.cuh"
#include "kernels/cuda/waves/cells/update.cuh"
#include "kernels/cuda/waves/covariant/boundary_point.cuh"
#include "kernels/waves/traits/symmetric.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct CovariantShared {
  using T = typename C::Real;
  static constexpr int n_fields = C::Equation::n_fields;
  alignas(16) T columns[C::point_elements * C::points_per_pass * n_fields];  ///< [element][point][field]
  alignas(16) T r[C::point_elements * C::Np * n_fields];                     ///< [element][node][field]
  alignas(
      16) T fluxes[C::point_elements * 4 * C::Nfp * 4];  ///< [element][face node] BoundaryPoint::Tangential
  T source_factors[C::n_source_terms + 1];
};

template <class C>
struct CovariantStage : PointPasses<C, CovariantShared<C>> {
  using Passes = PointPasses<C, CovariantShared<C>>;
  using Passes::arguments, Passes::shared, Passes::slot, Passes::local, Passes::lane, Passes::n_fields,
      Passes::n_faces, Passes::Np, Passes::Nfp, Passes::Nq, Passes::Nfq, Passes::elements, Passes::threads,
      Passes::own_record, Passes::projection;
  using typename Passes::P;
  using typename Passes::Shared;
  using typename Passes::T;
  using Tangential = typename BoundaryPoint<C>::Tangential;
  using Vector = Vec<T, 3>;
  static constexpr bool is_covariant = true;
  static constexpr int n_face_nodes = n_faces * Nfp;

  /// Components along a face's tangents of what has the components u on the edges from vertex 0.
  static DGSOLVE_INLINE Tangential along_tangents(int face, const Fields<C>& u) {
    Tangential along;
    for (int p = 0; p < 2; ++p) {
      const auto component = [&](int j) {
        const int vertex = FaceTangents<C>::vertex(face, j);
        return vertex == 0 ? T(0) : u[P::curl_pair[p] + vertex - 1];
      };
      for (int k = 0; k < 2; ++k) along[2 * k + p] = component(k + 1) - component(0);
    }
    return along;
  }
  DGSOLVE_INLINE int node_of(int face, int m) const { return arguments.traces.face_nodes[face * Nfp + m]; }
  DGSOLVE_INLINE Face across(int face) const {
    return arguments.traces.faces[static_cast<long long>(slot) * n_faces + face];
  }

  /// The states on the two sides of a face with a neighbour, at one of its nodes.
  DGSOLVE_INLINE Tangential trace(int face, int m) const {
    return along_tangents(face, load_covariant<C>(arguments, slot, node_of(face, m)));
  }
  DGSOLVE_INLINE Tangential trace_across(int face, int m) const {
    const Face met = across(face);
    Fields<C> u = load_state<C>(arguments, met.neighbor, node_across<C>(arguments, met, m));
    if constexpr (C::has_interfaces)
      if (is_interface<C>(met)) u = across_interface<C>(u, given_data<C>(arguments, met, m));
    return along_tangents(face, CovariantCell<C>(arguments, slot, node_of(face, m)).to_covariant(u));
  }

  /// J (F·n − F*) times the face's scale, in contravariant components along the tangents, of a jump.
  DGSOLVE_INLINE Tangential flux_of_jump(int face, const Tangential& jump) const {
    const T* const edges = arguments.tensor.edges + static_cast<long long>(slot) * 10;
    const T sign = FaceTangents<C>::points_inward(face) ? T(-1) : T(1);
    const Vec<T, 3> cross = face_rotation<C>(edges, face, sign * edges[6 + face]);
    const Vec<T, 4> w = load<4>(arguments.tensor.flux_weights + across(face).weights * 4LL);
    T d[2][2];  // [a or b][tangent]: a − a*, b − b*
    for (int p = 0; p < 2; ++p) {
      const T a0 = jump[p], a1 = jump[2 + p], b0 = jump[1 - p], b1 = jump[3 - p];
      const T same = w[2 * p], other = p == 0 ? w[1] : -w[3];
      d[p][0] = same * a0 + other * (cross[0] * b0 + cross[1] * b1);
      d[p][1] = same * a1 + other * (cross[2] * b0 - cross[0] * b1);
    }
    return {{sign * d[1][1], -sign * d[0][1], -sign * d[1][0], sign * d[0][0]}};
  }
  DGSOLVE_INLINE Tangential flux_at_node(int face, int m) const {
    const Tangential own = trace(face, m), other = trace_across(face, m);
    Tangential jump;
    for (int i = 0; i < 4; ++i) jump[i] = own[i] - other[i];
    return flux_of_jump(face, jump);
  }

  DGSOLVE_INLINE BoundaryPoint<C> boundary_point(int face, int q) const {
    Tangential at_point{};
    for (int m = 0; m < Nfp; ++m) add(at_point, arguments.curved.face_values[m * Nfq + q], trace(face, m));
    return BoundaryPoint<C>(arguments, slot, face, q, at_point);
  }
  /// … at a boundary, from its quadrature points.
  DGSOLVE_INLINE Tangential boundary_flux_at_node(int face, int m) const {
    Tangential flux{};
    for (int q = 0; q < Nfq; ++q)
      add(flux, arguments.curved.covariant.face_project[q * Nfp + m],
          boundary_point(face, q).flux(arguments));
    return flux;
  }

  /// W at a point, in the order 11, 22, 33, 23, 13, 12.
  DGSOLVE_INLINE const T* weights_at(int q) const {
    return arguments.curved.covariant.weights +
           (static_cast<long long>(slot - arguments.curved.first) * Nq + q) * 6;
  }
  /// One value at a time: rows of `mean` are aligned for no more.
  static DGSOLVE_INLINE Vec<T, 6> load_symmetric(const T* from) {
    Vec<T, 6> S;
    for (int i = 0; i < 6; ++i) S[i] = from[i];
    return S;
  }
  /// f of both vectors.
  template <class Map>
  static DGSOLVE_INLINE Fields<C> of_both(const Fields<C>& u, Map f) {
    Fields<C> result;
    for (int p = 0; p < 2; ++p) {
      const int i = P::curl_pair[p];
      const Vector mapped = f(Vector{{u[i], u[i + 1], u[i + 2]}});
      for (int d = 0; d < 3; ++d) result[i + d] = mapped[d];
    }
    return result;
  }
  /// W u of both vectors.
  static DGSOLVE_INLINE Fields<C> weighted(const T* W, const Fields<C>& u) {
    return of_both(u, [&](const Vector& v) { return times_symmetric(load_symmetric(W), v); });
  }
  /// Lᵀ u of both vectors, W = L Lᵀ.
  static DGSOLVE_INLINE Fields<C> times_root(const T* W, const Fields<C>& u) {
    const auto root = transposed_root(load_symmetric(W));
    return of_both(u, [&](const Vector& v) {
      return Vector{{dot_product(root[0], v), dot_product(root[1], v), dot_product(root[2], v)}};
    });
  }
  /// det W = 1/J
  DGSOLVE_INLINE T inverse_jacobian(int q) const { return determinant(load_symmetric(weights_at(q))); }
  /// P (W f) at this thread's node, of the field with value f there.
  DGSOLVE_INLINE Fields<C> tensor_projection(const Fields<C>& f) const {
    return this->project_weighted(
        f, [&](int q, const Fields<C>& at_point) { return weighted(weights_at(q), at_point); });
  }
  /// P ((1/J) f): of Cartesian components.
  DGSOLVE_INLINE Fields<C> weighted_projection(const Fields<C>& f) const {
    return this->project_over_jacobian(f, [&](int q) { return inverse_jacobian(q); });
  }

  /// W r at a point.
  DGSOLVE_INLINE Fields<C> column(int q) const {
    Fields<C> r{};
    for (int k = 0; k < Np; ++k) {
      const Fields<C> u = load<n_fields>(shared.r + (local * Np + k) * n_fields);
      for (int i = 0; i < 3; ++i) {
        const T D = basis_at_point<C>(arguments, k, 1 + i, q);
        add_curl(r, i, D, u);
      }
    }
    const T* const fluxes = shared.fluxes + local * n_face_nodes * 4;
    for (int i = 0; i < n_face_nodes; ++i)
      add(r, arguments.curved.covariant.lift[i * Nq + q], from_tangents(i / Nfp, load<4>(fluxes + 4 * i)));
    return weighted(weights_at(q), r);
  }
  /// Adds the part of a derivative D along r_i of u to the curl of b, and minus that of a.
  static DGSOLVE_INLINE void add_curl(Fields<C>& r, int i, T D, const Fields<C>& u) {
    const int next = (i + 1) % 3, last = (i + 2) % 3;
    for (int p = 0; p < 2; ++p) {
      const T factor = p == 0 ? D : -D;
      const int to = P::curl_pair[p], from = P::curl_pair[1 - p];
      r[to + last] += factor * u[from + next];
      r[to + next] -= factor * u[from + last];
    }
  }
  /// Components by reference coordinate of a vector with contravariant components along a face's tangents.
  static DGSOLVE_INLINE Fields<C> from_tangents(int face, const Tangential& flux) {
    Fields<C> lifted{};
    const auto put = [&](int j, T a, T b) {
      const int vertex = FaceTangents<C>::vertex(face, j);
      for (int i = 0; i < 3; ++i)
        if (vertex == i + 1) {
          lifted[P::curl_pair[0] + i] = a;
          lifted[P::curl_pair[1] + i] = b;
        }
    };
    put(0, -flux[0] - flux[2], -flux[1] - flux[3]);
    put(1, flux[0], flux[1]);
    put(2, flux[2], flux[3]);
    return lifted;
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, Shared& shared) {
    const int local = threadIdx.x / Np, lane = threadIdx.x % Np, last = arguments.group.end - 1;
    const int place = arguments.group.begin + block_of_group<C>(arguments) * elements + local;
    // A place beyond the last element computes what is never stored.
    const CovariantStage stage{{arguments, shared, place < last ? place : last, local, lane}};

    compute_source_factors<C>(arguments, threads, shared.source_factors);
    store(load_covariant<C>(arguments, stage.slot, lane), stage.own_record());
    for (int i = lane; i < n_face_nodes; i += Np) {
      const int face = i / Nfp, m = i % Nfp;
      store(has_neighbor<C>(stage.across(face)) ? stage.flux_at_node(face, m)
                                                : stage.boundary_flux_at_node(face, m),
            shared.fluxes + (local * n_face_nodes + i) * 4);
    }
    __syncthreads();
    Fields<C> divergence{};
    stage.template for_passes<Nq, 1>(
        [&](int q) { return Vec<Fields<C>, 1>{{stage.column(q)}}; },
        [&](int q, int, const Fields<C>& column) { add(divergence, stage.projection(q, 0), column); });
    if constexpr (!C::covariant_state)
      divergence = CovariantCell<C>(arguments, stage.slot, lane).to_cartesian(divergence);
    if (place <= last) Update<C>(arguments, shared.source_factors)(place, lane, divergence);
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
