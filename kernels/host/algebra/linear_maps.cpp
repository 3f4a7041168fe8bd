/// Implements kernels/host/algebra/linear_algebra.hpp.
/// The host's linear maps, threaded over rows.
#include <algorithm>
#include <numeric>
#include <optional>

#include "kernels/host/algebra/linear_algebra.hpp"
#include "kernels/host/algebra/shared_numbers.hpp"
#include "kernels/host/algebra/symmetric_blocks.hpp"
#include "kernels/host/simd/prefetch.hpp"

namespace dgsolve::host {
namespace {

/// In smaller blocks the scales take back much of what the entries save.
constexpr int fewest_rounded_rows = 10;

/// sum[i] += Σ_j columns[j][i] x[j], n by n: column by column, so that the rows fill vector registers.
template <class T>
void add_product(const T* columns, std::ptrdiff_t n, const T* x, T* sum) {
  for (std::ptrdiff_t j = 0; j < n; ++j, columns += n) {
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < n; ++i) sum[i] += columns[i] * x[j];
  }
}

template <class T>
class Csr : public HostMap<T> {
 public:
  Csr(const CsrMatrix& m, int threads, const ByteCount& bytes)
      : HostMap<T>(m.rows, m.cols),
        row_begin_(copy_of<std::int64_t>(std::span(m.row_begin))),
        column_(copy_of<int>(std::span(m.column))),
        value_(copy_of<T>(std::span(m.value))),
        threads_(threads),
        counted_(bytes, row_begin_.bytes() + column_.bytes() + value_.bytes()) {}

  void multiply(const Blend<T>& blend) override {
    for_chunks(
        this->rows, threads_,
        [&](std::ptrdiff_t first, std::ptrdiff_t last) {
          for (auto row = first; row < last; ++row) {
            T Ax = 0;
            for (auto k = row_begin_[row]; k < row_begin_[row + 1]; ++k)
              Ax += value_[k] * blend.x[column_[k]];
            put(blend, row, Ax);
          }
        },
        value_.size() / (this->rows + 1));
  }

 private:
  AlignedArray<std::int64_t> row_begin_;
  AlignedArray<int> column_;
  AlignedArray<T> value_;
  int threads_;
  CountedBytes counted_;
};

template <class T>
class BlockCsr : public HostMap<T> {
 public:
  BlockCsr(const BlockCsrMatrix& m, int threads, const ByteCount& bytes)
      : HostMap<T>(static_cast<std::size_t>(m.block_rows) * m.block_size,
                   static_cast<std::size_t>(m.block_cols) * m.block_size),
        n_(m.block_size),
        row_begin_(m.row_begin),
        column_(m.column),
        columns_(AlignedArray<T>::unset(m.value.size())),
        threads_(threads),
        counted_(bytes,
                 row_begin_.size() * sizeof(std::int64_t) + column_.size() * sizeof(int) + columns_.bytes()) {
    const std::size_t square = static_cast<std::size_t>(n_) * n_;
#pragma omp parallel for schedule(static)
    for (std::size_t k = 0; k < column_.size(); ++k)
      for (int i = 0; i < n_; ++i)
        for (int j = 0; j < n_; ++j)
          columns_[k * square + static_cast<std::size_t>(j) * n_ + i] =
              static_cast<T>(m.value[k * square + static_cast<std::size_t>(i) * n_ + j]);
  }

  void multiply(const Blend<T>& blend) override {
    const std::ptrdiff_t block_rows = static_cast<std::ptrdiff_t>(row_begin_.size()) - 1, n = n_;
#pragma omp parallel num_threads(threads_for(columns_.size(), threads_))
    {
      std::vector<T> Ax(n);
#pragma omp for schedule(static)
      for (std::ptrdiff_t row = 0; row < block_rows; ++row) {
        std::fill(Ax.begin(), Ax.end(), T(0));
        for (auto k = row_begin_[row]; k < row_begin_[row + 1]; ++k)
          add_product(columns_.data() + k * n * n, n, blend.x + column_[k] * n, Ax.data());
        for (std::ptrdiff_t i = 0; i < n; ++i) put(blend, row * n + i, Ax[i]);
      }
    }
  }

 private:
  std::ptrdiff_t n_;
  std::vector<std::int64_t> row_begin_;
  std::vector<int> column_;
  AlignedArray<T> columns_;  ///< [blocks][column][row]
  int threads_;
  CountedBytes counted_;
};

template <class T>
class Gather : public HostMap<T> {
 public:
  Gather(std::span<const int> indices, std::size_t cols, int threads, const ByteCount& bytes)
      : HostMap<T>(indices.size(), cols),
        indices_(copy_of<int>(indices)),
        threads_(threads),
        counted_(bytes, indices_.bytes()) {}

  void multiply(const Blend<T>& blend) override {
    for_chunks(this->rows, threads_, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      for (auto i = first; i < last; ++i) put(blend, i, indices_[i] < 0 ? T(0) : blend.x[indices_[i]]);
    });
  }

 private:
  AlignedArray<int> indices_;
  int threads_;
  CountedBytes counted_;
};

/// Rows in the order of their numbers of places: all of a length after each other, in runs of rows whose
/// values lie near each other and stay in the first caches.
std::vector<int> rows_by_length(const InverseIndex& places) {
  constexpr std::size_t run = 2048;
  std::vector<int> rows(places.size());
  std::iota(rows.begin(), rows.end(), 0);
#pragma omp parallel for
  for (std::size_t first = 0; first < rows.size(); first += run)
    std::ranges::stable_sort(std::span(rows).subspan(first, std::min(run, rows.size() - first)), {},
                             [&](int row) { return places[row].size(); });
  return rows;
}

