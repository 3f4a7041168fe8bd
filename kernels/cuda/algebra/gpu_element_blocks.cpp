/// Implements kernels/cuda/algebra/gpu_linear_algebra.hpp.
/// A GPU's dense blocks of elements.
#include <omp.h>

#include <algorithm>
#include <type_traits>

#include "kernels/base/rounded.hpp"
#include "kernels/base/triangle.hpp"
#include "kernels/cuda/algebra/gpu_linear_algebra.hpp"
#include "kernels/cuda/algebra/row_map.hpp"
#include "kernels/cuda/gpu/block_size.hpp"

namespace dgsolve::cuda {
namespace {

/// Each target adds up the values that indices send to it.
template <class T>
class ScatterAdd : public RowMap<T> {
 public:
  ScatterAdd(const VectorKernels& on, const InverseIndex& places, std::size_t cols)
      : RowMap<T>(on, places.size(), cols, 1,
                  [&](std::size_t row, const auto& read) {
                    for (const int place : places[row]) read(place);
                  }),
        begin_(shared_array(on.team, places.begin, places.size(), "indices")),
        place_(shared_array(on.team, places.place, places.size(), "indices")) {}

  void multiply_rows(const Blend<T>& blend) const override {
    this->on_.launch(
        name_for<T>("sum_places"), {this->results_},
        SumPlacesArguments<T>{blend, static_cast<int>(this->rows), begin_.data(), place_.data()});
  }

 private:
  Array<int> begin_, place_;
};

Team::Results results_of_blocks(const Team& team, const ElementBlocks& b) {
  const std::size_t K = b.n_blocks, n = b.block_size;
  return {K, deciding_length(team, b.size, b.indices.size()), 1, n};
}

/// Where elements overlap, every element's product has a place of its own, which their unknowns then add up.
/// Entry: short where entries are rounded.
template <class T, class Entry = T>
class Blocks : public GpuMap<T> {
 public:
  /// indices: b's, on the device.
  Blocks(const VectorKernels& on, const ElementBlocks& b, const Array<int>& indices)
      : GpuMap<T>(b.size, b.size),
        on_(on),
        results_(results_of_blocks(on.team, b)),
        x_(numbers_of_rows(on, results_, b.size, reads_of(b))),
        indices_(indices) {
    set_shape(b);
    if (b.fill)
      set_entries(b);
    else
      allocate_entries();
    if (b.indices.empty()) return;
    arguments_.indices = indices_.data();
    products_ = shared_array<T>(on.team, b.indices.size(), b.size, "products of element blocks");
    sums_ = b.sums != nullptr
                ? b.sums
                : std::make_shared<ScatterAdd<T>>(on, InverseIndex(b.indices, b.size), b.indices.size());
  }

  StoredBlocks<T> stored() const {
    StoredBlocks<T> to{nullptr, nullptr, scale_.data(), arguments_.stride};
    if constexpr (is_rounded)
      to.rounded = triangles_.data();
    else
      to.triangles = triangles_.data();
    return to;
  }

  void multiply(const Blend<T>& blend) override {
    if (is_packed_ && triangles_.size() > 0) pack();
    x_.bring(on_, blend.x);
    ElementBlocksArguments<T, Entry> arguments = arguments_;
    arguments.blend = sums_ ? Blend<T>{1, 0, blend.x, nullptr, products_.data(), nullptr} : blend;
    if (is_packed_)
      launch_packed("packed_", arguments);
    else
      on_.launch(kernel(), work(arguments.per_block, arguments.per_block * arguments.n, shared_bytes_),
                 arguments);
    if (sums_ == nullptr) return;
    dynamic_cast<GpuMap<T>&>(*sums_).multiply(
        Blend<T>{blend.alpha, blend.beta, products_.data(), blend.b, blend.y, blend.sum});
  }

 private:
  static constexpr bool is_rounded = !std::is_same_v<T, Entry>;

  static std::string kernel() { return name_for<T>(is_rounded ? "rounded_blocks" : "element_blocks"); }
  static RemoteNumbers::ReadsOf reads_of(const ElementBlocks& b) {
    return [&b, n = static_cast<std::size_t>(b.block_size)](std::size_t block, const auto& read) {
      for (std::size_t i = block * n; i < (block + 1) * n; ++i)
        if (b.indices.empty())
          read(i);
        else if (b.indices[i] >= 0)
          read(b.indices[i]);
    };
  }
  /// A GPU takes whole blocks of threads. Results outside of its process's range are not valid.
  Work work(int per_block, int threads, unsigned shared_bytes) const {
    Work work{results_, static_cast<std::size_t>(per_block), static_cast<unsigned>(threads), shared_bytes};
    work.results.together = per_block;
    return work;
  }
  void launch_packed(const char* what, const ElementBlocksArguments<T, Entry>& arguments) const {
    on_.launch(what + kernel() + "_" + std::to_string(arguments.n),
               work(packed_blocks, PackedShape(arguments.n).threads(), 0), arguments);
  }

  /// Once others have written the triangles, which give way to what kernels read into registers. A process
  /// keeps its own only.
  void pack() {
    const std::size_t of_group = PackedShape(arguments_.n).numbers();
    Team::Range own{0, static_cast<std::size_t>(arguments_.n_blocks)};
    if (on_.team.is_of_ranks()) own = on_.team.own_ranges(work(packed_blocks, 0, 0).results)[0];
    packed_ = shared_array<Entry>(on_.team, n_blocks_for(own.size(), packed_blocks) * of_group, this->rows,
                                  "element blocks");
    arguments_.packed = packed_.data() - own.first / packed_blocks * of_group;
    launch_packed("pack_", arguments_);
    on_.team.synchronise();  // products read them before they wait for earlier kernels
    triangles_ = {};
    arguments_.triangles = nullptr;
  }

