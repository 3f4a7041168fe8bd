#include "kernels/host/algebra/sparse.hpp"

namespace dgsolve::host {
namespace {

template <class T>
std::vector<T> converted(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

template <class T>
class Csr : public LinearMap {
 public:
  Csr(const CsrMatrix& m, int threads, const ByteCount& bytes)
      : LinearMap(m.rows, m.cols, precision_of<T>),
        row_begin_(m.row_begin),
        column_(m.column),
        value_(converted<T>(m.value)),
        threads_(threads),
        counted_(bytes,
                 row_begin_.size() * sizeof(std::int64_t) + column_.size() * (sizeof(int) + sizeof(T))) {}

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b, DeviceVector& y,
                DeviceVector* sum) override {
    const Blend<T> blend = blend_of<T>(*this, alpha, x, beta, b, y, sum);
    for_chunks(
        rows, threads_,
        [&](std::ptrdiff_t first, std::ptrdiff_t last) {
          for (auto row = first; row < last; ++row) {
            T Ax = 0;
            for (auto k = row_begin_[row]; k < row_begin_[row + 1]; ++k)
              Ax += value_[k] * blend.x[column_[k]];
            put(blend, row, Ax);
          }
        },
        value_.size() / (rows + 1));
  }

 private:
  std::vector<std::int64_t> row_begin_;
  std::vector<int> column_;
  std::vector<T> value_;
  int threads_;
  CountedBytes counted_;
};

template <class T>
class BlockCsr : public LinearMap {
 public:
  BlockCsr(const BlockCsrMatrix& m, int threads, const ByteCount& bytes)
      : LinearMap(static_cast<std::size_t>(m.block_rows) * m.block_size,
                  static_cast<std::size_t>(m.block_cols) * m.block_size, precision_of<T>),
        n_(m.block_size),
        row_begin_(m.row_begin),
        column_(m.column),
        columns_(m.value.size()),
        threads_(threads),
        counted_(bytes,
                 row_begin_.size() * sizeof(std::int64_t) + column_.size() * sizeof(int) + columns_.bytes()) {
    const std::size_t square = static_cast<std::size_t>(n_) * n_;
    for (std::size_t k = 0; k < column_.size(); ++k)
      for (int i = 0; i < n_; ++i)
        for (int j = 0; j < n_; ++j)
          columns_[k * square + static_cast<std::size_t>(j) * n_ + i] =
              static_cast<T>(m.value[k * square + static_cast<std::size_t>(i) * n_ + j]);
  }

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b, DeviceVector& y,
                DeviceVector* sum) override {
    const Blend<T> blend = blend_of<T>(*this, alpha, x, beta, b, y, sum);
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
class Gather : public LinearMap {
 public:
  Gather(std::span<const int> indices, std::size_t cols, int threads, const ByteCount& bytes)
      : LinearMap(indices.size(), cols, precision_of<T>),
        indices_(indices.begin(), indices.end()),
        threads_(threads),
        counted_(bytes, indices_.size() * sizeof(int)) {}

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b, DeviceVector& y,
                DeviceVector* sum) override {
    const Blend<T> blend = blend_of<T>(*this, alpha, x, beta, b, y, sum);
    for_chunks(rows, threads_, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      for (auto i = first; i < last; ++i) put(blend, i, indices_[i] < 0 ? T(0) : blend.x[indices_[i]]);
    });
  }

 private:
  std::vector<int> indices_;
  int threads_;
  CountedBytes counted_;
};

template <class T>
class ScatterAdd : public LinearMap {
 public:
  ScatterAdd(std::span<const int> indices, std::size_t rows, int threads, const ByteCount& bytes)
      : LinearMap(rows, indices.size(), precision_of<T>),
        inverse_(indices, rows),
        threads_(threads),
        counted_(bytes, inverse_.bytes()) {}

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b, DeviceVector& y,
                DeviceVector* sum) override {
    add_places(inverse_, blend_of<T>(*this, alpha, x, beta, b, y, sum), threads_);
  }

 private:
  InverseIndex inverse_;
  int threads_;
  CountedBytes counted_;
};

}  // namespace

std::unique_ptr<LinearMap> make_csr(const CsrMatrix& m, Precision precision, int threads,
                                    const ByteCount& bytes) {
  check_arrays(m);
  return make_map<Csr>(precision, m, threads, bytes);
}

std::unique_ptr<LinearMap> make_block_csr(const BlockCsrMatrix& m, Precision precision, int threads,
                                          const ByteCount& bytes) {
  check_arrays(m);
  return make_map<BlockCsr>(precision, m, threads, bytes);
}

std::unique_ptr<LinearMap> make_gather(std::span<const int> indices, std::size_t cols, Precision precision,
                                       int threads, const ByteCount& bytes) {
  check_indices(indices, cols);
  return make_map<Gather>(precision, indices, cols, threads, bytes);
}

std::unique_ptr<LinearMap> make_scatter_add(std::span<const int> indices, std::size_t rows,
                                            Precision precision, int threads, const ByteCount& bytes) {
  check_indices(indices, rows);
  return make_map<ScatterAdd>(precision, indices, rows, threads, bytes);
}

}  // namespace dgsolve::host