/// Row by row in the order of their lengths: a processor foresees the ends of loops of one length, and waits
/// at those of changing ones. Values are asked for early, since each comes from another place.
template <class T>
class ScatterAdd : public HostMap<T> {
 public:
  ScatterAdd(const InverseIndex& places, std::size_t cols, int threads, const ByteCount& bytes)
      : HostMap<T>(places.size(), cols),
        rows_(rows_by_length(places)),
        begin_(rows_.size() + 1),
        place_(AlignedArray<int>::unset(places.place.size() + ahead)),
        threads_(threads),
        counted_(bytes, rows_.size() * sizeof(int) + begin_.bytes() + place_.bytes()) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      begin_[i + 1] = begin_[i] + static_cast<int>(places[rows_[i]].size());
#pragma omp parallel for
    for (std::size_t i = 0; i < rows_.size(); ++i)
      std::ranges::copy(places[rows_[i]], place_.data() + begin_[i]);
    std::fill_n(place_.end() - ahead, ahead, 0);
  }

  void multiply(const Blend<T>& blend) override {
    for_chunks(this->rows, threads_, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      for (auto i = first; i < last; ++i) {
        T sum = 0;
        for (int k = begin_[i]; k < begin_[i + 1]; ++k) {
          prefetch(&blend.x[place_[k + ahead]], 1);
          sum += blend.x[place_[k]];
        }
        put(blend, rows_[i], sum);
      }
    });
  }

 private:
  static constexpr int ahead = 128;  // places: beyond the last one stand as many zeros

  const std::vector<int> rows_;
  AlignedArray<int> begin_, place_;  ///< of each of these
  int threads_;
  CountedBytes counted_;
};

/// Entry: short where entries are rounded.
template <class T, class Entry>
class Blocks : public HostMap<T> {
 public:
  Blocks(const ElementBlocks& b, int threads, const ByteCount& bytes)
      : HostMap<T>(b.size, b.size),
        n_blocks_(b.n_blocks),
        n_(b.block_size),
        blocks_(b.n_blocks, b.block_size),
        threads_(threads),
        counted_(bytes, blocks_.bytes()) {
    if (!b.indices.empty()) {
      std::shared_ptr<LinearMap> sums = b.sums;
      if (sums == nullptr)
        sums = std::make_shared<ScatterAdd<T>>(InverseIndex(b.indices, b.size), b.indices.size(), threads,
                                               bytes);
      shared_.emplace(b.indices, b.block_size, std::move(sums), bytes);
    }
    make_blocks(b, loop_threads(threads_),
                [&](int first, int count, const double* triangles) { blocks_.set(first, count, triangles); });
  }

  void multiply(const Blend<T>& blend) override {
    const int W = blocks_.width(), threads = threads_for(blocks_.bytes() / sizeof(T), threads_);
    const auto multiply = [&](std::ptrdiff_t group, T* x, T* y) { blocks_.multiply(group, x, y); };
    if (shared_) return shared_->multiply(blend, W, threads, multiply);
    for_groups<T>(
        n_blocks_, n_, W, threads,
        [&](std::ptrdiff_t first, T* x) {
          load_lanes(
              n_, W, [&](int lane) { return blend.x + std::min(first + lane, n_blocks_ - 1) * n_; }, x);
        },
        multiply, [&](std::ptrdiff_t row, const auto& values) { put(blend, row, values); });
  }

 private:
  const std::ptrdiff_t n_blocks_;
  const int n_;
  SymmetricBlocks<T, Entry> blocks_;
  std::optional<SharedNumbers<T>> shared_;  ///< where elements overlap
  int threads_;
  CountedBytes counted_;
};

}  // namespace

std::unique_ptr<LinearMap> HostLinearAlgebra::csr(const CsrMatrix& matrix, Precision precision) {
  check_arrays(matrix);
  return make_map<Csr>(precision, matrix, threads_, bytes_);
}

std::unique_ptr<LinearMap> HostLinearAlgebra::sliced_ell(const CsrMatrix& matrix, Precision precision) {
  return csr(matrix, precision);  // a processor has nothing to gain from slices
}

std::unique_ptr<LinearMap> HostLinearAlgebra::block_csr(const BlockCsrMatrix& matrix, Precision precision) {
  check_arrays(matrix);
  return make_map<BlockCsr>(precision, matrix, threads_, bytes_);
}

std::unique_ptr<LinearMap> HostLinearAlgebra::element_blocks(const ElementBlocks& blocks,
                                                             Precision precision) {
  check_arrays(blocks);
  return with_type(precision, [&]<class T>(T) -> std::unique_ptr<LinearMap> {
    if constexpr (sizeof(T) == sizeof(float))
      if (blocks.may_be_rounded && blocks.block_size >= fewest_rounded_rows)
        return std::make_unique<Blocks<T, short>>(blocks, threads_, bytes_);
    return std::make_unique<Blocks<T, T>>(blocks, threads_, bytes_);
  });
}

std::unique_ptr<LinearMap> HostLinearAlgebra::gather(std::span<const int> indices, std::size_t cols,
                                                     Precision precision) {
  check_indices(indices, cols);
  return make_map<Gather>(precision, indices, cols, threads_, bytes_);
}

std::unique_ptr<LinearMap> HostLinearAlgebra::scatter_add(const InverseIndex& places, std::size_t cols,
                                                          Precision precision) {
  check_places(places, cols);
  return make_map<ScatterAdd>(precision, places, cols, threads_, bytes_);
}

}  // namespace dgsolve::host
