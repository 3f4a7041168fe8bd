#include "solver/linear/cell_batch.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernels/base/triangle.hpp"
#include "kernels/host/simd/panels.hpp"

namespace dgsolve {
namespace {

const host::SmallMatrixKernels& kernels() {
  static const host::SmallMatrixKernels& chosen = host::small_matrix_kernels();
  return chosen;
}

}  // namespace

int batch_width() { return kernels().width; }

BatchMatrix::BatchMatrix(const Matrix& a)
    : rows_(a.rows),
      cols_(a.cols),
      panels_(host::pack_panels<double>(a.rows, a.cols, kernels().panel_rows,
                                        [&](int i, int j) { return a(i, j); })) {}

void BatchMatrix::multiply(const double* x, double* y) const {
  kernels().multiply(panels_.data(), rows_, cols_, x, y);
}

Matrix BatchMatrix::times_rows(const Matrix& x) const {
  if (x.cols != cols_) throw std::invalid_argument("a batch of products: inner dimensions differ");
  const int W = batch_width();
  BatchArray from(static_cast<std::size_t>(cols_) * W), to(static_cast<std::size_t>(rows_) * W);
  Matrix y(x.rows, rows_);
  for (int first = 0; first < x.rows; first += W) {
    const int used = std::min(W, x.rows - first);
    for (int lane = 0; lane < used; ++lane)
      for (int k = 0; k < cols_; ++k) from[k * W + lane] = x(first + lane, k);
    multiply(from.data(), to.data());
    for (int lane = 0; lane < used; ++lane)
      for (int i = 0; i < rows_; ++i) y(first + lane, i) = to[i * W + lane];
  }
  return y;
}

void combine(int n, int terms, const double* factors, const double* rows, double* y) {
  kernels().combine(n, terms, factors, rows, y);
}

void multiply_lanes(int m, int n, int depth, const double* a, const double* b, double* to) {
  kernels().multiply_lanes(m, n, depth, a, b, to);
}

void add_symmetric_product(int n, int depth, const double* a, const double* b, double* to) {
  kernels().add_symmetric_product(n, depth, a, b, to);
}

void invert_positive(int n, int count, double* triangles) {
  const std::size_t size = triangle_size(n);
  if (n > host::largest_inverse) {
    Matrix full(n, n);
    for (; count > 0; --count, triangles += size) {
      unpack_triangle(n, triangles, full.a.data());
      pack_triangle(n, positive_inverse(full).a.data(), triangles);
    }
    return;
  }
  const int W = batch_width();
  BatchArray batch(size * W);
  for (int first = 0; first < count; first += W, triangles += W * size) {
    const int used = std::min(W, count - first);
    for (std::size_t i = 0; i < size; ++i)
      for (int lane = 0; lane < W; ++lane)  // those left over repeat the last one
        batch[i * W + lane] = triangles[std::min(lane, used - 1) * size + i];
    if (kernels().invert_positive(n, batch.data()) != 0)
      throw std::domain_error("a matrix is not positive definite");
    for (int lane = 0; lane < used; ++lane)
      for (std::size_t i = 0; i < size; ++i) triangles[lane * size + i] = batch[i * W + lane];
  }
}

}  // namespace dgsolve
