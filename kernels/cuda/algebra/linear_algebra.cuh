/// The bodies of kernels/cuda/algebra/linear_algebra.cu.
#pragma once

#include "kernels/cuda/algebra/linear_algebra_arguments.hpp"
#include "kernels/cuda/gpu/intrinsics.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

/// Reads of a thread that do not wait for each other.
inline constexpr int reads_at_once = 8;

/// This thread's number among all.
DGSOLVE_INLINE long long thread_number() {
  return static_cast<long long>(blockIdx.x) * vector_threads + threadIdx.x;
}

/// The k-th number that this thread copies.
DGSOLVE_INLINE long long copied(int k) {
  return (static_cast<long long>(blockIdx.x) * copies_at_once + k) * vector_threads + threadIdx.x;
}

/// What `put` reads, asked for ahead of it.
template <class T>
struct OldValues {
  T b = 0, sum = 0;
  DGSOLVE_INLINE OldValues() {}
  DGSOLVE_INLINE OldValues(const Blend<T>& a, long long row, bool there) {
    if (there && a.beta != 0) b = a.b[row];
    if (there && a.sum != nullptr) sum = a.sum[row];
  }
};
/// y_row where b was read ahead: zero where β is.
template <class T>
DGSOLVE_INLINE T blended(const Blend<T>& a, T product, T b) {
  return a.alpha * product + a.beta * b;
}
template <class T>
DGSOLVE_INLINE void put(const Blend<T>& a, long long row, T product, const OldValues<T>& old) {
  const T y = blended(a, product, old.b);
  a.y[row] = y;
  if (a.sum != nullptr) a.sum[row] = old.sum + y;
}

template <class From, class To>
DGSOLVE_INLINE void copy_vector(const CopyArguments<From, To>& a) {
  double factor = a.factor == nullptr ? 1.0 : *a.factor;
  if (a.divide != 0) factor = factor == 0 ? 0.0 : 1 / factor;
  From values[copies_at_once];
  DGSOLVE_UNROLL
  for (int k = 0; k < copies_at_once; ++k) values[k] = copied(k) < a.n ? a.from[copied(k)] : From(0);
  DGSOLVE_UNROLL
  for (int k = 0; k < copies_at_once; ++k)
    if (copied(k) < a.n) a.to[copied(k)] = static_cast<To>(factor * values[k]);
}

template <class T>
DGSOLVE_INLINE void combine_vectors(const CombineArguments<T>& a) {
  const long long i = thread_number();
  if (i < a.n) a.y[i] = a.b == 0 ? a.a * a.x[i] : a.a * a.x[i] + a.b * a.y[i];
}

/// The sum of the values of `lanes` neighbours, in all of them; called by whole warps.
template <int lanes, class T>
DGSOLVE_INLINE T sum_over_lanes(T sum) {
  DGSOLVE_UNROLL
  for (int half = lanes / 2; half > 0; half /= 2) sum += exchange(sum, half);
  return sum;
}

/// The sum of a value of each thread, in all of them; a kernel calls it once.
DGSOLVE_INLINE double sum_over_block(double of_thread) {
  constexpr int warp = 32, warps = vector_threads / warp;
  __shared__ double sums[warps];
  const double of_warp = sum_over_lanes<warp>(of_thread);
  if (threadIdx.x % warp == 0) sums[threadIdx.x / warp] = of_warp;
  __syncthreads();
  double sum = 0;
  DGSOLVE_UNROLL
  for (int i = 0; i < warps; ++i) sum += sums[i];
  return sum;
}

