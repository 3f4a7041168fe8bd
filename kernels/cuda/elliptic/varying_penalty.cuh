/// The interior penalty operator on straight cells in which a scalar κ varies:
///   y = Σ_i d_iᵀ P_i − Σ_f R_fᵀ M_f φ_f + Jλ M u,   P_i = Σ_j G_ij K d_j u − Σ_f c_fi T_fᵀ C_fᵀ M_f w_f ⟦u⟧.
/// A block takes some cells (VaryingShape), whose values stand side by side in shared memory, so that what is
/// read of an operator serves all of them. What has values [n] is computed by threads 0 … n − 1, in turns
/// where there are fewer.
#pragma once

#include "kernels/cuda/algebra/linear_algebra.cuh"
#include "kernels/cuda/elliptic/penalty_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct VaryingPenalty {
  using T = typename C::Real;
  static constexpr VaryingShape shape{C::dim, C::N, sizeof(T)};
  static constexpr int dim = C::dim, Np = C::Np, Nfp = C::Nfp, n_faces = shape.n_faces,
                       n_face_nodes = shape.n_face_nodes, n_gradient = shape.n_gradient,
                       n_trace = shape.n_trace, n_moments = n_gradient * (n_gradient + 1) / 2;
  static constexpr int threads = (Np + 31) / 32 * 32, cells = shape.cells;

  /// A number of each cell.
  struct alignas(cells * sizeof(T) < 16 ? cells * sizeof(T) : 16) Each {
    T v[cells];
    DGSOLVE_INLINE T& operator[](int k) { return v[k]; }
    DGSOLVE_INLINE const T& operator[](int k) const { return v[k]; }
  };

  struct Shared {
    Each geometry[shape.n_geometry()];  ///< VaryingTables::geometry
    Each u[Np];
    Each derivatives[dim * n_gradient], weighted[dim * n_gradient];  ///< d_j u, K d_j u: [dim][n_gradient]
    Each P[dim * n_gradient];                                        ///< [dim][n_gradient]
    Each along[n_faces * n_gradient];                                ///< Σ_j c_fj d_j u, or T_fᵀ trace
    Each trace[n_faces * n_trace];                                   ///< of that, or of what the jump lifts
    Each jump[n_face_nodes], phi[n_face_nodes];                      ///< w ⟦u⟧, φ
    Each lifted_jump[n_face_nodes], lifted_phi[n_face_nodes];        ///< M_f times these
  };

  static_assert(sizeof(Shared) <= cells * shape.numbers() * sizeof(T) + 16);

  const PenaltyArguments<T>& a;
  Shared& shared;

  /// Places beyond the last cell repeat it, and are not stored.
  DGSOLVE_INLINE long long cell(int k) const {
    const int i = static_cast<int>(blockIdx.x) * cells + k;
    return i < a.varying.n ? i : a.varying.n - 1;
  }
  DGSOLVE_INLINE bool is_stored(int k) const {
    return static_cast<int>(blockIdx.x) * cells + k < a.varying.n;
  }
  DGSOLVE_INLINE long long element(int k) const { return a.varying.element[cell(k)]; }
  DGSOLVE_INLINE const Each& c(int face, int j) const { return shared.geometry[face * 4 + j]; }
  DGSOLVE_INLINE const Each& penalty(int face) const { return shared.geometry[face * 4 + 3]; }
  DGSOLVE_INLINE const Each& stiffness(int i, int j) const {
    return i == j ? shared.geometry[n_faces * 4 + i] : shared.geometry[(n_faces + 1) * 4 + i + j - 1];
  }
  DGSOLVE_INLINE const Each& reaction() const { return shared.geometry[n_faces * 4 + 3]; }
  /// C_f of the k-th cell: [place][n_trace]
  DGSOLVE_INLINE const T* kappa_on_face(int k, int place) const {
    return a.varying.kappa_on_face + (cell(k) * n_face_nodes + place) * n_trace;
  }

  /// body(i) for i < n, all of which the others may read afterwards.
  template <class Body>
  DGSOLVE_INLINE void for_each(int n, Body body) const {
    for (int i = threadIdx.x; i < n; i += threads) body(i);
    __syncthreads();
  }
  static DGSOLVE_INLINE void add(T factor, const Each& values, Each& sum) {
    DGSOLVE_UNROLL
    for (int k = 0; k < cells; ++k) sum[k] += factor * values[k];
  }
  static DGSOLVE_INLINE void add(const Each& factors, const Each& values, Each& sum) {
    DGSOLVE_UNROLL
    for (int k = 0; k < cells; ++k) sum[k] += factors[k] * values[k];
  }
  /// sum += Σ_j column_j values_j, where a row's entry of column j is entries[j · rows].
  template <int columns>
  static DGSOLVE_INLINE void add_product(const T* entries, int rows, const Each* values, Each& sum) {
    DGSOLVE_UNROLL_BY(10)
    for (int j = 0; j < columns; ++j) add(entries[j * rows], values[j], sum);
  }

  /// to ← each face's own matrix [columns][rows] times its values.
  template <int rows, int columns>
  DGSOLVE_INLINE void multiply_faces(const T* matrices, const Each* values, Each* to) const {
    for_each(n_faces * rows, [&](int i) {
      const int face = i / rows;
      Each sum{};
      add_product<columns>(matrices + face * columns * rows + i % rows, rows, values + face * columns, sum);
      to[i] = sum;
    });
  }

  DGSOLVE_INLINE void derive() const {
    for (int i = threadIdx.x; i < shape.n_geometry(); i += threads)
      for (int k = 0; k < cells; ++k)
        shared.geometry[i][k] = a.varying.geometry[cell(k) * (n_faces + 2) + i / 4][i % 4];
    for_each(Np, [&](int i) {
      for (int k = 0; k < cells; ++k) shared.u[i][k] = a.blend.x[element(k) * Np + i];
    });
    for_each(dim * n_gradient, [&](int row) {
      Each sum{};
      add_product<Np>(a.varying.gradient + row, dim * n_gradient, shared.u, sum);
      shared.derivatives[row] = sum;
    });
  }

  DGSOLVE_INLINE void publish() const {
    derive();
    for_each(n_faces * n_gradient, [&](int i) {
      Each sum{};
      for (int j = 0; j < dim; ++j)
        add(c(i / n_gradient, j), shared.derivatives[j * n_gradient + i % n_gradient], sum);
      shared.along[i] = sum;
    });
    multiply_faces<n_trace, n_gradient>(a.varying.trace, shared.along, shared.trace);
    for_each(n_face_nodes, [&](int place) {
      Each sum{};
      for (int b = 0; b < n_trace; ++b)
        for (int k = 0; k < cells; ++k)
          sum[k] += kappa_on_face(k, place)[b] * shared.trace[place / Nfp * n_trace + b][k];
      for (int k = 0; k < cells; ++k)
        if (is_stored(k)) a.fluxes[element(k) * n_face_nodes + place] = sum[k];
    });
  }

  /// What a face's node of the k-th cell has on both sides: w ⟦u⟧ and φ; jump: u at first.
  DGSOLVE_INLINE void meet_neighbor(int place, int k, T& jump, T& phi) const {
    const int face = place / Nfp;
    const PenaltyFace<T> across = a.varying.faces[cell(k) * n_faces + face];
    phi = across.w * a.fluxes[element(k) * n_face_nodes + place];
    if (across.neighbor >= 0) {
      const PenaltyMeeting met = a.traces.across[across.row * Nfp + place % Nfp];
      jump -= a.blend.x[static_cast<long long>(across.neighbor) * Np + met.node];
      phi -= (1 - across.w) * a.fluxes[static_cast<long long>(across.neighbor) * n_face_nodes + met.place];
    }
    phi -= penalty(face)[k] * jump;
    jump *= across.w;
  }
  DGSOLVE_INLINE void meet_neighbors() const {
    for_each(n_face_nodes, [&](int place) {
      Each jump = shared.u[a.traces.face_nodes[place]], phi{};
      DGSOLVE_UNROLL
      for (int k = 0; k < cells; ++k) meet_neighbor(place, k, jump[k], phi[k]);
      shared.jump[place] = jump;
      shared.phi[place] = phi;
    });
    for_each(n_face_nodes, [&](int place) {
      const int first = place / Nfp * Nfp;
      const T* mass = a.traces.face_mass + place % Nfp;
      Each jump{}, phi{};
      DGSOLVE_UNROLL_BY(5)
      for (int m = 0; m < Nfp; ++m) {
        const T entry = mass[m * Nfp];
        add(entry, shared.jump[first + m], jump);
        add(entry, shared.phi[first + m], phi);
      }
      shared.lifted_jump[place] = jump;
      shared.lifted_phi[place] = phi;
    });
    for_each(n_faces * n_trace, [&](int i) {
      const int first = i / n_trace * Nfp;
      Each sum{};
      for (int m = 0; m < Nfp; ++m)
        for (int k = 0; k < cells; ++k)
          sum[k] += kappa_on_face(k, first + m)[i % n_trace] * shared.lifted_jump[first + m][k];
      shared.trace[i] = sum;
    });
  }

  DGSOLVE_INLINE void set_P() const {
    for_each(dim * n_gradient, [&](int i) {
      const int row = i % n_gradient;
      const T* K[cells];
      for (int k = 0; k < cells; ++k) K[k] = a.varying.kappa_moments + cell(k) * n_moments;
      Each sum{};
      for (int b = 0; b < n_gradient; ++b) {
        const int place = b <= row ? row * (row + 1) / 2 + b : b * (b + 1) / 2 + row;
        const Each derivative = shared.derivatives[i - row + b];
        for (int k = 0; k < cells; ++k) sum[k] += K[k][place] * derivative[k];
      }
      shared.weighted[i] = sum;
    });
    multiply_faces<n_gradient, n_trace>(a.varying.lift, shared.trace, shared.along);
    for_each(dim * n_gradient, [&](int i) {
      const int row = i % n_gradient;
      Each sum{}, lifted{};
      for (int j = 0; j < dim; ++j)
        add(stiffness(i / n_gradient, j), shared.weighted[j * n_gradient + row], sum);
      for (int face = 0; face < n_faces; ++face)
        add(c(face, i / n_gradient), shared.along[face * n_gradient + row], lifted);
      for (int k = 0; k < cells; ++k) shared.P[i][k] = sum[k] - lifted[k];
    });
  }

  DGSOLVE_INLINE void apply() const {
    derive();
    meet_neighbors();
    set_P();
    for (int i = threadIdx.x; i < Np; i += threads) {
      Each y{};
      add_product<dim * n_gradient>(a.varying.divergence + i, Np, shared.P, y);
      for (int face = 0; face < n_faces; ++face)
        if (const int m = a.traces.face_index_of_node[i * n_faces + face]; m >= 0)
          add(T(-1), shared.lifted_phi[face * Nfp + m], y);
      const Each J_lambda = reaction();
      bool reacts = false;
      for (int k = 0; k < cells; ++k) reacts |= J_lambda[k] != 0;
      if (reacts) {
        Each sum{};
        add_product<Np>(a.varying.mass + i, Np, shared.u, sum);
        add(J_lambda, sum, y);
      }
      for (int k = 0; k < cells; ++k)
        if (is_stored(k)) put(a.blend, element(k) * Np + i, y[k]);
    }
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
