#include "mesh/topology/parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <set>
#include <utility>

#include "mesh/base/faces.hpp"
#include "mesh/base/problems.hpp"

namespace dgsolve {
namespace {

/// Disjoint sets of cells, which all threads unite at once: a set's root is its lowest cell, and a root is
/// exchanged only while it is one (Anderson & Woll, STOC 1991, 370).
class CellSets {
 public:
  explicit CellSets(int n) : above_(n) { std::iota(above_.begin(), above_.end(), 0); }

  int root(int e) {
    for (int up = load(e); up != e; up = load(e)) {
      const int higher = load(up);
      std::atomic_ref(above_[e]).store(higher, std::memory_order_relaxed);
      e = higher;
    }
    return e;
  }

  void unite(int a, int b) {
    for (a = root(a), b = root(b); a != b; a = root(a), b = root(b)) {
      if (a < b) std::swap(a, b);
      int expected = a;
      if (std::atomic_ref(above_[a]).compare_exchange_strong(expected, b)) return;
    }
  }

 private:
  int load(int e) { return std::atomic_ref(above_[e]).load(std::memory_order_relaxed); }

  std::vector<int> above_;
};

}  // namespace

std::vector<int> parts_of(const Mesh& mesh, const std::function<bool(int side)>& is_cut) {
  const int K = mesh.n_elements();
  CellSets sets(K);
  std::vector<int> part(K);
#pragma omp parallel for
  for (int e = 0; e < K; ++e)
    for (int f = 0; f < mesh.n_faces(); ++f)
      if (const int side = side_index(mesh, {e, f}); mesh.neighbor[side] > e && !is_cut(side))
        sets.unite(e, mesh.neighbor[side]);
#pragma omp parallel for
  for (int e = 0; e < K; ++e) part[e] = sets.root(e);
  int n_parts = 0;
  for (int e = 0; e < K; ++e) part[e] = part[e] == e ? n_parts++ : part[part[e]];
  return part;
}

std::vector<std::string> loose_parts(const Mesh& mesh) {
  const std::vector<int> part = parts_of(mesh);
  const int n_parts = part.empty() ? 0 : 1 + *std::ranges::max_element(part);
  if (n_parts < 2) return {};
  std::vector<int> n_cells(n_parts, 0), first(n_parts);
  std::set<std::pair<int, int>> regions;  // part, region
  for (int e = mesh.n_elements() - 1; e >= 0; --e) {
    ++n_cells[part[e]];
    first[part[e]] = e;
    regions.emplace(part[e], mesh.region[e]);
  }
  std::vector<std::string> names(n_parts);
  for (const auto& [p, region] : regions) {
    const bool is_whole = std::ranges::count(regions, region, &std::pair<int, int>::second) == 1;
    names[p] += (names[p].empty() ? "" : " and ") + std::string(is_whole ? "region " : "a part of region ") +
                mesh.region_names[region];
  }
  const auto largest = std::ranges::max_element(n_cells) - n_cells.begin();
  std::vector<std::string> texts;
  for (int p = 0; p < n_parts; ++p)
    if (p != largest)
      texts.push_back(fmt::format("{} ({} cells, one at {})", names[p], n_cells[p],
                                  point_text(cell_center(mesh, first[p]))));
  return texts;
}

}  // namespace dgsolve
