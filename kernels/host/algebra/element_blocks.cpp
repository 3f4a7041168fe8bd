#include "kernels/host/algebra/element_blocks.hpp"

#include <optional>

#include "kernels/host/algebra/sparse.hpp"

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

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b, DeviceVector& y,
                DeviceVector* sum) override {
    const Blend<T> blend = blend_of<T>(*this, alpha, x, beta, b, y, sum);
    if (!overlap_) {
      for_blocks([&](std::ptrdiff_t e, T*, T* Ax) {
        product(e, blend.x + e * n_, Ax);
        for (std::ptrdiff_t i = 0; i < n_; ++i) put(blend, e * n_ + i, Ax[i]);
      });
      return;
    }
    for_blocks([&](std::ptrdiff_t e, T* own, T* Ax) {
      const int* index = &indices_[e * n_];
      for (std::ptrdiff_t i = 0; i < n_; ++i) own[i] = index[i] < 0 ? T(0) : blend.x[index[i]];
      product(e, own, Ax);
      std::copy_n(Ax, n_, products_.data() + e * n_);
    });
    add_places<T>(*overlap_, {blend.alpha, blend.beta, products_.data(), blend.b, blend.y, blend.sum},
                  threads_);
  }

 private:
  /// Stored column by column, so that the rows fill vector registers.
  void fill(const ElementBlocks& b) {
    make_blocks(b, threads_, [&](std::ptrdiff_t e, const double* block) {
      for (std::ptrdiff_t i = 0; i < n_; ++i)
        for (std::ptrdiff_t j = 0; j < n_; ++j)
          columns_[(e * n_ + j) * n_ + i] = static_cast<T>(block[i * n_ + j]);
    });
  }

  /// body(block, and [block_size] numbers of scratch space twice).
  template <class Body>
  void for_blocks(Body body) const {
#pragma omp parallel num_threads(threads_for(columns_.size(), threads_))
    {
      std::vector<T> own(n_), sum(n_);
#pragma omp for schedule(static)
      for (std::ptrdiff_t e = 0; e < n_blocks_; ++e) body(e, own.data(), sum.data());
    }
  }

  void product(std::ptrdiff_t e, const T* x, T* sum) const {
    std::fill_n(sum, n_, T(0));
    add_product(columns_.data() + e * n_ * n_, n_, x, sum);
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
  check_arrays(b);
  return make_map<Blocks>(precision, b, threads, bytes);
}

}  // namespace dgsolve::host
