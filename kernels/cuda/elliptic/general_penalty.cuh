/// The interior penalty operator on cells that bring their own matrices: curved ones, and those in which a
/// tensor κ, λ or a robin coefficient varies. A block is a cell. Fluxes are published by straight cells too
/// that meet them and do not publish by themselves.
#pragma once

#include "kernels/cuda/algebra/linear_algebra.cuh"
#include "kernels/cuda/elliptic/penalty_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct GeneralPenalty {
  using T = typename C::Real;
  static constexpr int Np = C::Np, Nfp = C::Nfp, n_faces = C::dim + 1, n_face_nodes = n_faces * Nfp;
  static constexpr int threads = (Np + 31) / 32 * 32;

  struct Shared {
    T u[Np];
    T values[n_face_nodes], fluxes[n_face_nodes];    ///< from across: u⁺, w⁺ (F u)⁺
    T to_node[n_face_nodes], to_flux[n_face_nodes];  ///< M_f w⁺ (F u)⁺ − P u⁺; w M_f u⁺
  };

  const PenaltyArguments<T>& a;
  Shared& shared;

  DGSOLVE_INLINE long long cell() const { return blockIdx.x; }
  DGSOLVE_INLINE long long element() const { return a.general.element[blockIdx.x]; }

  DGSOLVE_INLINE void load_values() const {
    for (int i = threadIdx.x; i < Np; i += threads) shared.u[i] = a.blend.x[element() * Np + i];
    __syncthreads();
  }

  DGSOLVE_INLINE void publish() const {
    load_values();
    for (int place = threadIdx.x; place < n_face_nodes; place += threads) {
      const T* row = a.general.flux_matrix + (cell() * n_face_nodes + place) * Np;
      T sum = 0;
      for (int i = 0; i < Np; ++i) sum += row[i] * shared.u[i];
      a.fluxes[element() * n_face_nodes + place] = sum;
    }
  }

  DGSOLVE_INLINE void meet_neighbors() const {
    for (int place = threadIdx.x; place < n_face_nodes; place += threads) {
      const PenaltyFace<T> across = a.general.faces[cell() * n_faces + place / Nfp];
      T value = 0, flux = 0;
      if (across.neighbor >= 0) {
        const PenaltyMeeting met = a.traces.across[across.row * Nfp + place % Nfp];
        value = a.blend.x[static_cast<long long>(across.neighbor) * Np + met.node];
        flux = (1 - across.w) * a.fluxes[static_cast<long long>(across.neighbor) * n_face_nodes + met.place];
      }
      shared.values[place] = value;
      shared.fluxes[place] = flux;
    }
  }
  DGSOLVE_INLINE void lift_traces() const {
    for (int place = threadIdx.x; place < n_face_nodes; place += threads) {
      const int first = place / Nfp * Nfp, m = place % Nfp;
      const T* penalty = a.general.penalty_matrix + (cell() * n_face_nodes + first) * Nfp;
      T to_node = 0, to_flux = 0;
      for (int k = 0; k < Nfp; ++k) {
        const T mass = a.traces.face_mass[k * Nfp + m];
        to_node += mass * shared.fluxes[first + k] - penalty[k * Nfp + m] * shared.values[first + k];
        to_flux += mass * shared.values[first + k];
      }
      shared.to_node[place] = to_node;
      shared.to_flux[place] = a.general.faces[cell() * n_faces + place / Nfp].w * to_flux;
    }
  }

  DGSOLVE_INLINE void apply() const {
    load_values();
    meet_neighbors();
    __syncthreads();
    lift_traces();
    __syncthreads();
    for (int i = threadIdx.x; i < Np; i += threads) {
      T y = 0;
      for (int k = 0; k < Np; ++k) y += a.general.own_block[(cell() * Np + k) * Np + i] * shared.u[k];
      for (int face = 0; face < n_faces; ++face)
        if (const int m = a.traces.face_index_of_node[i * n_faces + face]; m >= 0)
          y += shared.to_node[face * Nfp + m];
      for (int place = 0; place < n_face_nodes; ++place)
        y += shared.to_flux[place] * a.general.flux_matrix[(cell() * n_face_nodes + place) * Np + i];
      put(a.blend, element() * Np + i, y);
    }
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
