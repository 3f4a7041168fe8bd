/// The interior penalty operator on straight cells in which a scalar κ varies:
///   y = Σ_i d_iᵀ P_i − Σ_f R_fᵀ M_f φ_f + Jλ M u,   P_i = Σ_j G_ij K d_j u − Σ_f c_fi T_fᵀ C_fᵀ M_f w_f ⟦u⟧.
/// A block is a cell. What has values [n] is computed by threads 0 … n − 1, in turns where there are fewer.
#pragma once

#include "kernels/base/polynomials.hpp"
#include "kernels/cuda/algebra/linear_algebra.cuh"
#include "kernels/cuda/elliptic/penalty_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct VaryingPenalty {
  using T = typename C::Real;
  static constexpr int dim = C::dim, Np = C::Np, Nfp = C::Nfp, n_faces = dim + 1,
                       n_face_nodes = n_faces * Nfp;
  static constexpr int n_gradient = n_polynomials(dim, C::N - 1), n_trace = n_polynomials(dim - 1, C::N - 1),
                       n_moments = n_gradient * (n_gradient + 1) / 2;
  static constexpr int threads = (Np + 31) / 32 * 32;

  struct Shared {
    T u[Np];
    T derivatives[dim * n_gradient], P[dim * n_gradient];   ///< [dim][n_gradient]
    T along[n_faces * n_gradient];                          ///< Σ_j c_fj d_j u
    T trace[n_faces * n_trace];                             ///< of that, or of what the jump lifts
    T jump[n_face_nodes], phi[n_face_nodes];                ///< w ⟦u⟧, φ
    T lifted_jump[n_face_nodes], lifted_phi[n_face_nodes];  ///< M_f times these
  };

  const PenaltyArguments<T>& a;
  Shared& shared;

  DGSOLVE_INLINE long long cell() const { return blockIdx.x; }
  DGSOLVE_INLINE long long element() const { return a.varying.element[blockIdx.x]; }
  DGSOLVE_INLINE const Four<T>* geometry() const { return a.varying.geometry + cell() * (n_faces + 2); }
  DGSOLVE_INLINE T c(int face, int j) const { return geometry()[face][j]; }
  DGSOLVE_INLINE T stiffness(int i, int j) const {
    return i == j ? geometry()[n_faces][i] : geometry()[n_faces + 1][i + j - 1];
  }
  /// C_f: [place][n_trace]
  DGSOLVE_INLINE const T* kappa_on_face(int place) const {
    return a.varying.kappa_on_face + (cell() * n_face_nodes + place) * n_trace;
  }

  /// body(i) for i < n, all of which the others may read afterwards.
  template <class Body>
  DGSOLVE_INLINE void for_each(int n, Body body) const {
    for (int i = threadIdx.x; i < n; i += threads) body(i);
    __syncthreads();
  }

  DGSOLVE_INLINE void derive() const {
    for_each(Np, [&](int i) { shared.u[i] = a.blend.x[element() * Np + i]; });
    for_each(dim * n_gradient, [&](int row) {
      T sum = 0;
      for (int k = 0; k < Np; ++k) sum += a.varying.gradient[k * dim * n_gradient + row] * shared.u[k];
      shared.derivatives[row] = sum;
    });
  }

  DGSOLVE_INLINE void publish() const {
    derive();
    for_each(n_faces * n_gradient, [&](int i) {
      T sum = 0;
      for (int j = 0; j < dim; ++j)
        sum += c(i / n_gradient, j) * shared.derivatives[j * n_gradient + i % n_gradient];
      shared.along[i] = sum;
    });
    for_each(n_faces * n_trace, [&](int i) {
      const int face = i / n_trace;
      T sum = 0;
      for (int k = 0; k < n_gradient; ++k)
        sum += a.varying.trace[(face * n_gradient + k) * n_trace + i % n_trace] *
               shared.along[face * n_gradient + k];
      shared.trace[i] = sum;
    });
    for_each(n_face_nodes, [&](int place) {
      const T* row = kappa_on_face(place);
      T sum = 0;
      for (int b = 0; b < n_trace; ++b) sum += row[b] * shared.trace[place / Nfp * n_trace + b];
      a.fluxes[element() * n_face_nodes + place] = sum;
    });
  }

  DGSOLVE_INLINE void meet_neighbors() const {
    for_each(n_face_nodes, [&](int place) {
      const int face = place / Nfp;
      const PenaltyFace<T> across = a.varying.faces[cell() * n_faces + face];
      T value = 0, flux = 0;
      if (across.neighbor >= 0) {
        const PenaltyMeeting met = a.traces.across[across.row * Nfp + place % Nfp];
        value = a.blend.x[static_cast<long long>(across.neighbor) * Np + met.node];
        flux = (1 - across.w) * a.fluxes[static_cast<long long>(across.neighbor) * n_face_nodes + met.place];
      }
      const T jump = shared.u[a.traces.face_nodes[place]] - value;
      shared.phi[place] =
          across.w * a.fluxes[element() * n_face_nodes + place] - flux - geometry()[face][3] * jump;
      shared.jump[place] = across.w * jump;
    });
    for_each(n_face_nodes, [&](int place) {
      const int first = place / Nfp * Nfp, m = place % Nfp;
      T jump = 0, phi = 0;
      for (int k = 0; k < Nfp; ++k) {
        const T mass = a.traces.face_mass[k * Nfp + m];
        jump += mass * shared.jump[first + k];
        phi += mass * shared.phi[first + k];
      }
      shared.lifted_jump[place] = jump;
      shared.lifted_phi[place] = phi;
    });
    for_each(n_faces * n_trace, [&](int i) {
      const int first = i / n_trace * Nfp;
      T sum = 0;
      for (int m = 0; m < Nfp; ++m)
        sum += kappa_on_face(first + m)[i % n_trace] * shared.lifted_jump[first + m];
      shared.trace[i] = sum;
    });
  }

  /// Σ_b K_ab d_j
  DGSOLVE_INLINE T weighted_derivative(int j, int row) const {
    const T* K = a.varying.kappa_moments + cell() * n_moments;
    T sum = 0;
    for (int b = 0; b < n_gradient; ++b)
      sum += K[b <= row ? row * (row + 1) / 2 + b : b * (b + 1) / 2 + row] *
             shared.derivatives[j * n_gradient + b];
    return sum;
  }
  DGSOLVE_INLINE void set_P() const {
    for_each(n_gradient, [&](int row) {
      T weighted[dim], lifted[n_faces];
      for (int j = 0; j < dim; ++j) weighted[j] = weighted_derivative(j, row);
      for (int face = 0; face < n_faces; ++face) {
        lifted[face] = 0;
        for (int b = 0; b < n_trace; ++b)
          lifted[face] +=
              a.varying.lift[(face * n_trace + b) * n_gradient + row] * shared.trace[face * n_trace + b];
      }
      for (int i = 0; i < dim; ++i) {
        T sum = 0;
        for (int j = 0; j < dim; ++j) sum += stiffness(i, j) * weighted[j];
        for (int face = 0; face < n_faces; ++face) sum -= c(face, i) * lifted[face];
        shared.P[i * n_gradient + row] = sum;
      }
    });
  }

  DGSOLVE_INLINE void apply() const {
    derive();
    meet_neighbors();
    set_P();
    const T reaction = geometry()[n_faces][3];
    for (int i = threadIdx.x; i < Np; i += threads) {
      T y = 0;
      for (int row = 0; row < dim * n_gradient; ++row)
        y += a.varying.divergence[row * Np + i] * shared.P[row];
      for (int face = 0; face < n_faces; ++face)
        if (const int m = a.traces.place_of_node[i * n_faces + face]; m >= 0)
          y -= shared.lifted_phi[face * Nfp + m];
      if (reaction != 0)
        for (int k = 0; k < Np; ++k) y += reaction * a.varying.mass[k * Np + i] * shared.u[k];
      put(a.blend, element() * Np + i, y);
    }
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
