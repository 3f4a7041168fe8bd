/// Sparse linear maps of the host, threaded over rows.
#pragma once

#include "kernels/algebra/sparse_arrays.hpp"
#include "kernels/host/algebra/vector.hpp"

namespace dgsolve::host {

// All throw std::invalid_argument where the arrays do not fit together.
std::unique_ptr<LinearMap> make_csr(const CsrMatrix& matrix, Precision precision, int threads,
                                    const ByteCount& bytes);
std::unique_ptr<LinearMap> make_block_csr(const BlockCsrMatrix& matrix, Precision precision, int threads,
                                          const ByteCount& bytes);
std::unique_ptr<LinearMap> make_gather(std::span<const int> indices, std::size_t cols, Precision precision,
                                       int threads, const ByteCount& bytes);
std::unique_ptr<LinearMap> make_scatter_add(std::span<const int> indices, std::size_t rows,
                                            Precision precision, int threads, const ByteCount& bytes);

/// (A x)_i = Σ x[place[k]] over the places of each target.
template <class T>
void add_places(const InverseIndex& inverse, const Blend<T>& blend, int threads) {
  for_chunks(inverse.begin.size() - 1, threads, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    for (auto i = first; i < last; ++i) {
      T sum = 0;
      for (auto k = inverse.begin[i]; k < inverse.begin[i + 1]; ++k) sum += blend.x[inverse.place[k]];
      put(blend, i, sum);
    }
  });
}

/// sum[i] += Σ_j columns[j][i] x[j], n by n: column by column, so that the rows fill vector registers.
template <class T>
void add_product(const T* columns, std::ptrdiff_t n, const T* x, T* sum) {
  for (std::ptrdiff_t j = 0; j < n; ++j, columns += n) {
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < n; ++i) sum[i] += columns[i] * x[j];
  }
}

}  // namespace dgsolve::host
