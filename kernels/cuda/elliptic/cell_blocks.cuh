/// Blocks of cells of the interior penalty operator: made, inverted and stored. A block of threads takes a
/// cell. Between steps stands a barrier.
#pragma once

#include "kernels/base/rounded.hpp"
#include "kernels/cuda/algebra/linear_algebra.cuh"
#include "kernels/cuda/elliptic/cell_block_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

/// A symmetric matrix as it is worked on.
struct SymmetricBlock {
  const BlockRoom& room;
  double* const block;  ///< [n_entries]: the lower triangle, row by row
  double* const row;    ///< [n]
  double* const free;   ///< for others

  DGSOLVE_INLINE SymmetricBlock(const BlockRoom& room, double* numbers)
      : room(room), block(numbers), row(block + room.n_entries), free(row + room.n) {}

  /// body(i) for i < n, all of which the others may read afterwards.
  template <class Body>
  DGSOLVE_INLINE void for_each(int n, Body body) const {
    for (int i = threadIdx.x; i < n; i += room.threads) body(i);
    __syncthreads();
  }
  /// body(entry, its place) of the triangle.
  template <class Body>
  DGSOLVE_INLINE void for_each_entry(Body body) const {
    for_each(room.n_entries, [&](int place) { body(room.entries[place], place); });
  }

  DGSOLVE_INLINE static int place(int i, int j) { return i >= j ? triangle(i) + j : triangle(j) + i; }

  /// block ← −block⁻¹: every row is swept (Goodnight, Am. Stat. 33 (1979) 149).
  DGSOLVE_INLINE void invert() const {
    for (int k = 0; k < room.n; ++k) {
      for_each(room.n, [&](int i) { row[i] = block[place(i, k)]; });
      const double pivot = row[k], inverse = 1 / pivot;
      if (!(pivot > 0) && threadIdx.x == 0) *room.failed = 1;
      for_each_entry([&](BlockEntry at, int p) {
        const bool in_row = at.row == k, in_column = at.column == k;
        const double i = row[at.row], j = row[at.column];
        block[p] = in_row && in_column ? -inverse
                   : in_row            ? j * inverse
                   : in_column         ? i * inverse
                                       : block[p] - i * j * inverse;
      });
    }
  }

  /// Keeps factor · block with the rows and columns weighted: weight(i).
  template <class T, class Weight>
  DGSOLVE_INLINE void store(const StoredBlocks<T>& out, long long cell, double factor, Weight weight) const {
    const auto value = [&](BlockEntry at, int p) {
      return factor * weight(at.row) * weight(at.column) * block[p];
    };
    if (out.rounded == nullptr)
      return for_each_entry(
          [&](BlockEntry at, int p) { out.triangles[cell * out.stride + p] = static_cast<T>(value(at, p)); });
    for_each(room.n, [&](int i) {
      const BlockEntry at = {static_cast<unsigned short>(i), static_cast<unsigned short>(i)};
      row[i] = sqrt_of(value(at, place(i, i)) / rounded_one);
      out.scale[cell * room.n + i] = static_cast<T>(row[i]);
    });
    for_each_entry([&](BlockEntry at, int p) {
      const double unit = row[at.row] * row[at.column];
      out.rounded[cell * out.stride + p] = unit > 0 ? rounded(value(at, p) / unit) : short(0);
    });
  }
};

template <class T>
struct CellBlock {
  const CellBlockArguments<T>& a;
  const SymmetricBlock work;
  const int n = a.room.n, n_faces = a.dim + 1;
  const BlockTerms terms{a.dim};
  double* const factors = work.free;                                     ///< [n_all]
  double* const first = factors + terms.n_all();                         ///< [n_gradient][n]
  double* const second = first + a.varying.first_size(a.room.n);         ///< [n_gradient or Nfp][n]
  double* const face_matrix = second + a.varying.second_size(a.room.n);  ///< [Nfp][n_trace]

  DGSOLVE_INLINE CellBlock(const CellBlockArguments<T>& a, double* numbers) : a(a), work(a.room, numbers) {}

  DGSOLVE_INLINE double factor(long long cell, int term) const {
    return a.factors[cell * terms.n_all() + term];
  }

