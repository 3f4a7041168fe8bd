#include "kernels/cuda/gpu_maps.hpp"

#include <omp.h>

#include <algorithm>

#include "kernels/cuda/gpu_vector.hpp"
#include "kernels/sparse_arrays.hpp"

namespace dgsolve::cuda {
namespace {

/// Threads that are no use to make more of in a block.
constexpr int wished_threads = 128;

template <class T>
std::vector<T> converted(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}
std::vector<long long> begins(const std::vector<std::int64_t>& begin) { return {begin.begin(), begin.end()}; }

template <class T>
class Csr : public LinearMap {
 public:
  Csr(const VectorKernels& on, const CsrMatrix& m)
      : LinearMap(m.rows, m.cols, precision_of<T>),
        kernels_(on.kernels),
        lanes_(lanes_for(m)),
        row_begin_(on.launcher, begins(m.row_begin), "a matrix's rows"),
        column_(on.launcher, m.column, "a matrix's columns"),
        value_(on.launcher, converted<T>(m.value), "a matrix's entries") {}

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b,
                DeviceVector& y) override {
    CsrArguments<T> arguments{blend_of<T>(*this, alpha, x, beta, b, y),
                              static_cast<int>(rows),
                              lanes_,
                              row_begin_.data(),
                              column_.data(),
                              value_.data()};
    kernels_.launch(std::string("csr") + suffix_of(precision), n_blocks_for(rows * lanes_), vector_threads,
                    &arguments);
  }

 private:
  /// A power of two near half a row's mean length, so that lanes have work and neighbours read neighbours.
  static int lanes_for(const CsrMatrix& m) {
    int lanes = 1;
    while (lanes < 32 && static_cast<std::size_t>(4 * lanes) * m.rows <= m.column.size()) lanes *= 2;
    return lanes;
  }

  KernelModule& kernels_;
  int lanes_;
  Array<long long> row_begin_;
  Array<int> column_;
  Array<T> value_;
};

/// Launches of block_rows.
template <class T>
void multiply_block_rows(KernelModule& kernels, BlockRowsArguments<T> arguments) {
  arguments.per_block = std::max(1, wished_threads / arguments.n);
  kernels.launch(std::string("block_rows") + suffix_of(precision_of<T>),
                 n_blocks_for(arguments.block_rows, arguments.per_block), arguments.per_block * arguments.n,
                 &arguments);
}

/// Row-major to column-major.
template <class T>
void transpose_block(const double* block, int n, T* columns) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) columns[j * n + i] = static_cast<T>(block[i * n + j]);
}

template <class T>
class BlockCsr : public LinearMap {
 public:
  BlockCsr(const VectorKernels& on, const BlockCsrMatrix& m)
      : LinearMap(static_cast<std::size_t>(m.block_rows) * m.block_size,
                  static_cast<std::size_t>(m.block_cols) * m.block_size, precision_of<T>),
        kernels_(on.kernels),
        block_rows_(m.block_rows),
        n_(m.block_size),
        row_begin_(on.launcher, begins(m.row_begin), "a matrix's rows"),
        column_(on.launcher, m.column, "a matrix's columns"),
        columns_(on.launcher, transposed(m), "a matrix's blocks") {}

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b,
                DeviceVector& y) override {
    multiply_block_rows<T>(kernels_, {blend_of<T>(*this, alpha, x, beta, b, y), block_rows_, n_, 0,
                                      row_begin_.data(), column_.data(), columns_.data(), nullptr});
  }

 private:
  static std::vector<T> transposed(const BlockCsrMatrix& m) {
    const std::size_t square = static_cast<std::size_t>(m.block_size) * m.block_size;
    std::vector<T> columns(m.value.size());
    for (std::size_t k = 0; k < m.column.size(); ++k)
      transpose_block(&m.value[k * square], m.block_size, &columns[k * square]);
    return columns;
  }

  KernelModule& kernels_;
  int block_rows_, n_;
  Array<long long> row_begin_;
  Array<int> column_;
  Array<T> columns_;
};

template <class T>
class Gather : public LinearMap {
 public:
  Gather(const VectorKernels& on, std::span<const int> indices, std::size_t cols)
      : LinearMap(indices.size(), cols, precision_of<T>),
        kernels_(on.kernels),
        indices_(on.launcher, std::vector<int>(indices.begin(), indices.end()), "indices") {}

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b,
                DeviceVector& y) override {
    GatherArguments<T> arguments{blend_of<T>(*this, alpha, x, beta, b, y), static_cast<int>(rows),
                                 indices_.data()};
    kernels_.launch(std::string("gather") + suffix_of(precision), n_blocks_for(rows), vector_threads,
                    &arguments);
  }

 private:
  KernelModule& kernels_;
  Array<int> indices_;
};

