/// The interior penalty operator on straight cells with constant coefficients (straight_penalty.cuh has the
/// formulas) by tensor cores. A block takes sixteen cells, which are the rows of all products; a warp takes
/// some of the blocks of eight nodes. Of lane 4g + t the sums are those of cells g and g + 8 at the nodes t
/// and t + 4 of a block.
#pragma once

#include "kernels/cuda/fragments.cuh"
#include "kernels/cuda/linear_algebra.cuh"
#include "kernels/cuda/penalty_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct TensorPenalty {
  using T = typename C::Real;
  static constexpr int dim = C::dim, Np = C::Np, Nfp = C::Nfp, n_faces = dim + 1;
  static constexpr int n_face_nodes = n_faces * Nfp, n_geometry = n_faces + 2;
  static constexpr int cells = 16, node_blocks = (Np + 7) / 8, face_blocks = (Nfp + 7) / 8;
  static constexpr int warps = penalty_warps(Np), threads = 32 * warps;
  static constexpr int turns = (node_blocks + warps - 1) / warps;  ///< blocks of nodes of a warp
  static constexpr int u_pitch = row_pitch(Np), face_pitch = row_pitch(Nfp), P_pitch = row_pitch(Np * dim);

  struct Traces {
    T jump[n_faces * cells * face_pitch];  ///< [face][cell][m]: w ⟦u⟧, then that times M_f
    T phi[n_faces * cells * face_pitch];   ///< φ, then that times M_f
  };
  struct Shared {
    int element[cells];
    PenaltyFace<T> faces[cells * n_faces];
    Four<T> geometry[cells * n_geometry];
    T u[cells * u_pitch];  ///< [cell][node]; at last y
    union {
      Traces traces;
      T P[cells * P_pitch];            ///< [cell][node][dim]
      T fluxes[cells * n_face_nodes];  ///< [cell][face][m]
    };
  };
  /// Of the lane's two cells: [turn][cell · 2 + node].
  using Values = Vec<Vec<T, 4>, turns>;

  const PenaltyArguments<T>& a;
  Shared& shared;

  DGSOLVE_INLINE int warp() const { return threadIdx.x / 32; }
  DGSOLVE_INLINE int g() const { return threadIdx.x % 32 / 4; }
  DGSOLVE_INLINE int t() const { return threadIdx.x % 4; }
  DGSOLVE_INLINE int node_block(int turn) const { return warp() + turn * warps; }
  /// The lane's first or second node in a block, Np or more: none.
  DGSOLVE_INLINE int node(int turn, int second) const { return 8 * node_block(turn) + t() + 4 * second; }
  /// Places beyond the last cell repeat it, and are not stored.
  DGSOLVE_INLINE int place(int cell) const {
    const int i = static_cast<int>(blockIdx.x) * cells + cell;
    return i < a.n_straight ? i : a.n_straight - 1;
  }
  DGSOLVE_INLINE bool is_stored(int cell) const {
    return static_cast<int>(blockIdx.x) * cells + cell < a.n_straight;
  }
  DGSOLVE_INLINE long long element(int cell) const { return shared.element[cell]; }
  DGSOLVE_INLINE const Four<T>& geometry(int cell, int i) const {
    return shared.geometry[cell * n_geometry + i];
  }

  /// write(i, read(i)) for i = 0 … n − 1 by all threads, whose reads do not wait for the writes before: few
  /// warps share a multiprocessor, and each must have many reads on their way.
  template <int n, class Read, class Write>
  DGSOLVE_INLINE void move(Read read, Write write) const {
    constexpr int all = (n + threads - 1) / threads, at_once = all < 10 ? all : 10;
    for (int first = threadIdx.x; first < n; first += at_once * threads) {
      decltype(read(0)) values[at_once];
      DGSOLVE_UNROLL
      for (int k = 0; k < at_once; ++k) {
        const int i = first + k * threads;
        values[k] = read(i < n ? i : n - 1);
      }
      DGSOLVE_UNROLL
      for (int k = 0; k < at_once; ++k)
        if (const int i = first + k * threads; i < n) write(i, values[k]);
    }
  }
  /// What is known of a cell by its place: n of an array for each.
  template <int n, class U>
  DGSOLVE_INLINE void load(const U* from, U* to) const {
    move<cells * n>([&](int i) { return from[static_cast<long long>(place(i / n)) * n + i % n]; },
                    [&](int i, const U& value) { to[i] = value; });
  }
  DGSOLVE_INLINE void load_values() const {
    load<1>(a.straight_element, shared.element);
    load<n_geometry>(a.geometry, shared.geometry);
    __syncthreads();
    move<cells * Np>([&](int i) { return a.blend.x[element(i / Np) * Np + i % Np]; },
                     [&](int i, T value) { shared.u[i / Np * u_pitch + i % Np] = value; });
    __syncthreads();
  }
  /// Columns 8·block … of sixteen rows, zero from `columns` on.
  template <int pitch, int columns>
  DGSOLVE_INLINE Operand<T, 4> rows_of(const T* values, int block) const {
    Operand<T, 4> a_rows;
    for (int i = 0; i < 4; ++i) {
      const int row = g() + i % 2 * 8, column = 8 * block + t() + i / 2 * 4;
      a_rows.set(i, column < columns ? values[row * pitch + column] : T(0));
    }
    return a_rows;
  }
  /// The lane's numbers of a block of an operator (kernels/cuda/operator_blocks.hpp).
  DGSOLVE_INLINE Operand<T, 2> block_of(const T* blocks, int number) const {
    const Two<T> values = reinterpret_cast<const Two<T>*>(blocks)[number * 32 + threadIdx.x % 32];
    Operand<T, 2> b;
    for (int i = 0; i < 2; ++i) b.set(i, values.v[i]);
    return b;
  }
  /// For each turn and layer the sums of an operator's products with values in shared memory.
  template <int layers, int pitch, int columns>
  DGSOLVE_INLINE void multiply(const T* blocks, const T* values, Values (&products)[layers]) const {
    constexpr int n_columns = (columns + 7) / 8;
    Sum<T> sums[turns][layers];
    for (int k = 0; k < n_columns; ++k) {
      const Operand<T, 4> rows = rows_of<pitch, columns>(values, k);
      DGSOLVE_UNROLL
      for (int turn = 0; turn < turns; ++turn) {
        if (node_block(turn) >= node_blocks) continue;
        DGSOLVE_UNROLL
        for (int layer = 0; layer < layers; ++layer)
          sums[turn][layer].add(rows, block_of(blocks, (node_block(turn) * n_columns + k) * layers + layer));
      }
    }
    DGSOLVE_UNROLL
    for (int turn = 0; turn < turns; ++turn)
      for (int layer = 0; layer < layers; ++layer)
        for (int i = 0; i < 4; ++i) products[layer][turn][i] = sums[turn][layer].total(i);
  }

  /// Calls body(face, place on the face, turn, second, cell, the face's factors) for the lane's nodes of
  /// faces.
  template <class Body>
  DGSOLVE_INLINE void for_face_nodes(Body body) const {
    DGSOLVE_UNROLL
    for (int face = 0; face < n_faces; ++face) {
      const Four<T> c[2] = {geometry(g(), face), geometry(g() + 8, face)};
      DGSOLVE_UNROLL
      for (int turn = 0; turn < turns; ++turn)
        for (int second = 0; second < 2; ++second) {
          if (node(turn, second) >= Np) continue;
          const int m = a.place_of_node[node(turn, second) * n_faces + face];
          if (m < 0) continue;
          for (int cell = 0; cell < 2; ++cell) body(face, m, turn, second, cell, c[cell]);
        }
    }
  }

  DGSOLVE_INLINE void publish() const {
    load_values();
    Values gradient[dim];
    multiply<dim, u_pitch, Np>(a.D_blocks, shared.u, gradient);
    for_face_nodes([&](int face, int m, int turn, int second, int cell, const Four<T>& c) {
      T flux = 0;
      for (int j = 0; j < dim; ++j) flux += c[j] * gradient[j][turn][2 * cell + second];
      shared.fluxes[(g() + 8 * cell) * n_face_nodes + face * Nfp + m] = flux;
    });
    __syncthreads();
    for (int i = threadIdx.x; i < cells * n_face_nodes; i += threads)
      if (const int cell = i / n_face_nodes; is_stored(cell))
        a.fluxes[element(cell) * n_face_nodes + i % n_face_nodes] = shared.fluxes[i];
  }

  struct Trace {
    T jump, phi;  ///< w ⟦u⟧, φ
  };
  DGSOLVE_INLINE Trace trace(int i) const {
    const int cell = i / n_face_nodes, at_face = i % n_face_nodes, face = at_face / Nfp, m = at_face % Nfp;
    const PenaltyFace<T> across = shared.faces[cell * n_faces + face];
    const PenaltyMeeting met = a.across[across.row * Nfp + m];
    const bool inside = across.neighbor >= 0;
    const long long other = inside ? across.neighbor : ~across.neighbor;  // reads do not wait for a branch
    const T u_p = a.blend.x[other * Np + met.node], flux_p = a.fluxes[other * n_face_nodes + met.place];
    const T jump = shared.u[cell * u_pitch + a.face_nodes[at_face]] - (inside ? u_p : T(0));
    const T phi = across.w * a.fluxes[element(cell) * n_face_nodes + at_face] -
                  (inside ? (1 - across.w) * flux_p : T(0));
    return {across.w * jump, phi - geometry(cell, face)[3] * jump};
  }
  DGSOLVE_INLINE void meet_neighbors() const {
    move<cells * n_face_nodes>([&](int i) { return trace(i); },
                               [&](int i, const Trace& trace) {
                                 const int cell = i / n_face_nodes, at_face = i % n_face_nodes;
                                 const int to = (at_face / Nfp * cells + cell) * face_pitch + at_face % Nfp;
                                 shared.traces.jump[to] = trace.jump;
                                 shared.traces.phi[to] = trace.phi;
                               });
    __syncthreads();
  }

  /// Times M_f, in place: a warp reads all of a face before it writes.
  DGSOLVE_INLINE void lift_traces() const {
    for (int task = warp(); task < 2 * n_faces; task += warps) {
      T* const values =
          (task < n_faces ? shared.traces.jump : shared.traces.phi) + task % n_faces * cells * face_pitch;
      Sum<T> sums[face_blocks];
      for (int k = 0; k < face_blocks; ++k) {
        const Operand<T, 4> rows = rows_of<face_pitch, Nfp>(values, k);
        DGSOLVE_UNROLL
        for (int block = 0; block < face_blocks; ++block)
          sums[block].add(rows, block_of(a.face_mass_blocks, block * face_blocks + k));
      }
      __syncwarp();
      DGSOLVE_UNROLL
      for (int block = 0; block < face_blocks; ++block)
        for (int i = 0; i < 4; ++i)
          if (const int m = 8 * block + t() + i % 2 * 4; m < Nfp)
            values[(g() + i / 2 * 8) * face_pitch + m] = sums[block].total(i);
    }
    __syncthreads();
  }

  /// From M D_j u to Σ_j G_ij M D_j u.
  DGSOLVE_INLINE void mix(Values (&P)[dim]) const {
    for (int cell = 0; cell < 2; ++cell) {
      const Four<T> same = geometry(g() + 8 * cell, n_faces), mixed = geometry(g() + 8 * cell, n_faces + 1);
      DGSOLVE_UNROLL
      for (int turn = 0; turn < turns; ++turn)
        for (int second = 0; second < 2; ++second) {
          Vec<T, dim> product{};
          for (int i = 0; i < dim; ++i)
            for (int j = 0; j < dim; ++j)
              product[i] += (i == j ? same[i] : mixed[i + j - 1]) * P[j][turn][2 * cell + second];
          for (int i = 0; i < dim; ++i) P[i][turn][2 * cell + second] = product[i];
        }
    }
  }
  /// What the faces add at the lane's nodes, to the P_i too.
  DGSOLVE_INLINE void add_traces(Values& y, Values (&P)[dim]) const {
    for_face_nodes([&](int face, int m, int turn, int second, int cell, const Four<T>& c) {
      const int at = (face * cells + g() + 8 * cell) * face_pitch + m;
      const T jump = shared.traces.jump[at];
      for (int i = 0; i < dim; ++i) P[i][turn][2 * cell + second] -= c[i] * jump;
      y[turn][2 * cell + second] -= shared.traces.phi[at];
    });
  }
  /// value(turn, i) to [cell][node][n_values] + offset of shared memory, i as in Values.
  DGSOLVE_INLINE void store(const Values& values, T* to, int pitch, int n_values, int offset) const {
    DGSOLVE_UNROLL
    for (int turn = 0; turn < turns; ++turn)
      for (int i = 0; i < 4; ++i)
        if (node(turn, i % 2) < Np)
          to[(g() + i / 2 * 8) * pitch + node(turn, i % 2) * n_values + offset] = values[turn][i];
  }

  DGSOLVE_INLINE void apply() const {
    load<n_faces>(a.faces, shared.faces);
    load_values();
    meet_neighbors();
    lift_traces();
    Values P[dim], y[1] = {}, product[1];
    multiply<dim, u_pitch, Np>(a.weak_blocks, shared.u, P);
    mix(P);
    if (a.has_reaction != 0) {
      multiply<1, u_pitch, Np>(a.mass_blocks, shared.u, product);
      for (int cell = 0; cell < 2; ++cell) {
        const T reaction = geometry(g() + 8 * cell, n_faces)[3];
        for (int turn = 0; turn < turns; ++turn)
          for (int second = 0; second < 2; ++second)
            y[0][turn][2 * cell + second] = reaction * product[0][turn][2 * cell + second];
      }
    }
    add_traces(y[0], P);
    __syncthreads();
    for (int i = 0; i < dim; ++i) store(P[i], shared.P, P_pitch, dim, i);
    __syncthreads();
    multiply<1, P_pitch, Np * dim>(a.divergence_blocks, shared.P, product);
    for (int turn = 0; turn < turns; ++turn)
      for (int i = 0; i < 4; ++i) y[0][turn][i] += product[0][turn][i];
    store(y[0], shared.u, u_pitch, 1, 0);
    __syncthreads();
    for (int i = threadIdx.x; i < cells * Np; i += threads)
      if (const int cell = i / Np; is_stored(cell))
        blend(a.blend, element(cell) * Np + i % Np, shared.u[cell * u_pitch + i % Np]);
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
