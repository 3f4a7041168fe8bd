/// Implements kernels/cuda/algebra/gpu_linear_algebra.hpp.
/// A GPU's sparse maps.
#include <algorithm>

#include "kernels/cuda/algebra/gpu_linear_algebra.hpp"
#include "kernels/cuda/algebra/row_map.hpp"

namespace dgsolve::cuda {
namespace {

/// Threads that are no use to make more of in a block.
constexpr int wished_threads = 128;

/// With zeros behind them, up to a multiple of `together`.
template <class To, class From>
UnsetVector<To> converted(std::span<const From> values, std::size_t together = 1) {
  UnsetVector<To> to((values.size() + together - 1) / together * together);
#pragma omp parallel for
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = i < values.size() ? static_cast<To>(values[i]) : To(0);
  return to;
}

template <class T>
class Csr : public RowMap<T> {
 public:
  Csr(const VectorKernels& on, const CsrMatrix& m)
      : RowMap<T>(on, m.rows, m.cols, 1,
                  [&](std::size_t row, const auto& read) {
                    for (auto k = m.row_begin[row]; k < m.row_begin[row + 1]; ++k) read(m.column[k]);
                  }),
        lanes_(lanes_for(m)),
        row_begin_(shared_array(on.team, converted<long long>(std::span(m.row_begin)), this->rows,
                                "a matrix's rows")),
        column_(shared_array(on.team, converted<int>(std::span(m.column), entries_together), this->rows,
                             "a matrix's columns")),
        value_(shared_array(on.team, converted<T>(std::span(m.value), entries_together), this->rows,
                            "a matrix's entries")) {}

  void multiply_rows(const Blend<T>& blend) const override {
    this->on_.launch(name_for<T>("csr"), {this->results_, static_cast<std::size_t>(vector_threads / lanes_)},
                     CsrArguments<T>{blend, static_cast<int>(this->rows), lanes_, row_begin_.data(),
                                     column_.data(), value_.data()});
  }

 private:
  /// A power of two, for about eight entries each: neighbours read neighbours.
  static int lanes_for(const CsrMatrix& m) {
    int lanes = 1;
    while (lanes < 32 && static_cast<std::size_t>(8 * lanes) * m.rows <= m.column.size()) lanes *= 2;
    return lanes;
  }

  int lanes_;
  Array<long long> row_begin_;
  Array<int> column_;
  Array<T> value_;
};

template <class T>
class BlockCsr : public RowMap<T> {
 public:
  BlockCsr(const VectorKernels& on, const BlockCsrMatrix& m)
      : RowMap<T>(on, static_cast<std::size_t>(m.block_rows) * m.block_size,
                  static_cast<std::size_t>(m.block_cols) * m.block_size, m.block_size,
                  [&](std::size_t row, const auto& read) {
                    for (auto k = m.row_begin[row]; k < m.row_begin[row + 1]; ++k)
                      for (int j = 0; j < m.block_size; ++j)
                        read(static_cast<std::size_t>(m.column[k]) * m.block_size + j);
                  }),
        block_rows_(m.block_rows),
        n_(m.block_size),
        row_begin_(shared_array(on.team, converted<long long>(std::span(m.row_begin)), this->rows,
                                "a matrix's rows")),
        column_(shared_array(on.team, m.column, this->rows, "a matrix's columns")),
        columns_(shared_array(on.team, transposed(m), this->rows, "a matrix's blocks")) {}

  void multiply_rows(const Blend<T>& blend) const override {
    const int per_block = std::max(1, wished_threads / n_);
    const BlockRowsArguments<T> arguments{blend,          block_rows_,    n_, per_block, row_begin_.data(),
                                          column_.data(), columns_.data()};
    this->on_.launch(
        name_for<T>("block_rows"),
        {this->results_, static_cast<std::size_t>(per_block), static_cast<unsigned>(per_block * n_)},
        arguments);
  }

 private:
  static UnsetVector<T> transposed(const BlockCsrMatrix& m) {
    const std::size_t square = static_cast<std::size_t>(m.block_size) * m.block_size;
    UnsetVector<T> columns(m.value.size());
#pragma omp parallel for
    for (std::size_t k = 0; k < m.column.size(); ++k)
      for (int i = 0; i < m.block_size; ++i)
        for (int j = 0; j < m.block_size; ++j)
          columns[k * square + j * m.block_size + i] =
              static_cast<T>(m.value[k * square + i * m.block_size + j]);
    return columns;
  }

  int block_rows_, n_;
  Array<long long> row_begin_;
  Array<int> column_;
  Array<T> columns_;
};

template <class T>
class Gather : public RowMap<T> {
 public:
  Gather(const VectorKernels& on, std::span<const int> indices, std::size_t cols)
      : RowMap<T>(on, indices.size(), cols, 1,
                  [&](std::size_t row, const auto& read) {
                    if (indices[row] >= 0) read(indices[row]);
                  }),
        indices_(shared_array(on.team, indices, indices.size(), "indices")) {}

  void multiply_rows(const Blend<T>& blend) const override {
    this->on_.launch(name_for<T>("gather"), {this->results_, numbers_copied},
                     GatherArguments<T>{blend, static_cast<int>(this->rows), indices_.data()});
  }

 private:
  Array<int> indices_;
};

}  // namespace

std::unique_ptr<LinearMap> GpuLinearAlgebra::csr(const CsrMatrix& matrix, Precision precision) {
  check_arrays(matrix);
  return make_map<Csr>(precision, on_, matrix);
}

std::unique_ptr<LinearMap> GpuLinearAlgebra::block_csr(const BlockCsrMatrix& matrix, Precision precision) {
  check_arrays(matrix);
  return make_map<BlockCsr>(precision, on_, matrix);
}

std::unique_ptr<LinearMap> GpuLinearAlgebra::gather(std::span<const int> indices, std::size_t cols,
                                                    Precision precision) {
  check_indices(indices, cols);
  return make_map<Gather>(precision, on_, indices, cols);
}

}  // namespace dgsolve::cuda
