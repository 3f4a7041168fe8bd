#include "kernels/algebra/sparse_arrays.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <stdexcept>
#include <string>

#include "kernels/base/parallel_arrays.hpp"
#include "kernels/base/triangle.hpp"

namespace dgsolve {
namespace {

void check(bool good, const std::string& what) {
  if (!good) throw std::invalid_argument("linear algebra: " + what);
}

/// The first value that is not from `lowest` to below `end`, or the end of the values.
std::span<const int>::iterator find_outside(std::span<const int> values, std::int64_t lowest,
                                            std::int64_t end) {
  const auto outside = [&](int v) { return v < lowest || v >= end; };
  bool all_inside = true;
#pragma omp parallel for reduction(&& : all_inside)
  for (std::size_t k = 0; k < values.size(); ++k) all_inside = all_inside && !outside(values[k]);
  return all_inside ? values.end() : std::find_if(values.begin(), values.end(), outside);
}

void check_rows(std::span<const std::int64_t> row_begin, int rows, std::span<const int> column, int cols,
                std::size_t values) {
  check(row_begin.size() == static_cast<std::size_t>(rows) + 1 &&
            row_begin.back() == static_cast<std::int64_t>(column.size()) && values == column.size(),
        "a sparse matrix's arrays do not fit together");
  check(find_outside(column, 0, cols) == column.end(), "a sparse matrix has a column out of range");
}

}  // namespace

void check_size(const DeviceVector& x, std::size_t expected) {
  check(x.size == expected,
        "a vector has " + std::to_string(x.size) + " numbers; expected " + std::to_string(expected));
}

void check_precision(const DeviceVector& x, Precision expected) {
  check(x.precision == expected, "vectors in single and double precision are mixed");
}

void check_arrays(const CsrMatrix& m) { check_rows(m.row_begin, m.rows, m.column, m.cols, m.value.size()); }

void check_arrays(const BlockCsrMatrix& m) {
  check(m.block_size > 0, "a block matrix's blocks must have at least one row");
  const std::size_t square = static_cast<std::size_t>(m.block_size) * m.block_size;
  check_rows(m.row_begin, m.block_rows, m.column, m.block_cols, m.value.size() / square);
}

void check_arrays(const ElementBlocks& b) {
  const std::size_t places = static_cast<std::size_t>(b.n_blocks) * b.block_size;
  check(b.indices.empty() ? b.size == places : b.indices.size() == places,
        std::to_string(b.n_blocks) + " blocks of size " + std::to_string(b.block_size) + " do not fit " +
            std::to_string(b.indices.empty() ? b.size : b.indices.size()) +
            (b.indices.empty() ? " unknowns" : " indices"));
  check_indices(b.indices, b.size);
  check(b.sums == nullptr || (b.sums->rows == b.size && b.sums->cols == b.indices.size()),
        "the sums of element blocks do not fit their indices");
}

void check_indices(std::span<const int> indices, std::size_t size) {
  check(indices.size() <= std::numeric_limits<int>::max(),
        std::to_string(indices.size()) + " indices are more than places can be numbered");
  if (const auto wrong = find_outside(indices, -1, static_cast<std::int64_t>(size)); wrong != indices.end())
    check(false, "the index " + std::to_string(*wrong) + " is out of range");
}

void check_places(const InverseIndex& places, std::size_t cols) {
  check(find_outside(places.place, 0, static_cast<std::int64_t>(cols)) == std::span(places.place).end(),
        "a place is not one of " + std::to_string(cols));
}

/// Threads add to counts and take places in any order; sorting each target's places undoes that.
InverseIndex::InverseIndex(std::span<const int> indices, std::size_t size) : begin(zeros<int>(size + 1)) {
  check_indices(indices, size);
  for_each_stretch_of(indices.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k)
      if (indices[k] >= 0) std::atomic_ref(begin[indices[k] + 1]).fetch_add(1, std::memory_order_relaxed);
  });
  add_up(std::span(begin));
  place.resize(begin[size]);
  UnsetVector<int> next = copied(std::span<const int>(begin).first(size));
  for_each_stretch_of(indices.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k)
      if (indices[k] >= 0)
        place[std::atomic_ref(next[indices[k]]).fetch_add(1, std::memory_order_relaxed)] =
            static_cast<int>(k);
  });
  for_each_stretch_of(size, [&](std::size_t first, std::size_t last) {
    for (std::size_t target = first; target < last; ++target)
      std::sort(place.begin() + begin[target], place.begin() + begin[target + 1]);
  });
}

void make_blocks(const ElementBlocks& b, int threads,
                 const std::function<void(int first, int count, const double* triangles)>& keep) {
  constexpr int lanes = 16, most = 4, numbers = 65536;  // that stay in the second cache
  const std::size_t size = triangle_size(b.block_size);
  const int run = lanes * std::clamp(numbers / lanes / static_cast<int>(size), 1, most);
  for_each_cell((b.n_blocks + run - 1) / run,
                [&](int r) {
                  const int first = r * run, count = std::min(run, b.n_blocks - first);
                  std::vector<double> triangles(count * size);
                  b.fill(first, count, triangles.data());
                  keep(first, count, triangles.data());
                },
                threads);
}

}  // namespace dgsolve
