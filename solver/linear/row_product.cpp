#include "solver/linear/row_product.hpp"

#include <stdexcept>

#include "kernels/base/prelude.hpp"

namespace dgsolve {
namespace {

constexpr int rows_at_once = 8, vectors_at_once = 3;  // their sums stay in registers

template <int W>
struct Vector {
  typedef double type __attribute__((vector_size(W * sizeof(double)), aligned(sizeof(double)), may_alias));
};

/// c[R][n_vectors·W] ← a[R][k] b[k][n_vectors·W]; rows of b and c are ldb apart.
template <int W, int R, int n_vectors>
DGSOLVE_INLINE void multiply_tile(int k, int ldb, const double* a, const double* b, double* c) {
  using Values = typename Vector<W>::type;
  Values sum[R][n_vectors] = {};
  for (int l = 0; l < k; ++l, b += ldb) {
    Values row[n_vectors];
    for (int j = 0; j < n_vectors; ++j) row[j] = *reinterpret_cast<const Values*>(b + j * W);
    for (int r = 0; r < R; ++r)
      for (int j = 0; j < n_vectors; ++j) sum[r][j] += a[r * static_cast<std::ptrdiff_t>(k) + l] * row[j];
  }
  for (int r = 0; r < R; ++r)
    for (int j = 0; j < n_vectors; ++j)
      *reinterpret_cast<Values*>(c + r * static_cast<std::ptrdiff_t>(ldb) + j * W) = sum[r][j];
}

/// All columns of R rows; the last vector may take up columns that are done.
template <int W, int R>
DGSOLVE_INLINE void multiply_rows(int k, int n, const double* a, const double* b, double* c) {
  constexpr int wide = vectors_at_once * W;
  int j = 0;
  for (; j + wide <= n; j += wide) multiply_tile<W, R, vectors_at_once>(k, n, a, b + j, c + j);
  for (; j + W <= n; j += W) multiply_tile<W, R, 1>(k, n, a, b + j, c + j);
  if (j == n) return;
  if (n >= W)
    multiply_tile<W, R, 1>(k, n, a, b + n - W, c + n - W);
  else
    for (; j < n; ++j) multiply_tile<1, R, 1>(k, n, a, b + j, c + j);
}

template <int W>
DGSOLVE_INLINE void multiply(const Matrix& a, const Matrix& b, Matrix& c) {
  const double* rows = a.a.data();
  double* to = c.a.data();
  int i = 0;
  for (; i + rows_at_once <= a.rows; i += rows_at_once) {
    multiply_rows<W, rows_at_once>(a.cols, b.cols, rows, b.a.data(), to);
    rows += static_cast<std::ptrdiff_t>(rows_at_once) * a.cols;
    to += static_cast<std::ptrdiff_t>(rows_at_once) * b.cols;
  }
  for (; i < a.rows; ++i, rows += a.cols, to += b.cols)
    multiply_rows<W, 1>(a.cols, b.cols, rows, b.a.data(), to);
}

#ifdef __x86_64__
__attribute__((target("avx512f,prefer-vector-width=512"))) void multiply_avx512(const Matrix& a,
                                                                                const Matrix& b, Matrix& c) {
  multiply<8>(a, b, c);
}
__attribute__((target("avx2"))) void multiply_avx2(const Matrix& a, const Matrix& b, Matrix& c) {
  multiply<4>(a, b, c);
}
#endif

}  // namespace

Matrix row_product(const Matrix& a, const Matrix& b) {
  if (a.cols != b.rows) throw std::invalid_argument("row product: inner dimensions differ");
  Matrix c(a.rows, b.cols);
#ifdef __x86_64__
  static const bool has_avx512 = __builtin_cpu_supports("avx512f");
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx512)
    multiply_avx512(a, b, c);
  else if (has_avx2)
    multiply_avx2(a, b, c);
  else
#endif
    multiply<2>(a, b, c);
  return c;
}

}  // namespace dgsolve
