/// Sparse linear maps of the host, threaded over rows.
#pragma once

#include "kernels/host/vector.hpp"

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

/// For each of `size` targets the places in `indices` that name it, ascending (−1 names none): what turns a
/// scattered sum into one that each target gathers in a fixed order.
struct InverseIndex {
  InverseIndex(std::span<const int> indices, std::size_t size);
  std::vector<std::int64_t> begin;  ///< [size + 1]
  std::vector<int> place;           ///< [begin[size]]
  std::size_t bytes() const { return begin.size() * sizeof(std::int64_t) + place.size() * sizeof(int); }
};

/// α·value + β·b, b read only where β is not 0.
template <class T>
T blend(T alpha, T value, T beta, const T* b) {
  return beta == 0 ? alpha * value : alpha * value + beta * *b;
}

}  // namespace dgsolve::host