/// Sums of the values that indices send to each target.
template <class T>
class PlaceSums {
 public:
  PlaceSums(const VectorKernels& on, const InverseIndex& inverse)
      : kernels_(on.kernels),
        begin_(on.launcher, begins(inverse.begin), "indices"),
        place_(on.launcher, inverse.place, "indices") {}

  void add_up(const Blend<T>& blend) const {
    const int rows = static_cast<int>(begin_.size()) - 1;
    SumPlacesArguments<T> arguments{blend, rows, begin_.data(), place_.data()};
    kernels_.launch(std::string("sum_places") + suffix_of(precision_of<T>), n_blocks_for(rows),
                    vector_threads, &arguments);
  }

 private:
  KernelModule& kernels_;
  Array<long long> begin_;
  Array<int> place_;
};

template <class T>
class ScatterAdd : public LinearMap {
 public:
  ScatterAdd(const VectorKernels& on, std::span<const int> indices, std::size_t rows)
      : LinearMap(rows, indices.size(), precision_of<T>), sums_(on, InverseIndex(indices, rows)) {}

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b,
                DeviceVector& y) override {
    sums_.add_up(blend_of<T>(*this, alpha, x, beta, b, y));
  }

 private:
  PlaceSums<T> sums_;
};

/// Where elements overlap, every element's product has a place of its own, which their unknowns then add up.
template <class T>
class Blocks : public LinearMap {
 public:
  Blocks(const VectorKernels& on, const ElementBlocks& b)
      : LinearMap(b.size, b.size, precision_of<T>),
        kernels_(on.kernels),
        n_blocks_(b.n_blocks),
        n_(b.block_size),
        columns_(on.launcher, transposed(b), "element blocks") {
    if (b.indices.empty()) return;
    indices_ = {on.launcher, std::vector<int>(b.indices.begin(), b.indices.end()), "indices"};
    products_ = {on.launcher, b.indices.size(), "products of element blocks"};
    sums_ = std::make_unique<PlaceSums<T>>(on, InverseIndex(b.indices, b.size));
  }

  void multiply(double alpha, const DeviceVector& x, double beta, const DeviceVector& b,
                DeviceVector& y) override {
    Blend<T> blend = blend_of<T>(*this, alpha, x, beta, b, y);
    const Blend<T> to_products{1, 0, blend.x, nullptr, products_.data()};
    multiply_block_rows<T>(kernels_, {sums_ ? to_products : blend, n_blocks_, n_, 0, nullptr, nullptr,
                                      columns_.data(), sums_ ? indices_.data() : nullptr});
    if (!sums_) return;
    blend.x = products_.data();
    sums_->add_up(blend);
  }

 private:
  static std::vector<T> transposed(const ElementBlocks& b) {
    const std::size_t square = static_cast<std::size_t>(b.block_size) * b.block_size;
    std::vector<T> columns(b.n_blocks * square);
    make_blocks(b, omp_get_max_threads(), [&](int e, const double* block) {
      transpose_block(block, b.block_size, &columns[e * square]);
    });
    return columns;
  }

  KernelModule& kernels_;
  int n_blocks_, n_;
  Array<T> columns_;
  Array<int> indices_;
  Array<T> products_;
  std::unique_ptr<PlaceSums<T>> sums_;
};

}  // namespace

std::unique_ptr<LinearMap> make_csr(const VectorKernels& on, const CsrMatrix& matrix, Precision precision) {
  check_arrays(matrix);
  return make_map<Csr>(precision, on, matrix);
}

std::unique_ptr<LinearMap> make_block_csr(const VectorKernels& on, const BlockCsrMatrix& matrix,
                                          Precision precision) {
  check_arrays(matrix);
  return make_map<BlockCsr>(precision, on, matrix);
}

std::unique_ptr<LinearMap> make_element_blocks(const VectorKernels& on, const ElementBlocks& blocks,
                                               Precision precision) {
  check_arrays(blocks);
  return make_map<Blocks>(precision, on, blocks);
}

std::unique_ptr<LinearMap> make_gather(const VectorKernels& on, std::span<const int> indices,
                                       std::size_t cols, Precision precision) {
  check_indices(indices, cols);
  return make_map<Gather>(precision, on, indices, cols);
}

std::unique_ptr<LinearMap> make_scatter_add(const VectorKernels& on, std::span<const int> indices,
                                            std::size_t rows, Precision precision) {
  check_indices(indices, rows);
  return make_map<ScatterAdd>(precision, on, indices, rows);
}

}  // namespace dgsolve::cuda
