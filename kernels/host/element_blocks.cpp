#include "kernels/host/element_blocks.hpp"

#include <exception>
#include <optional>

#include "kernels/host/sparse.hpp"

namespace dgsolve::host {
namespace {

/// Two passes where elements overlap: every element's product to a place of its own, then every unknown
/// gathers its elements' contributions in ascending order. Without overlap one pass does.
template <class T>
class Blocks : public LinearMap {
 public:
  Blocks(const ElementBlocks& b, int threads, const ByteCount& bytes)
      : LinearMap(b.size, b.size, precision_of<T>),
        n_blocks_(b.n_blocks),
        n_(b.block_size),
        indices_(b.indices.begin(), b.indices.end()),
        columns_(static_cast<std::size_t>(n_blocks_) * n_ * n_),
        products_(indices_.size()),
        threads_(threads) {
    if (!indices_.empty()) overlap_.emplace(b.indices, b.size);
    counted_.emplace(bytes, indices_.size() * sizeof(int) + columns_.bytes() + products_.bytes() +
                                (overlap_ ? overlap_->bytes() : 0));
    fill(b);
  }

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b,
                DeviceVector& y) override {
    check_size(x, cols);
    check_size(b, rows);
    check_size(y, rows);
    const T *from = values_of<T>(x), *base = values_of<T>(b);
    const T A = static_cast<T>(alpha), B = static_cast<T>(beta);
    T* to = values_of<T>(y);
    if (!overlap_) {
      for_blocks([&](std::ptrdiff_t e, T*, T* sum) {
        product(e, from + e * n_, sum);
        for (std::ptrdiff_t i = 0; i < n_; ++i) to[e * n_ + i] = blend(A, sum[i], B, base + e * n_ + i);
      });
      return;
    }
    for_blocks([&](std::ptrdiff_t e, T* own, T* sum) {
      const int* index = &indices_[e * n_];
      for (std::ptrdiff_t i = 0; i < n_; ++i) own[i] = index[i] < 0 ? T(0) : from[index[i]];
      product(e, own, sum);
      std::copy_n(sum, n_, products_.data() + e * n_);
    });
    for_chunks(rows, threads_, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      for (auto i = first; i < last; ++i) {
        T sum = 0;
        for (auto k = overlap_->begin[i]; k < overlap_->begin[i + 1]; ++k)
          sum += products_[overlap_->place[k]];
        to[i] = blend(A, sum, B, base + i);
      }
    });
  }

 private:
  /// Stored column by column, so that the rows fill vector registers. Throws what the lowest block that threw
  /// has thrown.
  void fill(const ElementBlocks& b) {
    std::exception_ptr error;
    std::ptrdiff_t where = n_blocks_;
#pragma omp parallel num_threads(threads_)
    {
      std::vector<double> block(n_ * n_);
#pragma omp for schedule(static)
      for (std::ptrdiff_t e = 0; e < n_blocks_; ++e) try {
          b.fill(static_cast<int>(e), block.data());
          for (std::ptrdiff_t i = 0; i < n_; ++i)
            for (std::ptrdiff_t j = 0; j < n_; ++j)
              columns_[(e * n_ + j) * n_ + i] = static_cast<T>(block[i * n_ + j]);
        } catch (...) {
#pragma omp critical(element_blocks)
          if (e < where) {
            where = e;
            error = std::current_exception();
          }
        }
    }
    if (error) std::rethrow_exception(error);
  }

  /// body(block, and [block_size] numbers of scratch space twice).
  template <class Body>
  void for_blocks(Body body) const {
#pragma omp parallel num_threads(threads_) if (n_blocks_ > 1)
    {
      std::vector<T> own(n_), sum(n_);
#pragma omp for schedule(static)
      for (std::ptrdiff_t e = 0; e < n_blocks_; ++e) body(e, own.data(), sum.data());
    }
  }

  void product(std::ptrdiff_t e, const T* x, T* sum) const {
    std::fill_n(sum, n_, T(0));
    const T* column = columns_.data() + e * n_ * n_;
    for (std::ptrdiff_t j = 0; j < n_; ++j, column += n_) {
#pragma omp simd
      for (std::ptrdiff_t i = 0; i < n_; ++i) sum[i] += column[i] * x[j];
    }
  }

  std::ptrdiff_t n_blocks_, n_;
  std::vector<int> indices_;             ///< [n_blocks][n]
  AlignedArray<T> columns_;              ///< [n_blocks][column][row]
  AlignedArray<T> products_;             ///< [n_blocks][n], where elements overlap
  std::optional<InverseIndex> overlap_;  ///< where they do
  int threads_;
  std::optional<CountedBytes> counted_;
};

}  // namespace

std::unique_ptr<LinearMap> make_element_blocks(const ElementBlocks& b, Precision precision, int threads,
                                               const ByteCount& bytes) {
  const std::size_t places = static_cast<std::size_t>(b.n_blocks) * b.block_size;
  if (b.indices.empty() ? b.size != places : b.indices.size() != places)
    throw std::invalid_argument("linear algebra: " + std::to_string(b.n_blocks) + " blocks of size " +
                                std::to_string(b.block_size) + " do not fit " +
                                std::to_string(b.indices.empty() ? b.size : b.indices.size()) +
                                (b.indices.empty() ? " unknowns" : " indices"));
  for (const int i : b.indices)
    if (i < -1 || (i >= 0 && static_cast<std::size_t>(i) >= b.size))
      throw std::invalid_argument("linear algebra: the index " + std::to_string(i) + " is out of range");
  return with_type(precision, [&]<class T>(T) -> std::unique_ptr<LinearMap> {
    return std::make_unique<Blocks<T>>(b, threads, bytes);
  });
}

}  // namespace dgsolve::host
