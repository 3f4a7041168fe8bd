/// The interior penalty operator on straight cells with constant coefficients:
///   y = Σ_i D_iᵀ P_i − Σ_f R_fᵀ M_f φ_f + Jλ M u,   P_i = Σ_j G_ij M D_j u − Σ_f c_fi R_fᵀ M_f w_f ⟦u⟧_f.
/// A thread takes a node of four cells, so that what it reads of an operator serves four times; their four
/// values stand side by side in shared memory.
#pragma once

#include "kernels/cuda/algebra/linear_algebra.cuh"
#include "kernels/cuda/elliptic/penalty_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct StraightPenalty {
  using T = typename C::Real;
  using Fours = Vec<Four<T>, C::dim>;
  static constexpr int dim = C::dim, Np = C::Np, Nfp = C::Nfp, n_faces = dim + 1;
  static constexpr int groups = C::groups, threads = groups * Np, elements = 4 * groups;
  static constexpr int n_face_nodes = n_faces * Nfp, n_geometry = n_faces + 2;
  /// From a node to the next: odd, so that neighbours write to different banks.
  static constexpr int pitch = groups | 1;
  /// Face nodes of a thread.
  static constexpr int n_turns = (n_face_nodes + Np - 1) / Np;

  struct Traces {
    Four<T> jump[n_face_nodes * pitch];  ///< [face][m][group]: w ⟦u⟧, then that times M_f
    Four<T> phi[n_face_nodes * pitch];   ///< φ, then that times M_f
  };
  struct Shared {
    Four<T> u[Np * pitch];  ///< [node][group]
    union {
      Traces traces;
      Four<T> P[Np * dim * pitch];  ///< [node][dim][group]
    };
  };

  const PenaltyArguments<T>& a;
  Shared& shared;

  DGSOLVE_INLINE int group() const { return threadIdx.x / Np; }
  DGSOLVE_INLINE int node() const { return threadIdx.x % Np; }
  /// The k-th of a group. Places beyond the last cell repeat it, and are not stored.
  DGSOLVE_INLINE int cell(int group, int k) const {
    const int i = static_cast<int>(blockIdx.x) * elements + 4 * group + k;
    return i < a.straight.n ? i : a.straight.n - 1;
  }
  DGSOLVE_INLINE bool is_stored(int group, int k) const {
    return static_cast<int>(blockIdx.x) * elements + 4 * group + k < a.straight.n;
  }
  DGSOLVE_INLINE const Four<T>* geometry(int group, int k) const {
    return a.nodes.geometry + static_cast<long long>(cell(group, k)) * n_geometry;
  }

  DGSOLVE_INLINE void load_values() const {
    Four<T> u;
    for (int k = 0; k < 4; ++k)
      u[k] = a.blend.x[static_cast<long long>(a.straight.element[cell(group(), k)]) * Np + node()];
    shared.u[node() * pitch + group()] = u;
    __syncthreads();
  }
  /// Σ_k matrix_j[node][k] u[k] for each j.
  DGSOLVE_INLINE Fours products(const T* matrices) const {
    Fours sum{};
    DGSOLVE_UNROLL_BY(4)
    for (int i = 0; i < Np; ++i) {
      const Four<T> u = shared.u[i * pitch + group()];
      for (int j = 0; j < dim; ++j) {
        const T entry = matrices[(i * dim + j) * Np + node()];
        for (int k = 0; k < 4; ++k) sum[j][k] += entry * u[k];
      }
    }
    return sum;
  }

  DGSOLVE_INLINE void publish() const {
    load_values();
    const Fours gradient = products(a.nodes.D);
    for (int face = 0; face < n_faces; ++face) {
      const int m = a.traces.face_index_of_node[node() * n_faces + face];
      if (m < 0) continue;
      for (int k = 0; k < 4; ++k) {
        if (!is_stored(group(), k)) continue;
        const Four<T> c = geometry(group(), k)[face];
        T flux = 0;
        for (int j = 0; j < dim; ++j) flux += c[j] * gradient[j][k];
        const long long element = a.straight.element[cell(group(), k)];
        a.fluxes[element * n_face_nodes + face * Nfp + m] = flux;
      }
    }
  }

  /// What a face's node of the k-th cell of a group has on both sides: w ⟦u⟧ and φ.
  DGSOLVE_INLINE void meet_neighbor(int of_group, int place, int k, T& jump, T& phi) const {
    const int face = place / Nfp, m = place % Nfp;
    const long long element = a.straight.element[cell(of_group, k)];
    const PenaltyFace<T> across = a.nodes.faces[static_cast<long long>(cell(of_group, k)) * n_faces + face];
    phi = across.w * a.fluxes[element * n_face_nodes + place];
    if (across.neighbor >= 0) {
      const PenaltyMeeting met = a.traces.across[across.row * Nfp + m];
      jump -= a.blend.x[static_cast<long long>(across.neighbor) * Np + met.node];
      phi -= (1 - across.w) * a.fluxes[static_cast<long long>(across.neighbor) * n_face_nodes + met.place];
    }
    phi -= geometry(of_group, k)[face][3] * jump;
    jump *= across.w;
  }
  DGSOLVE_INLINE void meet_neighbors() const {
    for (int i = threadIdx.x; i < groups * n_face_nodes; i += threads) {
      const int of_group = i / n_face_nodes, place = i % n_face_nodes;
      Four<T> jump = shared.u[a.traces.face_nodes[place] * pitch + of_group], phi;
      for (int k = 0; k < 4; ++k) meet_neighbor(of_group, place, k, jump[k], phi[k]);
      shared.traces.jump[place * pitch + of_group] = jump;
      shared.traces.phi[place * pitch + of_group] = phi;
    }
    __syncthreads();
  }

  /// Times M_f, in place.
  DGSOLVE_INLINE void lift_traces() const {
    Four<T> jump[n_turns], phi[n_turns];
    DGSOLVE_UNROLL
    for (int turn = 0; turn < n_turns; ++turn) {
      const int i = threadIdx.x + turn * threads, place = i % n_face_nodes;
      jump[turn] = phi[turn] = Four<T>{};
      if (i >= groups * n_face_nodes) continue;
      const int first = place / Nfp * Nfp * pitch + i / n_face_nodes;
      for (int column = 0; column < Nfp; ++column) {
        const T entry = a.traces.face_mass[column * Nfp + place % Nfp];
        const Four<T> jumps = shared.traces.jump[first + column * pitch],
                      phis = shared.traces.phi[first + column * pitch];
        for (int k = 0; k < 4; ++k) {
          jump[turn][k] += entry * jumps[k];
          phi[turn][k] += entry * phis[k];
        }
      }
    }
    __syncthreads();
    DGSOLVE_UNROLL
    for (int turn = 0; turn < n_turns; ++turn) {
      const int i = threadIdx.x + turn * threads;
      if (i >= groups * n_face_nodes) continue;
      const int at = i % n_face_nodes * pitch + i / n_face_nodes;
      shared.traces.jump[at] = jump[turn];
      shared.traces.phi[at] = phi[turn];
    }
    __syncthreads();
  }

  /// Σ_j G_ij w_j for the k-th cell, from w.
  DGSOLVE_INLINE void mix(int k, Fours& w) const {
    const Four<T> same = geometry(group(), k)[n_faces], mixed = geometry(group(), k)[n_faces + 1];
    Vec<T, dim> product{};
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) product[i] += (i == j ? same[i] : mixed[i + j - 1]) * w[j][k];
    for (int i = 0; i < dim; ++i) w[i][k] = product[i];
  }
  /// The values that the faces add at the node, with the P_i.
  DGSOLVE_INLINE void add_traces(Four<T>& y, Fours& P) const {
    for (int face = 0; face < n_faces; ++face) {
      const int m = a.traces.face_index_of_node[node() * n_faces + face];
      if (m < 0) continue;
      const int at = (face * Nfp + m) * pitch + group();
      const Four<T> jump = shared.traces.jump[at], phi = shared.traces.phi[at];
      for (int k = 0; k < 4; ++k) {
        const Four<T> c = geometry(group(), k)[face];
        for (int i = 0; i < dim; ++i) P[i][k] -= c[i] * jump[k];
        y[k] -= phi[k];
      }
    }
  }
  DGSOLVE_INLINE void add_reaction(Four<T>& y) const {
    for (int k = 0; k < 4; ++k) {
      const T reaction = geometry(group(), k)[n_faces][3];
      if (reaction == 0) continue;
      for (int i = 0; i < Np; ++i)
        y[k] += reaction * a.nodes.mass[i * Np + node()] * shared.u[i * pitch + group()][k];
    }
  }
  /// y += Σ_i D_iᵀ P_i
  DGSOLVE_INLINE void add_divergence(Four<T>& y) const {
    DGSOLVE_UNROLL_BY(4)
    for (int row = 0; row < Np * dim; ++row) {
      const T entry = a.nodes.D_transposed[row * Np + node()];
      const Four<T> P = shared.P[row * pitch + group()];
      for (int k = 0; k < 4; ++k) y[k] += entry * P[k];
    }
  }

  DGSOLVE_INLINE void apply() const {
    load_values();
    meet_neighbors();
    lift_traces();
    Fours P = products(a.nodes.weak);
    for (int k = 0; k < 4; ++k) mix(k, P);
    Four<T> y{};
    add_reaction(y);
    add_traces(y, P);
    __syncthreads();
    for (int i = 0; i < dim; ++i) shared.P[(node() * dim + i) * pitch + group()] = P[i];
    __syncthreads();
    add_divergence(y);
    for (int k = 0; k < 4; ++k)
      if (is_stored(group(), k))
        put(a.blend, static_cast<long long>(a.straight.element[cell(group(), k)]) * Np + node(), y[k]);
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
