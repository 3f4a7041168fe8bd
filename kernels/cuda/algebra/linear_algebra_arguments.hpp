/// What the kernels of linear algebra are given: read by the kernel text, by the host code that launches
/// them, and by the emulation. T: the number type of a vector.
#pragma once

#include "kernels/algebra/blend.hpp"
#include "kernels/algebra/cg_status.hpp"
#include "kernels/base/prelude.hpp"
#include "kernels/cuda/gpu/shares.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

inline constexpr int copies_at_once = 4;     ///< numbers of a thread that copies or gathers
inline constexpr int most_block_rows = 320;  ///< of sparse blocks; a tetrahedron at N = 10 has 286 nodes

/// What an asynchronous copy takes at once.
template <class T>
inline constexpr int numbers_in_16_bytes = 16 / sizeof(T);
/// n, or as many more as fill 16 bytes.
template <class T>
constexpr int whole_16_bytes(int n) {
  return (n + numbers_in_16_bytes<T> - 1) / numbers_in_16_bytes<T> * numbers_in_16_bytes<T>;
}

// `part` gives the arguments for the results first … last − 1 of a kernel's, or for such units of them.

/// to ← factor · from, or from / factor (0 where factor is 0); factor null: 1.
template <class From, class To>
struct CopyArguments {
  long long n;
  const From* from;
  To* to;
  const double* factor;
  int divide;

  constexpr CopyArguments part(long long first, long long last) const {
    return {last - first, from + first, to + first, factor, divide};
  }
};

/// y ← a x + b y; with b = 0, y's old values are not read.
template <class T>
struct CombineArguments {
  long long n;
  T a, b;
  const T* x;
  T* y;

  constexpr CombineArguments part(long long first, long long last) const {
    return {last - first, a, b, x + first, y + first};
  }
};

/// partial[block] ← the block's share of x·y.
template <class T>
struct DotArguments {
  long long n, share;  ///< share: as Shares::size
  const T *x, *y;
  double* partial;

  constexpr DotArguments part(long long first, long long last) const {
    const long long begin = Shares(n).begin(first);
    return {Shares(n).begin(last) - begin, share, x + begin, y + begin, partial + first};
  }
};

/// result ← Σ partial, or its root.
struct FinishArguments {
  int n_partial;
  const double* partial;
  double* result;
  int root;
};

/// Entries of sparse rows that a thread reads in one load.
inline constexpr int entries_together = 2;

/// `lanes` threads a row: 1, 2, 4, 8, 16 or 32. Columns and values are filled up with zeros to a multiple of
/// entries_together.
template <class T>
struct CsrArguments {
  Blend<T> blend;
  int rows, lanes;
  const long long* row_begin;  ///< [rows + 1], of fewer than 2^31 entries each
  const int* column;
  const T* value;

  constexpr CsrArguments part(long long first, long long last) const {
    return {blend.rows_from(first), static_cast<int>(last - first), lanes, row_begin + first, column, value};
  }
};

/// Dense blocks of n columns of n rows, n at most most_block_rows. A thread a row, `per_block` block rows a
/// block of threads.
template <class T>
struct BlockRowsArguments {
  Blend<T> blend;
  int block_rows, n, per_block;
  const long long* row_begin;  ///< [block_rows + 1]
  const int* column;
  const T* columns;  ///< [block][column][row]

  constexpr BlockRowsArguments part(long long first, long long last) const {
    return {blend.rows_from(first * n),
            static_cast<int>(last - first),
            n,
            per_block,
            row_begin + first,
            column,
            columns};
  }
};

/// Dense blocks that a block of threads takes where they are packed.
inline constexpr int packed_blocks = 32;

/// How kernels read symmetric dense blocks of n rows into registers. A thread takes a piece of a block, some
/// rows that stand together; blocks have odd numbers of pieces. It holds its piece's triangle, row by row,
/// and its squares with the pieces that follow, in a circle, up to half of them: so every number stands once.
/// Numbers are read four at a time: [warp of threads][word][lane][4], with zeros behind the last.
struct PackedShape {
  int rows, pieces;

