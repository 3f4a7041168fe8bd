/// Symmetric dense blocks whose number of rows is known to the compiler, packed as PackedShape says: a thread
/// reads its numbers into registers, all at once, and multiplies each with what stands on both sides of the
/// diagonal.
#pragma once

#include "kernels/cuda/algebra/linear_algebra_arguments.hpp"
#include "kernels/cuda/gpu/intrinsics.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

/// n numbers that stand together, from an address that is a multiple of their size where that is a power of
/// two.
template <int n, class T>
DGSOLVE_INLINE void load_rows(const T* from, T* to) {
  constexpr int wide = n % 4 == 0 ? 4 : n % 2 == 0 ? 2 : 1;
  DGSOLVE_UNROLL
  for (int i = 0; i < n; i += wide) load_piece<wide>(from + i, to + i);
}
template <int n, class T>
DGSOLVE_INLINE void store_rows(const T* from, T* to) {
  constexpr int wide = n % 4 == 0 ? 4 : n % 2 == 0 ? 2 : 1;
  DGSOLVE_UNROLL
  for (int i = 0; i < n; i += wide) store_piece<wide>(from + i, to + i);
}

template <int n, class T, class Entry>
struct PackedBlocks {
  static constexpr PackedShape shape{n};
  static constexpr int rows = shape.rows, pieces = shape.pieces, squares = shape.squares(),
                       threads = shape.threads(), words = shape.words();

  struct Shared {
    alignas(16) T x[threads * rows];
    alignas(16) T across[squares][threads * rows];  ///< what squares add to other pieces
  };

  const ElementBlocksArguments<T, Entry>& a;

  DGSOLVE_INLINE int piece() const { return threadIdx.x % pieces; }
  DGSOLVE_INLINE long long thread() const {
    return static_cast<long long>(blockIdx.x) * threads + threadIdx.x;
  }
  DGSOLVE_INLINE long long row() const { return thread() * rows; }  ///< the first
  DGSOLVE_INLINE bool is_stored() const { return thread() < static_cast<long long>(a.n_blocks) * pieces; }
  /// The thread that has the k-th piece after this one's.
  DGSOLVE_INLINE int other(int k) const {
    return static_cast<int>(threadIdx.x) + (piece() + k < pieces ? k : k - pieces);
  }
  DGSOLVE_INLINE Entry* numbers(int word) const {
    return a.packed + ((thread() / 32 * words + word) * 32 + threadIdx.x % 32) * 4;
  }

  /// Row and column of the i-th number, in the block; beyond the last: row n.
  struct Place {
    int row, column;
  };
  DGSOLVE_INLINE Place place(int i) const {
    int row = 0;
    if (i < shape.of_triangle()) {
      while (i > row) i -= ++row;
      return {piece() * rows + row, piece() * rows + i};
    }
    i -= shape.of_triangle();
    const int k = 1 + i / (rows * rows);
    if (k > squares) return {n, 0};
    return {piece() * rows + i / rows % rows, (piece() + k) % pieces * rows + i % rows};
  }
  DGSOLVE_INLINE void pack() const {
    const Entry* triangles = a.triangles + thread() / pieces * a.stride;
    for (int word = 0; word < words; ++word)
      for (int i = 0; i < 4; ++i) {
        const Place at = place(4 * word + i);
        const int low = at.row > at.column ? at.row : at.column, high = at.row + at.column - low;
        numbers(word)[i] = is_stored() && at.row < n ? triangles[low * (low + 1) / 2 + high] : Entry(0);
      }
  }

  DGSOLVE_INLINE void load_x(const int (&indices)[rows], T (&x)[rows]) const {
    if (a.indices == nullptr) return load_rows<rows>(a.blend.x + row(), x);
    DGSOLVE_UNROLL
    for (int i = 0; i < rows; ++i) x[i] = indices[i] < 0 ? T(0) : a.blend.x[indices[i]];
  }

  DGSOLVE_INLINE void multiply(Shared& shared) const {
    Entry entries[4 * words];
    DGSOLVE_UNROLL
    for (int word = 0; word < words; ++word) load_piece<4>(numbers(word), entries + 4 * word);
    int indices[rows] = {};
    T scale[rows], x[rows] = {}, y[rows] = {}, b[rows] = {}, sum[rows];
    if (is_stored() && a.indices != nullptr) load_rows<rows>(a.indices + row(), indices);
    if (is_stored() && a.scale != nullptr) load_rows<rows>(a.scale + row(), scale);
    wait_for_earlier_work();
    if (is_stored()) {
      load_x(indices, x);
      if (a.blend.beta != 0) load_rows<rows>(a.blend.b + row(), b);
      if (a.blend.sum != nullptr) load_rows<rows>(a.blend.sum + row(), sum);
      if (a.scale != nullptr) DGSOLVE_UNROLL
      for (int i = 0; i < rows; ++i) x[i] *= scale[i];
    }
    store_rows<rows>(x, shared.x + threadIdx.x * rows);
    __syncthreads();
    multiply_pieces(shared, entries, x, y);
    __syncthreads();
    if (!is_stored()) return;
    DGSOLVE_UNROLL
    for (int k = 0; k < squares; ++k) {
      T more[rows];
      load_rows<rows>(shared.across[k] + threadIdx.x * rows, more);
      DGSOLVE_UNROLL
      for (int i = 0; i < rows; ++i) y[i] += more[i];
    }
    DGSOLVE_UNROLL
    for (int i = 0; i < rows; ++i) {
      if (a.scale != nullptr) y[i] *= scale[i];
      y[i] = blended(a.blend, y[i], b[i]);
      if (a.blend.sum != nullptr) sum[i] += y[i];
    }
    store_rows<rows>(y, a.blend.y + row());
    if (a.blend.sum != nullptr) store_rows<rows>(sum, a.blend.sum + row());
  }

 private:
  DGSOLVE_INLINE void multiply_pieces(Shared& shared, const Entry (&entries)[4 * words], const T (&x)[rows],
                                      T (&y)[rows]) const {
    DGSOLVE_UNROLL
    for (int i = 0; i < rows; ++i) DGSOLVE_UNROLL
    for (int j = 0; j <= i; ++j) {
      const T entry = static_cast<T>(entries[i * (i + 1) / 2 + j]);
      y[i] += entry * x[j];
      if (j < i) y[j] += entry * x[i];
    }
    DGSOLVE_UNROLL
    for (int k = 0; k < squares; ++k) {
      T there[rows], sent[rows] = {};
      load_rows<rows>(shared.x + other(k + 1) * rows, there);
      DGSOLVE_UNROLL
      for (int i = 0; i < rows; ++i) DGSOLVE_UNROLL
      for (int j = 0; j < rows; ++j) {
        const T entry = static_cast<T>(entries[shape.of_triangle() + (k * rows + i) * rows + j]);
        y[i] += entry * there[j];
        sent[j] += entry * x[i];
      }
      store_rows<rows>(sent, shared.across[k] + other(k + 1) * rows);
    }
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
