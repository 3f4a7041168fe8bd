/// What the kernels of linear algebra are given: read by the kernel text, by the host code that launches
/// them, and by the emulation. T: the number type of a vector.
#pragma once

#include "kernels/blend.hpp"
#include "kernels/cg_status.hpp"
#include "kernels/prelude.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

inline constexpr int vector_threads = 256;      ///< a block of the kernels over vectors
inline constexpr int most_partial_sums = 1024;  ///< blocks of a reduction, each of which leaves one sum

/// to ← factor · from, or from / factor (0 where factor is 0); factor null: 1.
template <class From, class To>
struct CopyArguments {
  long long n;
  const From* from;
  To* to;
  const double* factor;
  int divide;
};

/// y ← a x + b y; with b = 0, y's old values are not read.
template <class T>
struct CombineArguments {
  long long n;
  T a, b;
  const T* x;
  T* y;
};

/// d ← a d + c z; x ← x + d. With a = 0, d's old values are not read.
template <class T>
struct ChebyshevArguments {
  long long n;
  T a, c;
  T* d;
  const T* z;
  T* x;
};

/// partial[block] ← the block's share of x·y.
template <class T>
struct DotArguments {
  long long n;
  const T *x, *y;
  double* partial;
  int n_partial;  ///< blocks
};

/// result ← Σ partial, or its root.
struct FinishArguments {
  int n_partial;
  const double* partial;
  double* result;
  int root;
};

/// `lanes` threads a row, which divide vector_threads.
template <class T>
struct CsrArguments {
  Blend<T> blend;
  int rows, lanes;
  const long long* row_begin;  ///< [rows + 1]
  const int* column;
  const T* value;
};

/// Dense blocks of n columns of n rows; a block row has those from row_begin, or, where that is null, one on
/// the diagonal. A thread a row, `per_block` block rows a block of threads.
template <class T>
struct BlockRowsArguments {
  Blend<T> blend;
  int block_rows, n, per_block;
  const long long* row_begin;  ///< [block_rows + 1]
  const int* column;
  const T* columns;    ///< [block][column][row]
  const int* indices;  ///< [block_rows][n]: places in x of a block's columns; −1: zero. Null: in order
};

/// (A x)_i = x[indices[i]], 0 where that is −1.
template <class T>
struct GatherArguments {
  Blend<T> blend;
  int rows;
  const int* indices;
};

/// (A x)_i = Σ x[place[k]], k from begin[i].
template <class T>
struct SumPlacesArguments {
  Blend<T> blend;
  int rows;
  const long long* begin;  ///< [rows + 1]
  const int* place;
};

/// The scalars of a run of conjugate gradients.
struct CgScalars {
  double target, rho, alpha, beta;
  CgStatus status;
  int iterations, max_iterations;
};

/// The vectors of conjugate gradients: p ← z + β p, or x ← x + α p, r ← r − α Ap.
struct CgArguments {
  long long n;
  CgScalars* scalars;
  double* history;  ///< [max_iterations]: ‖r‖ after each
  double* partial;
  int n_partial;
  const double *z, *Ap;
  double *p, *x, *r;
};

}  // namespace DGSOLVE_NAMESPACE::cuda
