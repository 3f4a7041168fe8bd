#include "mesh/topology/ordering.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <parallel/algorithm>
#include <utility>

#include "mesh/base/faces.hpp"
#include "mesh/base/first_use.hpp"

namespace dgsolve {
namespace {

constexpr int n_bits = 21;  ///< a coordinate; three of them fit a 64-bit key

/// Distance along the Hilbert curve of a lattice point, x[i] < 2^n_bits: Gray code of the cell at every
/// level, with the axes exchanged and inverted as the curve turns (J. Skilling, "Programming the Hilbert
/// curve", AIP Conf. Proc. 707 (2004) 381).
std::uint64_t hilbert_key(std::array<std::uint32_t, 3> x, int dim) {
  for (std::uint32_t bit = 1u << (n_bits - 1); bit > 1; bit >>= 1) {
    const std::uint32_t below = bit - 1;
    for (int i = 0; i < dim; ++i) {
      if (x[i] & bit) {
        x[0] ^= below;
      } else {
        const std::uint32_t differing = (x[0] ^ x[i]) & below;
        x[0] ^= differing;
        x[i] ^= differing;
      }
    }
  }
  for (int i = 1; i < dim; ++i) x[i] ^= x[i - 1];
  std::uint32_t inverted = 0;
  for (std::uint32_t bit = 1u << (n_bits - 1); bit > 1; bit >>= 1)
    if (x[dim - 1] & bit) inverted ^= bit - 1;
  std::uint64_t key = 0;
  for (int b = n_bits - 1; b >= 0; --b)
    for (int i = 0; i < dim; ++i) key = key << 1 | (((x[i] ^ inverted) >> b) & 1u);
  return key;
}

/// [K]: cells in the order of the curve.
std::vector<int> hilbert_order(const Mesh& mesh) {
  const int K = mesh.n_elements();
  Point lower = cell_center(mesh, 0), upper = lower;  // of the cells' centres
  double *const low = lower.data(), *const high = upper.data();
#pragma omp parallel for reduction(min : low[:3]) reduction(max : high[:3])
  for (int e = 0; e < K; ++e) {
    const Point center = cell_center(mesh, e);
    for (int i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], center[i]);
      high[i] = std::max(high[i], center[i]);
    }
  }
  double extent = 0;  // one scale for all axes keeps the curve's cells cubes
  for (int i = 0; i < mesh.dim; ++i) extent = std::max(extent, upper[i] - lower[i]);
  const double scale = extent > 0 ? ((1u << n_bits) - 1) / extent : 0;

  struct Key {
    std::uint64_t distance;
    int cell;
    bool operator<(const Key& other) const {
      return distance != other.distance ? distance < other.distance : cell < other.cell;
    }
  };
  const auto keys = std::make_unique_for_overwrite<Key[]>(K);
#pragma omp parallel for
  for (int e = 0; e < K; ++e) {
    std::array<std::uint32_t, 3> x = {0, 0, 0};
    const Point center = cell_center(mesh, e);
    for (int i = 0; i < mesh.dim; ++i) x[i] = static_cast<std::uint32_t>((center[i] - lower[i]) * scale);
    keys[e] = {hilbert_key(x, mesh.dim), e};
  }
  __gnu_parallel::sort(&keys[0], &keys[0] + K);
  std::vector<int> order(K);
#pragma omp parallel for
  for (int i = 0; i < K; ++i) order[i] = keys[i].cell;
  return order;
}

/// Rows of `width` values, taken in the given order.
template <class T>
void permute_rows(std::vector<T>& rows, const std::vector<int>& order, std::size_t width) {
  // Copied back, for one thread would zero a vector that takes their place.
  const auto permuted = std::make_unique_for_overwrite<T[]>(rows.size());
#pragma omp parallel for
  for (std::size_t i = 0; i < order.size(); ++i)
    std::copy_n(&rows[order[i] * width], width, &permuted[i * width]);
#pragma omp parallel for
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = permuted[i];
}

void number_nodes_by_first_use(Mesh& mesh) {
  const std::vector<int> order = renumber_by_first_use(mesh.elements, mesh.nodes.size());
  std::vector<Point> nodes(order.size());
#pragma omp parallel for
  for (std::size_t i = 0; i < order.size(); ++i) nodes[i] = mesh.nodes[order[i]];
  mesh.nodes = std::move(nodes);
}

/// order: [K], cells.
void renumber(Mesh& mesh, const std::vector<int>& order) {
  permute_rows(mesh.elements, order, mesh.nodes_per_element);
  permute_rows(mesh.region, order, 1);
  permute_rows(mesh.neighbor, order, mesh.n_faces());
  permute_rows(mesh.neighbor_face, order, mesh.n_faces());
  permute_rows(mesh.orientation, order, mesh.n_faces());
  permute_rows(mesh.boundary, order, mesh.n_faces());
  std::vector<int> new_index(order.size());
#pragma omp parallel for
  for (std::size_t i = 0; i < order.size(); ++i) new_index[order[i]] = static_cast<int>(i);
#pragma omp parallel for
  for (std::size_t i = 0; i < mesh.neighbor.size(); ++i)
    if (int& e = mesh.neighbor[i]; e >= 0) e = new_index[e];
  number_nodes_by_first_use(mesh);
}

}  // namespace

void order_along_hilbert_curve(Mesh& mesh) { renumber(mesh, hilbert_order(mesh)); }

void order_first(Mesh& mesh, const std::vector<int>& cells) {
  std::vector<char> is_first(mesh.n_elements(), 0);
  for (const int e : cells) is_first[e] = 1;
  std::vector<int> order(mesh.n_elements());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_partition(order, [&](int e) { return is_first[e] != 0; });
  renumber(mesh, order);
}

double mean_neighbor_distance(const Mesh& mesh) {
  std::int64_t sum = 0, count = 0;
#pragma omp parallel for reduction(+ : sum, count)
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const int other = mesh.neighbor[side_index(mesh, {e, f})];
      if (other < 0) continue;
      sum += std::abs(e - other);
      ++count;
    }
  return count > 0 ? static_cast<double>(sum) / static_cast<double>(count) : 0;
}

}  // namespace dgsolve