/// partial[block] ← Σ value(i) over the block's share of 0 … n − 1.
template <class Value>
DGSOLVE_INLINE void add_share(long long n, long long share, double* partial, Value value) {
  const long long begin = blockIdx.x * share, end = begin + share < n ? begin + share : n;
  double sum = 0;
  for (long long i = begin + threadIdx.x; i < end; i += vector_threads) sum += value(i);
  sum = sum_over_block(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}
DGSOLVE_INLINE double add_partials(const double* partial, int n) {
  double sum = 0;
  for (int i = threadIdx.x; i < n; i += vector_threads) sum += partial[i];
  return sum_over_block(sum);
}

template <class T>
DGSOLVE_INLINE void add_products(const DotArguments<T>& a) {
  add_share(a.n, a.share, a.partial, [&](long long i) { return static_cast<double>(a.x[i]) * a.y[i]; });
}

DGSOLVE_INLINE void finish_sum(const FinishArguments& a) {
  const double sum = add_partials(a.partial, a.n_partial);
  if (threadIdx.x == 0) *a.result = a.root != 0 ? sqrt_of(sum) : sum;
}

/// What `lane` of `lanes` adds to row · x. Lanes read pieces of entries, of which the row's first and last
/// may reach into its neighbours. Three are asked for before any number of x is, so that they wait for memory
/// twice, and x by every lane, of the first column where a piece is not there: no read waits for a branch.
template <int lanes, class T>
DGSOLVE_INLINE T share_of_row(const CsrArguments<T>& a, int row, int lane) {
  constexpr int wide = entries_together, pieces = 3, stride = lanes * wide;
  const long long begin = a.row_begin[row], aligned = begin / wide * wide;
  const int first = static_cast<int>(begin - aligned),
            last = static_cast<int>(a.row_begin[row + 1] - aligned);
  T sum = 0;
  for (int k = lane * wide; k < last; k += pieces * stride) {
    int columns[pieces][wide] = {};
    T values[pieces][wide], x[pieces][wide];
    DGSOLVE_UNROLL
    for (int i = 0; i < pieces; ++i) {
      const int piece = k + i * stride;
      load_piece_if<wide>(piece < last, a.value + aligned + piece, values[i]);
      if (piece < last) load_piece<wide>(a.column + aligned + piece, columns[i]);
    }
    wait_for_earlier_work();
    DGSOLVE_UNROLL
    for (int i = 0; i < pieces; ++i) DGSOLVE_UNROLL
    for (int j = 0; j < wide; ++j) x[i][j] = a.blend.x[columns[i][j]];
    DGSOLVE_UNROLL
    for (int i = 0; i < pieces; ++i) DGSOLVE_UNROLL
    for (int j = 0; j < wide; ++j) {
      const int entry = k + i * stride + j;
      if (entry >= first && entry < last) sum += values[i][j] * x[i][j];
    }
  }
  return sum;
}

/// By `lanes` lanes a row, or as many fewer as the arguments say.
template <int lanes = 32, class T>
DGSOLVE_INLINE void multiply_rows(const CsrArguments<T>& a) {
  if constexpr (lanes > 1)
    if (a.lanes < lanes) return multiply_rows<lanes / 2>(a);
  const int lane = threadIdx.x % lanes, row = static_cast<int>(thread_number() / lanes);
  const T share = row < a.rows ? share_of_row<lanes>(a, row, lane) : T(0);
  wait_for_earlier_work();  // where the row is empty
  const OldValues<T> old(a.blend, row, lane == 0 && row < a.rows);
  const T sum = sum_over_lanes<lanes>(share);
  if (lane == 0 && row < a.rows) put(a.blend, row, sum, old);
}

/// Numbers of five columns, and of x, are asked for before any is used: most elements' numbers of nodes are
/// multiples of five.
template <class T>
DGSOLVE_INLINE void multiply_block_rows(const BlockRowsArguments<T>& a) {
  constexpr int at_once = 5;
  const int row = threadIdx.x % a.n, block_row = blockIdx.x * a.per_block + threadIdx.x / a.n;
  if (block_row >= a.block_rows) return;
  T sum = 0;
  for (long long k = a.row_begin[block_row]; k < a.row_begin[block_row + 1]; ++k) {
    const T *column = a.columns + k * a.n * a.n + row,
            *x = a.blend.x + static_cast<long long>(a.column[k]) * a.n;
    int j = 0;
    for (; j + at_once <= a.n; j += at_once) {
      T values[at_once], factors[at_once];
      DGSOLVE_UNROLL
      for (int i = 0; i < at_once; ++i) values[i] = column[(j + i) * a.n];
      DGSOLVE_UNROLL
      for (int i = 0; i < at_once; ++i) factors[i] = x[j + i];
      DGSOLVE_UNROLL
      for (int i = 0; i < at_once; ++i) sum += values[i] * factors[i];
    }
    for (; j < a.n; ++j) sum += column[j * a.n] * x[j];
  }
  put(a.blend, static_cast<long long>(block_row) * a.n + row, sum);
}

/// Numbers of a triangle above a row.
DGSOLVE_INLINE int triangle(int row) { return row * (row + 1) / 2; }

/// The triangles' numbers are read from memory once and in order; rows and columns are found in shared memory
/// (rows of a triangle begin in different banks).
template <class T, class Entry>
DGSOLVE_INLINE void multiply_element_blocks(const ElementBlocksArguments<T, Entry>& a) {
  DGSOLVE_DYNAMIC_SHARED(memory);
  constexpr int wide = numbers_in_16_bytes<Entry>;
  const int threads = a.per_block * a.n, local = threadIdx.x / a.n, row = threadIdx.x % a.n;
  T* const x = reinterpret_cast<T*>(memory);
  Entry* const triangles = reinterpret_cast<Entry*>(x + whole_16_bytes<T>(threads));
  const long long first_block = static_cast<long long>(blockIdx.x) * a.per_block, block = first_block + local;
  const long long i = block * a.n + row, left = a.n_blocks - first_block;
  const bool is_stored = local < left;
  T scale = 1;
  if (is_stored) {
    const long long place = a.indices == nullptr ? i : a.indices[i];
    if (a.scale != nullptr) scale = a.scale[i];
    x[threadIdx.x] = place < 0 ? T(0) : scale * a.blend.x[place];
  }
  const int before = (left < a.per_block ? static_cast<int>(left) : a.per_block) - 1;  // the last

  T sum = 0;
  for (int first = 0; first < a.n; first += a.at_once) {
    const int last = first + a.at_once < a.n ? first + a.at_once : a.n;
    const int begin = triangle(first) / wide * wide, count = before * a.stride + triangle(last) - begin;
    for (int k = threadIdx.x * wide; k < count; k += threads * wide)
      copy_async<16>(triangles + k, a.triangles + first_block * a.stride + begin + k);
    wait_for_copies();
    __syncthreads();
    if (is_stored && row < last) {
      int j = row < first ? first : 0;
      int entry = local * a.stride - begin + (j <= row ? triangle(row) + j : triangle(j) + row);
      for (; j < last; ++j) {
        sum += static_cast<T>(triangles[entry]) * x[local * a.n + j];
        entry += j < row ? 1 : j + 1;  // along the row, then down the column
      }
    }
    __syncthreads();
  }
  if (is_stored) put(a.blend, i, scale * sum);
}

template <class T>
DGSOLVE_INLINE void gather_values(const GatherArguments<T>& a) {
  int places[copies_at_once];
  T values[copies_at_once];
  OldValues<T> old[copies_at_once];
  DGSOLVE_UNROLL
  for (int k = 0; k < copies_at_once; ++k) places[k] = copied(k) < a.rows ? a.indices[copied(k)] : -1;
  wait_for_earlier_work();
  DGSOLVE_UNROLL
  for (int k = 0; k < copies_at_once; ++k) {
    values[k] = places[k] < 0 ? T(0) : a.blend.x[places[k]];
    old[k] = OldValues<T>(a.blend, copied(k), copied(k) < a.rows);
  }
  DGSOLVE_UNROLL
  for (int k = 0; k < copies_at_once; ++k)
    if (copied(k) < a.rows) put(a.blend, copied(k), values[k], old[k]);
}

template <class T>
DGSOLVE_INLINE void put_values(const PutArguments<T>& a) {
  const long long i = thread_number();
  if (i < a.n) a.to[a.places[i]] = a.from[i];
}

template <class T>
DGSOLVE_INLINE void sum_values(const SumPlacesArguments<T>& a) {
  const long long i = thread_number();
  const bool there = i < a.rows;
  const int begin = there ? a.begin[i] : 0, last = there ? a.begin[i + 1] : 0;
  int places[reads_at_once];
  const auto find_places = [&](int first) {
    DGSOLVE_UNROLL
    for (int k = 0; k < reads_at_once; ++k) places[k] = first + k < last ? a.place[first + k] : -1;
  };
  find_places(begin);
  wait_for_earlier_work();
  const OldValues<T> old(a.blend, i, there);
  T sum = 0;
  for (int first = begin; first < last; first += reads_at_once) {
    if (first > begin) find_places(first);
    T values[reads_at_once];
    DGSOLVE_UNROLL
    for (int k = 0; k < reads_at_once; ++k) values[k] = places[k] < 0 ? T(0) : a.blend.x[places[k]];
    DGSOLVE_UNROLL
    for (int k = 0; k < reads_at_once; ++k) sum += values[k];
  }
  if (there) put(a.blend, i, sum, old);
}

// Conjugate gradients, in the words of kernels/algebra/linear_algebra.hpp.

DGSOLVE_INLINE bool is_finite(double a) { return a - a == 0; }

/// The sum of the blocks' shares, where the run goes on and it is a number > 0; else the run stops, with
/// `otherwise` where it is not positive. By one block; positive in its first thread only.
DGSOLVE_INLINE double positive_sum(const CgArguments& a, CgStatus otherwise) {
  const double sum = add_partials(a.partial, a.n_partial);
  if (threadIdx.x > 0 || a.scalars->status != CgStatus::running) return 0;
  if (is_finite(sum) && sum > 0) return sum;
  a.scalars->status = is_finite(sum) ? otherwise : CgStatus::not_finite;
  return 0;
}

DGSOLVE_INLINE void add_cg_direction_products(const CgArguments& a) {
  if (a.scalars->status == CgStatus::running)
    add_share(a.n, a.share, a.partial, [&](long long i) { return a.r[i] * a.z[i]; });
}
DGSOLVE_INLINE void find_beta(const CgArguments& a) {
  const double rho = positive_sum(a, CgStatus::indefinite_preconditioner);
  if (rho == 0) return;
  a.scalars->beta = a.scalars->rho == 0 ? 0 : rho / a.scalars->rho;
  a.scalars->rho = rho;
}
DGSOLVE_INLINE void take_cg_direction(const CgArguments& a) {
  const long long i = thread_number();
  if (i >= a.n || a.scalars->status != CgStatus::running) return;
  const double beta = a.scalars->beta;
  a.p[i] = beta == 0 ? a.z[i] : a.z[i] + beta * a.p[i];
}

DGSOLVE_INLINE void add_cg_curvature_products(const CgArguments& a) {
  if (a.scalars->status == CgStatus::running)
    add_share(a.n, a.share, a.partial, [&](long long i) { return a.p[i] * a.Ap[i]; });
}
DGSOLVE_INLINE void find_alpha(const CgArguments& a) {
  const double curvature = positive_sum(a, CgStatus::indefinite);
  if (curvature > 0) a.scalars->alpha = a.scalars->rho / curvature;
}
/// The share of r·r in the same pass.
DGSOLVE_INLINE void take_cg_step(const CgArguments& a) {
  if (a.scalars->status != CgStatus::running) return;
  const double alpha = a.scalars->alpha;
  add_share(a.n, a.share, a.partial, [&](long long i) {
    a.x[i] += alpha * a.p[i];
    const double r = a.r[i] - alpha * a.Ap[i];
    a.r[i] = r;
    return r * r;
  });
}
DGSOLVE_INLINE void find_norm(const CgArguments& a) {
  const double squared = add_partials(a.partial, a.n_partial);
  if (threadIdx.x > 0) return;
  CgScalars s = *a.scalars;
  if (s.status == CgStatus::running) {
    const double norm = sqrt_of(squared);
    if (s.iterations < s.max_iterations) a.history[s.iterations] = norm;
    ++s.iterations;
    s.status = !is_finite(norm)   ? CgStatus::not_finite
               : norm <= s.target ? CgStatus::converged
                                  : CgStatus::running;
    *a.scalars = s;
  }
  *a.report = {s.status, s.iterations};
}

}  // namespace DGSOLVE_NAMESPACE::cuda
