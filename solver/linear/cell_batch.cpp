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
    kernels().load_rows(cols_, used, &x.a[static_cast<std::size_t>(first) * cols_], from.data());
    multiply(from.data(), to.data());
    kernels().store_rows(rows_, used, to.data(), &y.a[static_cast<std::size_t>(first) * rows_]);
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

void restrict_triangles(const host::SparseColumns& I, int count, const double* fine, double* coarse) {
  const int W = batch_width(), from = static_cast<int>(triangle_size(I.n)),
            to = static_cast<int>(triangle_size(I.m));
  BatchArray a(static_cast<std::size_t>(from) * W), result(static_cast<std::size_t>(to) * W),
      scratch(static_cast<std::size_t>(I.n) * W);
  for (int first = 0; first < count; first += W) {
    const int used = std::min(W, count - first);
    kernels().load_rows(from, used, fine + static_cast<std::size_t>(first) * from, a.data());
    kernels().restrict_triangles(I, a.data(), scratch.data(), result.data());
    kernels().store_rows(to, used, result.data(), coarse + static_cast<std::size_t>(first) * to);
  }
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
    kernels().load_rows(static_cast<int>(size), used, triangles, batch.data());
    if (kernels().invert_positive(n, batch.data()) != 0)
      throw std::domain_error("a matrix is not positive definite");
    kernels().store_rows(static_cast<int>(size), used, batch.data(), triangles);
  }
}

}  // namespace dgsolve
