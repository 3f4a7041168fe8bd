/// Products that NVIDIA's libraries make, for the emulated GPU.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <set>
#include <utility>

#include "kernels/cuda/gpu/launcher.hpp"

namespace dgsolve::simt {

using PutWork = std::function<void(const std::function<void()>&)>;

/// y ← α A x + β y; with β = 0, y's old values are not read.
template <class T>
void multiply_sliced(const cuda::SlicedRows& m, double alpha, const void* x, double beta, void* y) {
  const T *value = static_cast<const T*>(m.value), *from = static_cast<const T*>(x);
  T* to = static_cast<T*>(y);
  for (std::int64_t row = 0; row < m.rows; ++row) {
    const auto slice = row / m.slice;
    T sum = 0;
    for (auto k = m.slice_begin[slice] + row % m.slice; k < m.slice_begin[slice + 1]; k += m.slice)
      if (m.column[k] >= 0) sum += value[k] * from[m.column[k]];
    to[row] = static_cast<T>(alpha) * sum + (beta == 0 ? T(0) : static_cast<T>(beta) * to[row]);
  }
}

/// In the place of cuSPARSE.
template <class T>
class SlicedProduct : public cuda::LibraryProduct {
 public:
  SlicedProduct(const cuda::SlicedRows& matrix, PutWork put) : m_(matrix), put_(std::move(put)) {}
  void multiply(double alpha, const void* x, double beta, void* y) override {
    put_([m = m_, alpha, beta, x, y] { multiply_sliced<T>(m, alpha, x, beta, y); });
  }

 private:
  const cuda::SlicedRows m_;
  const PutWork put_;
};

/// C ← A B, where B and C have n columns.
template <class T>
void multiply_dense(const cuda::DenseMatrix& a, const void* b, int n, void* c) {
  const T* const of_a = static_cast<const T*>(a.values);
  for (std::int64_t column = 0; column < n; ++column) {
    const T* const of_b = static_cast<const T*>(b) + column * a.columns;
    T* const to = static_cast<T*>(c) + column * a.rows;
    for (int row = 0; row < a.rows; ++row) {
      T sum = 0;
      for (int k = 0; k < a.columns; ++k) sum += of_a[k * a.stride + row] * of_b[k];
      to[row] = sum;
    }
  }
}

/// In the place of cuBLAS, which loads a kernel where sizes are new.
template <class T>
class DenseProducts : public cuda::DenseProducts {
 public:
  DenseProducts(std::function<void()> load, PutWork put) : load_(std::move(load)), put_(std::move(put)) {}
  void multiply(const cuda::DenseMatrix& a, const void* b, int n, void* c) override {
    if (sizes_.insert({a.rows, a.columns, n}).second) load_();
    put_([=] { multiply_dense<T>(a, b, n, c); });
  }

 private:
  const std::function<void()> load_;
  const PutWork put_;
  std::set<std::array<int, 3>> sizes_;
};

}  // namespace dgsolve::simt