  void set_shape(const ElementBlocks& b) {
    ElementBlocksArguments<T, Entry>& a = arguments_;
    constexpr int wide = numbers_in_16_bytes<Entry>, entry = sizeof(Entry), number = sizeof(T);
    const int n = b.block_size, triangle = static_cast<int>(triangle_size(n));
    a.n_blocks = b.n_blocks;
    a.n = n;
    is_packed_ = PackedShape(n).exists() && sizeof(T) == sizeof(float);
    a.per_block = choose_groups(n, (static_shared_bytes - 2 * 16) / (entry * triangle + number * n + 16));
    a.stride = a.per_block % wide == 0 ? triangle : whole_16_bytes<Entry>(triangle);
    const int room_for_triangles = (static_shared_bytes - number * whole_16_bytes<T>(n)) / entry - 2 * wide;
    a.at_once = a.per_block > 1 || a.stride <= room_for_triangles ? n : room_for_triangles / n;
    const int triangles = a.at_once == n ? a.per_block * a.stride : a.at_once * n;
    shared_bytes_ = number * whole_16_bytes<T>(a.per_block * n) + entry * (triangles + 2 * wide);
  }

  void set_entries(const ElementBlocks& b) {
    const std::size_t stride = arguments_.stride, n = b.block_size;
    UnsetVector<Entry> triangles(n_entries());
    std::fill(triangles.begin() + b.n_blocks * stride, triangles.end(), Entry(0));
    UnsetVector<T> scale(is_rounded ? b.n_blocks * n : 0);
    const std::size_t size = triangle_size(b.block_size);
    make_blocks(b, omp_get_max_threads(), [&](int first, int count, const double* triangle) {
      for (int e = first; e < first + count; ++e, triangle += size) {
        Entry* to = &triangles[e * stride];
        std::fill(to + size, to + stride, Entry(0));
        if constexpr (is_rounded)
          round(triangle, b.block_size, to, &scale[e * n]);
        else
          std::transform(triangle, triangle + size, to, [](double entry) { return static_cast<T>(entry); });
      }
    });
    triangles_ = shared_array(on_.team, triangles, this->rows, "element blocks");
    arguments_.triangles = triangles_.data();
    if (!is_rounded) return;
    scale_ = shared_array(on_.team, scale, this->rows, "element blocks");
    arguments_.scale = scale_.data();
  }

  std::size_t n_entries() const {  // copies may end behind the last triangle
    return static_cast<std::size_t>(arguments_.n_blocks) * arguments_.stride + numbers_in_16_bytes<Entry>;
  }
  void allocate_entries() {
    triangles_ = shared_array<Entry>(on_.team, n_entries(), this->rows, "element blocks");
    on_.team.set_zero(triangles_.data(), triangles_.bytes());
    arguments_.triangles = triangles_.data();
    if (!is_rounded) return;
    scale_ = shared_array<T>(on_.team, static_cast<std::size_t>(arguments_.n_blocks) * arguments_.n,
                             this->rows, "element blocks");
    arguments_.scale = scale_.data();
  }

  static void round(const double* triangle, int n, Entry* to, T* scale) {
    std::vector<double> inverse(n);
    for (int i = 0; i < n; ++i) {
      const RoundingScale of_row = rounding_scale(triangle[triangle_index(i, i)]);
      inverse[i] = of_row.inverse;
      scale[i] = static_cast<T>(of_row.s);
    }
    for (int i = 0; i < n; ++i, triangle += i, to += i)
      for (int j = 0; j <= i; ++j) to[j] = rounded(triangle[j] * (inverse[i] * inverse[j]));
  }

  const VectorKernels on_;
  const Team::Results results_;
  RemoteNumbers x_;
  ElementBlocksArguments<T, Entry> arguments_{};
  unsigned shared_bytes_ = 0;
  bool is_packed_ = false;           ///< for products
  Array<Entry> triangles_, packed_;  ///< one of them
  Array<T> scale_;
  Array<int> indices_;
  Array<T> products_;
  std::shared_ptr<LinearMap> sums_;
};

}  // namespace

std::unique_ptr<LinearMap> GpuLinearAlgebra::element_blocks(const ElementBlocks& blocks,
                                                            Precision precision) {
  return with_type(precision, [&]<class T>(T) {
    const std::span<const int> indices = blocks.indices;
    return blocks_to_write<T>(
               blocks, indices.empty() ? Array<int>() : shared_array(team_, indices, blocks.size, "indices"))
        .map;
  });
}

template <class T>
BlocksToWrite<T> GpuLinearAlgebra::blocks_to_write(const ElementBlocks& blocks, const Array<int>& indices) {
  check_arrays(blocks);
  const auto make = [&]<class Entry>(Entry) -> BlocksToWrite<T> {
    auto map = std::make_unique<Blocks<T, Entry>>(on_, blocks, indices);
    const StoredBlocks<T> stored = map->stored();
    return {std::move(map), stored};
  };
  if constexpr (sizeof(T) == sizeof(float))
    if (blocks.may_be_rounded) return make(short{});
  return make(T{});
}
template BlocksToWrite<double> GpuLinearAlgebra::blocks_to_write(const ElementBlocks&, const Array<int>&);
template BlocksToWrite<float> GpuLinearAlgebra::blocks_to_write(const ElementBlocks&, const Array<int>&);

std::unique_ptr<LinearMap> GpuLinearAlgebra::scatter_add(const InverseIndex& places, std::size_t cols,
                                                         Precision precision) {
  check_places(places, cols);
  return make_map<ScatterAdd>(precision, on_, places, cols);
}

}  // namespace dgsolve::cuda
