/// A GPU's sparse maps.
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "kernels/cuda/algebra/gpu_linear_algebra.hpp"
#include "kernels/cuda/gpu/block_size.hpp"

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
class Csr : public GpuMap<T> {
 public:
  Csr(const VectorKernels& on, const CsrMatrix& m)
      : GpuMap<T>(m.rows, m.cols),
        on_(on),
        lanes_(lanes_for(m)),
        row_begin_(on.launcher, converted<long long>(std::span(m.row_begin)), "a matrix's rows"),
        column_(on.launcher, converted<int>(std::span(m.column), entries_together), "a matrix's columns"),
        value_(on.launcher, converted<T>(std::span(m.value), entries_together), "a matrix's entries") {}

  void multiply(const Blend<T>& blend) override {
    on_.launch<T>("csr", this->rows * lanes_,
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

  const VectorKernels on_;
  int lanes_;
  Array<long long> row_begin_;
  Array<int> column_;
  Array<T> value_;
};

template <class T>
class BlockCsr : public GpuMap<T> {
 public:
  BlockCsr(const VectorKernels& on, const BlockCsrMatrix& m)
      : GpuMap<T>(static_cast<std::size_t>(m.block_rows) * m.block_size,
                  static_cast<std::size_t>(m.block_cols) * m.block_size),
        on_(on),
        block_rows_(m.block_rows),
        n_(m.block_size),
        row_begin_(on.launcher, converted<long long>(std::span(m.row_begin)), "a matrix's rows"),
        column_(on.launcher, m.column, "a matrix's columns"),
        columns_(on.launcher, transposed(m), "a matrix's blocks") {}

  void multiply(const Blend<T>& blend) override {
    const int per_block = std::max(1, wished_threads / n_);
    const BlockRowsArguments<T> arguments{blend,          block_rows_,    n_, per_block, row_begin_.data(),
                                          column_.data(), columns_.data()};
    on_.kernels.launch(name_for<T>("block_rows"), n_blocks_for(block_rows_, per_block), per_block * n_,
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

  const VectorKernels on_;
  int block_rows_, n_;
  Array<long long> row_begin_;
  Array<int> column_;
  Array<T> columns_;
};

template <class T>
class Gather : public GpuMap<T> {
 public:
  Gather(const VectorKernels& on, std::span<const int> indices, std::size_t cols)
      : GpuMap<T>(indices.size(), cols), on_(on), indices_(on.launcher, indices, "indices") {}

  void multiply(const Blend<T>& blend) override {
    on_.launch<T>("gather", this->rows,
                  GatherArguments<T>{blend, static_cast<int>(this->rows), indices_.data()});
  }

 private:
  const VectorKernels on_;
  Array<int> indices_;
};

/// Each target adds up the values that indices send to it.
template <class T>
class ScatterAdd : public GpuMap<T> {
 public:
  ScatterAdd(const VectorKernels& on, const InverseIndex& places, std::size_t cols)
      : GpuMap<T>(places.size(), cols),
        on_(on),
        begin_(on.launcher, places.begin, "indices"),
        place_(on.launcher, std::span(places.place), "indices") {}

  void multiply(const Blend<T>& blend) override {
    const int rows = static_cast<int>(this->rows);
    on_.launch<T>("sum_places", rows, SumPlacesArguments<T>{blend, rows, begin_.data(), place_.data()});
  }

 private:
  const VectorKernels on_;
  Array<int> begin_, place_;
};

/// Where elements overlap, every element's product has a place of its own, which their unknowns then add up.
/// Entry: short where entries are rounded.
template <class T, class Entry = T>
class Blocks : public GpuMap<T> {
 public:
  Blocks(const VectorKernels& on, const ElementBlocks& b) : GpuMap<T>(b.size, b.size), on_(on) {
    set_shape(b);
    set_entries(b);
    if (b.indices.empty()) return;
    indices_ = {on.launcher, b.indices, "indices"};
    arguments_.indices = indices_.data();
    products_ = {on.launcher.gpu, b.indices.size(), "products of element blocks"};
    sums_ = b.sums != nullptr
                ? b.sums
                : std::make_shared<ScatterAdd<T>>(on, InverseIndex(b.indices, b.size), b.indices.size());
  }

  void multiply(const Blend<T>& blend) override {
    ElementBlocksArguments<T, Entry> arguments = arguments_;
    arguments.blend = sums_ ? Blend<T>{1, 0, blend.x, nullptr, products_.data(), nullptr} : blend;
    on_.kernels.launch(name_for<T>(is_rounded ? "rounded_blocks" : "element_blocks"),
                       n_blocks_for(arguments.n_blocks, arguments.per_block),
                       arguments.per_block * arguments.n, arguments, shared_bytes_);
    if (sums_ == nullptr) return;
    dynamic_cast<GpuMap<T>&>(*sums_).multiply(
        Blend<T>{blend.alpha, blend.beta, products_.data(), blend.b, blend.y, blend.sum});
  }

 private:
  static constexpr bool is_rounded = !std::is_same_v<T, Entry>;

  void set_shape(const ElementBlocks& b) {
    ElementBlocksArguments<T, Entry>& a = arguments_;
    constexpr int wide = numbers_in_16_bytes<Entry>, entry = sizeof(Entry), number = sizeof(T);
    const int n = b.block_size, triangle = n * (n + 1) / 2;
    a.n_blocks = b.n_blocks;
    a.n = n;
    a.per_block = choose_groups(n, (static_shared_bytes - 2 * 16) / (entry * triangle + number * n + 16));
    a.stride = a.per_block % wide == 0 ? triangle : whole_16_bytes<Entry>(triangle);
    const int room_for_triangles = (static_shared_bytes - number * whole_16_bytes<T>(n)) / entry - 2 * wide;
    a.at_once = a.per_block > 1 || a.stride <= room_for_triangles ? n : room_for_triangles / n;
    const int triangles = a.at_once == n ? a.per_block * a.stride : a.at_once * n;
    shared_bytes_ = number * whole_16_bytes<T>(a.per_block * n) + entry * (triangles + 2 * wide);
  }

  void set_entries(const ElementBlocks& b) {
    const std::size_t stride = arguments_.stride, n = b.block_size;
    UnsetVector<Entry> triangles(b.n_blocks * stride + numbers_in_16_bytes<Entry>);  // copies may end behind
    std::fill(triangles.begin() + b.n_blocks * stride, triangles.end(), Entry(0));
    UnsetVector<T> scale(is_rounded ? b.n_blocks * n : 0);
    make_blocks(b, omp_get_max_threads(), [&](int e, const double* block) {
      Entry* triangle = &triangles[e * stride];
      std::fill(triangle + n * (n + 1) / 2, triangle + stride, Entry(0));
      if constexpr (is_rounded)
        round(block, static_cast<int>(n), triangle, &scale[e * n]);
      else
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t j = 0; j <= i; ++j) *triangle++ = static_cast<T>(block[i * n + j]);
    });
    triangles_ = {on_.launcher, std::span<const Entry>(triangles), "element blocks"};
    arguments_.triangles = triangles_.data();
    if (!is_rounded) return;
    scale_ = {on_.launcher, std::span<const T>(scale), "element blocks"};
    arguments_.scale = scale_.data();
  }

  /// block_ij = s_i triangle_ij s_j with s_i² = block_ii / rounded_one.
  static void round(const double* block, int n, Entry* triangle, T* scale) {
    std::vector<double> s(n);
    for (int i = 0; i < n; ++i) scale[i] = static_cast<T>(s[i] = std::sqrt(block[i * n + i] / rounded_one));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j, ++triangle)
        *triangle = s[i] * s[j] > 0 ? static_cast<Entry>(std::lround(block[i * n + j] / (s[i] * s[j]))) : 0;
  }

  const VectorKernels on_;
  ElementBlocksArguments<T, Entry> arguments_{};
  unsigned shared_bytes_ = 0;
  Array<Entry> triangles_;
  Array<T> scale_;
  Array<int> indices_;
  Array<T> products_;
  std::shared_ptr<LinearMap> sums_;
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

std::unique_ptr<LinearMap> GpuLinearAlgebra::element_blocks(const ElementBlocks& blocks,
                                                            Precision precision) {
  check_arrays(blocks);
  if (blocks.may_be_rounded && precision == Precision::single)
    return std::make_unique<Blocks<float, short>>(on_, blocks);
  return with_type(precision, [&]<class T>(T) -> std::unique_ptr<LinearMap> {
    return std::make_unique<Blocks<T>>(on_, blocks);
  });
}

std::unique_ptr<LinearMap> GpuLinearAlgebra::gather(std::span<const int> indices, std::size_t cols,
                                                    Precision precision) {
  check_indices(indices, cols);
  return make_map<Gather>(precision, on_, indices, cols);
}

std::unique_ptr<LinearMap> GpuLinearAlgebra::scatter_add(const InverseIndex& places, std::size_t cols,
                                                         Precision precision) {
  check_places(places, cols);
  return make_map<ScatterAdd>(precision, on_, places, cols);
}

}  // namespace dgsolve::cuda