  DGSOLVE_INLINE void make(long long cell) const {
    const int kind = a.kind[cell];
    if (kind < constant_cell) return take_given(first_general_cell - kind);
    add_terms(cell, kind != constant_cell);
    if (kind == constant_cell) return;
    for (int i = 0; i < a.dim; ++i) add_varying_volume(cell, kind, i);
    if (a.varying.face_gradient == nullptr) return;
    for (int face = 0; face < n_faces; ++face) add_varying_flux(cell, kind, face);
  }

  DGSOLVE_INLINE void take_given(long long general) const {
    work.for_each_entry([&](BlockEntry at, int p) {
      work.block[p] = a.squares == nullptr ? a.triangles[general * a.room.n_entries + p]
                                           : a.squares[(general * n + at.row) * n + at.column];
    });
  }

  /// varying: those terms only into which κ does not enter.
  DGSOLVE_INLINE void add_terms(long long cell, bool varying) const {
    work.for_each(a.n_terms, [&](int t) {
      const bool has_kappa = (t >= terms.volume() && t < terms.penalties()) || t >= terms.fluxes();
      factors[t] = varying && has_kappa ? 0 : factor(cell, t);
    });
    work.for_each_entry([&](BlockEntry, int p) {
      double sum = 0;
      for (int t = 0; t < a.n_terms; ++t)
        if (factors[t] != 0) sum += factors[t] * a.terms[t * a.room.n_entries + p];
      work.block[p] = sum;
    });
  }

  /// block += d_iᵀ K Σ_j G_ij d_j
  DGSOLVE_INLINE void add_varying_volume(long long cell, long long varying, int i) const {
    const int n_gradient = a.varying.n_gradient, size = n_gradient * n;
    work.for_each(size, [&](int k) {
      double sum = 0;
      for (int j = 0; j < a.dim; ++j)
        sum += factor(cell, terms.volume() + SymmetricBlock::place(i, j)) * a.varying.gradient[j * size + k];
      first[k] = sum;
    });
    const T* K = a.varying.kappa_moments + varying * (n_gradient * (n_gradient + 1) / 2);
    work.for_each(size, [&](int k) {
      const int row = k / n, column = k % n;
      double sum = 0;
      for (int b = 0; b < n_gradient; ++b) sum += K[SymmetricBlock::place(row, b)] * first[b * n + column];
      second[k] = sum;
    });
    work.for_each_entry([&](BlockEntry at, int p) {
      const double *derivative = a.varying.gradient + i * size + at.row, *weighted = second + at.column;
      double sum = 0;
      for (int b = 0; b < n_gradient; ++b) sum += derivative[b * n] * weighted[b * n];
      work.block[p] += sum;
    });
  }

  /// block −= w (Rᵀ E + Eᵀ R), E = M_f C_f T_f Σ_j c_j d_j
  DGSOLVE_INLINE void add_varying_flux(long long cell, long long varying, int face) const {
    const int n_trace = a.varying.n_trace, size = n_trace * n, Nfp = a.varying.Nfp;
    work.for_each(size, [&](int k) {
      double sum = 0;
      for (int j = 0; j < a.dim; ++j)
        sum += factor(cell, terms.fluxes() + face * a.dim + j) *
               a.varying.face_gradient[(face * a.dim + j) * size + k];
      first[k] = sum;
    });
    const T* C = a.varying.kappa_on_face + (varying * n_faces + face) * Nfp * n_trace;
    work.for_each(Nfp * n_trace, [&](int k) {
      const int m = k / n_trace, b = k % n_trace;
      double sum = 0;
      for (int l = 0; l < Nfp; ++l) sum += a.varying.face_mass[m * Nfp + l] * C[l * n_trace + b];
      face_matrix[k] = sum;
    });
    work.for_each(Nfp * n, [&](int k) {
      const int m = k / n, column = k % n;
      double sum = 0;
      for (int b = 0; b < n_trace; ++b) sum += face_matrix[m * n_trace + b] * first[b * n + column];
      second[k] = sum;
    });
    work.for_each_entry([&](BlockEntry at, int p) {
      const int row = a.room.face_index_of_node[at.row * n_faces + face],
                column = a.room.face_index_of_node[at.column * n_faces + face];
      double sum = 0;
      if (row >= 0) sum += second[row * n + at.column];
      if (column >= 0) sum += second[column * n + at.row];
      work.block[p] += sum;
    });
  }

