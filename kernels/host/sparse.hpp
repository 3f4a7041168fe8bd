/// Sparse linear maps of the host, threaded over rows.
#pragma once

#include "kernels/host/vector.hpp"
#include "kernels/sparse_arrays.hpp"

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

/// α·value + β·b, b read only where β is not 0.
template <class T>
T blend(T alpha, T value, T beta, const T* b) {
  return beta == 0 ? alpha * value : alpha * value + beta * *b;
}

}  // namespace dgsolve::host