  constexpr explicit PackedShape(int n)
      : rows(n == 6 || n == 10 ? 2
             : n == 15         ? 3
             : n == 20         ? 4
             : n == 35         ? 5
                               : 0),
        pieces(rows == 0 ? 0 : n / rows) {}
  /// Whether kernels are compiled for that n.
  constexpr bool exists() const { return rows > 0; }
  constexpr int threads() const { return packed_blocks * pieces; }  ///< of a block of threads
  constexpr int squares() const { return (pieces - 1) / 2; }
  constexpr int of_triangle() const { return rows * (rows + 1) / 2; }
  constexpr int words() const { return (of_triangle() + squares() * rows * rows + 3) / 4; }
  /// Of a block of threads.
  constexpr long long numbers() const { return 4LL * threads() * words(); }
};

/// Symmetric dense blocks of n rows: s_i triangle_ij s_j. A thread a row, `per_block` dense blocks a block of
/// threads, whose shared memory takes their x and then their triangles: whole, or, of one dense block alone,
/// `at_once` rows at a time.
template <class T, class Entry = T>
struct ElementBlocksArguments {
  Blend<T> blend;
  int n_blocks, n, per_block, at_once;
  int stride;              ///< numbers from a triangle to the next; `per_block` of them fill whole 16 bytes
  const Entry* triangles;  ///< [n_blocks][stride]: rows up to the diagonal, one after the other
  const T* scale;          ///< [n_blocks][n]: s. Null: 1
  const int* indices;      ///< [n_blocks][n]: places in x of a block's rows; −1: zero. Null: in order
  Entry* packed;           ///< the triangles as PackedShape says, where there is one

  /// first: of those that a block of threads takes.
  constexpr ElementBlocksArguments part(long long first, long long last) const {
    ElementBlocksArguments a = *this;
    a.blend = blend.rows_from(first * n);
    if (indices == nullptr) a.blend.x += first * n;
    a.n_blocks = static_cast<int>(last - first);
    a.triangles = from_number(triangles, first * stride);
    a.scale = from_number(scale, first * n);
    a.indices = from_number(indices, first * n);
    a.packed = from_number(packed, first / packed_blocks * PackedShape(n).numbers());
    return a;
  }
};

/// Where a kernel writes such blocks: whole numbers, or rounded ones.
template <class T>
struct StoredBlocks {
  T* triangles;    ///< null: they are rounded
  short* rounded;  ///< else null
  T* scale;        ///< of rounded ones
  int stride;
};

/// (A x)_i = x[indices[i]], 0 where that is −1.
template <class T>
struct GatherArguments {
  Blend<T> blend;
  int rows;
  const int* indices;

  constexpr GatherArguments part(long long first, long long last) const {
    return {blend.rows_from(first), static_cast<int>(last - first), indices + first};
  }
};

/// to[places[i]] ← from[i].
template <class T>
struct PutArguments {
  long long n;
  const T* from;
  T* to;
  const int* places;  ///< [n]
};

/// (A x)_i = Σ x[place[k]], k from begin[i].
template <class T>
struct SumPlacesArguments {
  Blend<T> blend;
  int rows;
  const int* begin;  ///< [rows + 1]
  const int* place;

  constexpr SumPlacesArguments part(long long first, long long last) const {
    return {blend.rows_from(first), static_cast<int>(last - first), begin + first, place};
  }
};

/// The scalars of a run of conjugate gradients.
struct CgScalars {
  double target, rho, alpha, beta;
  CgStatus status;
  int iterations, max_iterations;
};

/// What the host reads of them.
struct CgReport {
  CgStatus status;
  int iterations;
};

/// The vectors of conjugate gradients: p ← z + β p, or x ← x + α p, r ← r − α Ap.
struct CgArguments {
  long long n, share;  ///< share: as Shares::size
  CgScalars* scalars;
  CgReport* report;  ///< in the host's memory, as is:
  double* history;   ///< [max_iterations]: ‖r‖ after each
  double* partial;
  int n_partial;
  const double *z, *Ap;
  double *p, *x, *r;

  constexpr CgArguments part(long long first, long long last) const {
    CgArguments a = *this;
    a.n = last - first;
    a.z = from_number(z, first);
    a.Ap = from_number(Ap, first);
    a.p = from_number(p, first);
    a.x = from_number(x, first);
    a.r = from_number(r, first);
    return a;
  }
  /// Of the blocks' shares.
  constexpr CgArguments part_of_shares(long long first, long long last) const {
    CgArguments a = part(Shares(n).begin(first), Shares(n).begin(last));
    a.partial += first;
    return a;
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