  DGSOLVE_INLINE void make_inverse(long long cell) const {
    make(cell);
    work.invert();
    work.store(a.out, cell, -1, [](int) { return 1.0; });
  }

  DGSOLVE_INLINE void make_matrix(long long cell) const {
    make(cell);
    if (a.out_in_double != nullptr)
      return work.for_each_entry(
          [&](BlockEntry, int p) { a.out_in_double[cell * a.room.n_entries + p] = work.block[p]; });
    const int* unknown = a.unknown + cell * n;
    work.for_each(n, [&](int i) {
      double sum = 0;
      for (int j = 0; j < n; ++j)  // more than one where a cell meets itself, or a conductor
        if (unknown[j] == unknown[i]) sum += work.block[SymmetricBlock::place(i, j)];
      a.diagonal[cell * n + i] = static_cast<T>(sum);
    });
    work.store(a.out, cell, 1, [](int) { return 1.0; });
  }
};

template <class T>
struct PatchBlock {
  const PatchArguments<T>& a;
  const SymmetricBlock work;
  double* const weight = work.free;  ///< [n]: zero where a node is left out

  DGSOLVE_INLINE PatchBlock(const PatchArguments<T>& a, double* numbers) : a(a), work(a.room, numbers) {}

  DGSOLVE_INLINE double entry(long long cell, BlockEntry at, int p) const {
    const int n = a.room.n;
    if (weight[at.row] == 0 || weight[at.column] == 0) return at.row == at.column ? 1 : 0;
    if (at.row == at.column) return a.diagonal[a.unknown[cell * n + at.row]];
    double sum = a.triangles[(a.first_cell + cell) * a.stride + p];
    for (int face = 0; face < a.n_faces; ++face) {
      const int row = a.room.face_index_of_node[at.row * a.n_faces + face],
                column = a.room.face_index_of_node[at.column * a.n_faces + face];
      const PatchFace across = a.faces[cell * a.n_faces + face];
      if (row < 0 || column < 0 || across.neighbor < 0) continue;
      const unsigned short* met = a.nodes_across + across.row * a.Nfp;
      sum += a.triangles[static_cast<long long>(across.neighbor) * a.stride +
                         SymmetricBlock::place(met[row], met[column])];
    }
    return sum;
  }

  DGSOLVE_INLINE void make_inverse(long long cell) const {
    const int* unknown = a.unknown + cell * a.room.n;
    work.for_each(a.room.n, [&](int i) { weight[i] = unknown[i] < 0 ? T(0) : a.root_weight[unknown[i]]; });
    work.for_each_entry([&](BlockEntry at, int p) { work.block[p] = entry(cell, at, p); });
    work.invert();
    work.store(a.out, cell, -1, [&](int i) { return weight[i]; });
  }
};

/// body(cell, this block's numbers) for the cells that the block takes.
template <class Body>
DGSOLVE_INLINE void for_each_cell_of_block(const BlockRoom& room, Body body) {
  DGSOLVE_DYNAMIC_SHARED(memory);
  double* const numbers = room.workspace == nullptr
                              ? reinterpret_cast<double*>(memory)
                              : room.workspace + static_cast<long long>(blockIdx.x) * room.numbers;
  for (long long cell = blockIdx.x; cell < room.n_cells; cell += room.n_blocks) body(cell, numbers);
}

template <class T>
DGSOLVE_INLINE void invert_cell_blocks(const CellBlockArguments<T>& a) {
  for_each_cell_of_block(
      a.room, [&](long long cell, double* numbers) { CellBlock<T>(a, numbers).make_inverse(cell); });
}
template <class T>
DGSOLVE_INLINE void make_cell_matrices(const CellBlockArguments<T>& a) {
  for_each_cell_of_block(
      a.room, [&](long long cell, double* numbers) { CellBlock<T>(a, numbers).make_matrix(cell); });
}
template <class T>
DGSOLVE_INLINE void invert_patches(const PatchArguments<T>& a) {
  for_each_cell_of_block(
      a.room, [&](long long cell, double* numbers) { PatchBlock<T>(a, numbers).make_inverse(cell); });
}

}  // namespace DGSOLVE_NAMESPACE::cuda
