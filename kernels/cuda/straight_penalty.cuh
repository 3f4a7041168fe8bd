/// The interior penalty operator on straight cells with constant coefficients:
///   y = Σ_i D_iᵀ P_i − Σ_f R_fᵀ M_f φ_f + Jλ M u,   P_i = Σ_j G_ij M D_j u − Σ_f c_fi R_fᵀ M_f w_f ⟦u⟧_f.
/// A block takes a few elements, a thread a node of one; face nodes are shared out among them.
#pragma once

#include "kernels/cuda/linear_algebra.cuh"
#include "kernels/cuda/penalty_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct StraightPenalty {
  using T = typename C::Real;
  static constexpr int dim = C::dim, Np = C::Np, Nfp = C::Nfp, n_faces = dim + 1;
  static constexpr int elements = C::elements, threads = elements * Np;
  static constexpr int n_face_nodes = n_faces * Nfp, per_face = dim + 1;
  static constexpr int n_geometry = dim * dim + 1 + n_faces * per_face;

  struct Shared {
    T u[elements * Np];                      ///< [element][node]
    T vectors[elements * Np * dim];          ///< [element][node][dim]: D_j u, or P_i
    T jump[elements * n_face_nodes];         ///< [element][face][m]: w ⟦u⟧, and
    T phi[elements * n_face_nodes];          ///< φ,
    T lifted_jump[elements * n_face_nodes];  ///< each times M_f
    T lifted_phi[elements * n_face_nodes];
  };

  const PenaltyArguments<T>& a;
  Shared& shared;

  DGSOLVE_INLINE int local() const { return threadIdx.x / Np; }
  DGSOLVE_INLINE int node() const { return threadIdx.x % Np; }
  /// Places beyond the last cell repeat it, and are not stored.
  DGSOLVE_INLINE int cell_of(int local) const {
    const int cell = static_cast<int>(blockIdx.x) * elements + local;
    return cell < a.n_straight ? cell : a.n_straight - 1;
  }
  DGSOLVE_INLINE bool is_stored(int local) const {
    return static_cast<int>(blockIdx.x) * elements + local < a.n_straight;
  }
  DGSOLVE_INLINE long long element_of(int local) const { return a.straight_element[cell_of(local)]; }
  DGSOLVE_INLINE const T* geometry_of(int local) const {
    return a.geometry + static_cast<long long>(cell_of(local)) * n_geometry;
  }
  /// c_f, then p.
  DGSOLVE_INLINE const T* geometry_of(int local, int face) const {
    return geometry_of(local) + dim * dim + 1 + face * per_face;
  }

  DGSOLVE_INLINE void load_values() const {
    shared.u[threadIdx.x] = a.blend.x[element_of(local()) * Np + node()];
    __syncthreads();
  }
  /// Σ_k matrix_j[node][k] u[k] for each j.
  DGSOLVE_INLINE Vec<T, dim> products(const T* matrices) const {
    Vec<T, dim> sum{};
    for (int k = 0; k < Np; ++k)
      for (int j = 0; j < dim; ++j)
        sum[j] += matrices[(k * dim + j) * Np + node()] * shared.u[local() * Np + k];
    return sum;
  }

  DGSOLVE_INLINE void publish() const {
    load_values();
    const Vec<T, dim> gradient = products(a.D);
    for (int j = 0; j < dim; ++j) shared.vectors[threadIdx.x * dim + j] = gradient[j];
    __syncthreads();
    for (int i = threadIdx.x; i < elements * n_face_nodes; i += threads) {
      const int local = i / n_face_nodes, place = i % n_face_nodes;
      if (!is_stored(local)) continue;
      const T *c = geometry_of(local, place / Nfp),
              *of_node = shared.vectors + (local * Np + a.face_nodes[place]) * dim;
      T flux = 0;
      for (int j = 0; j < dim; ++j) flux += c[j] * of_node[j];
      a.fluxes[element_of(local) * n_face_nodes + place] = flux;
    }
  }

  DGSOLVE_INLINE void meet_neighbors() const {
    for (int i = threadIdx.x; i < elements * n_face_nodes; i += threads) {
      const int local = i / n_face_nodes, place = i % n_face_nodes, face = place / Nfp, m = place % Nfp;
      const long long element = element_of(local);
      const PenaltyFace<T> across = a.faces[element * n_faces + face];
      T jump = shared.u[local * Np + a.face_nodes[place]];
      T phi = across.w_m * a.fluxes[element * n_face_nodes + place];
      if (across.neighbor >= 0) {
        const int at = across.row * Nfp + m;
        jump -= a.blend.x[static_cast<long long>(across.neighbor) * Np + a.node_across[at]];
        phi -= across.w_p *
               a.fluxes[static_cast<long long>(across.neighbor) * n_face_nodes + a.place_across[at]];
      }
      shared.phi[i] = phi - geometry_of(local, face)[dim] * jump;
      shared.jump[i] = across.w_m * jump;
    }
  }
  DGSOLVE_INLINE void lift_traces() const {
    for (int i = threadIdx.x; i < elements * n_face_nodes; i += threads) {
      const int first = i / Nfp * Nfp, m = i % Nfp;
      T jump = 0, phi = 0;
      for (int k = 0; k < Nfp; ++k) {
        jump += a.face_mass[k * Nfp + m] * shared.jump[first + k];
        phi += a.face_mass[k * Nfp + m] * shared.phi[first + k];
      }
      shared.lifted_jump[i] = jump;
      shared.lifted_phi[i] = phi;
    }
  }

  DGSOLVE_INLINE void apply() const {
    load_values();
    meet_neighbors();
    __syncthreads();
    lift_traces();
    const Vec<T, dim> weak = products(a.weak);
    const T* geometry = geometry_of(local());
    T y = 0;
    if (const T reaction = geometry[dim * dim]; reaction != 0)
      for (int k = 0; k < Np; ++k) y += reaction * a.mass[k * Np + node()] * shared.u[local() * Np + k];
    __syncthreads();

    Vec<T, dim> P{};
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) P[i] += geometry[i * dim + j] * weak[j];
    for (int face = 0; face < n_faces; ++face) {
      const int m = a.place_of_node[node() * n_faces + face];
      if (m < 0) continue;
      const int at = local() * n_face_nodes + face * Nfp + m;
      const T* c = geometry_of(local(), face);
      for (int i = 0; i < dim; ++i) P[i] -= c[i] * shared.lifted_jump[at];
      y -= shared.lifted_phi[at];
    }
    for (int i = 0; i < dim; ++i) shared.vectors[threadIdx.x * dim + i] = P[i];
    __syncthreads();

    for (int k = 0; k < Np; ++k)
      for (int i = 0; i < dim; ++i)
        y += a.D_transposed[(k * dim + i) * Np + node()] * shared.vectors[(local() * Np + k) * dim + i];
    if (is_stored(local())) blend(a.blend, element_of(local()) * Np + node(), y);
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
