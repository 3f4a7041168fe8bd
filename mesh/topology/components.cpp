#include "mesh/topology/components.hpp"

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

std::vector<int> components_of(const Mesh& mesh, const std::function<bool(int side)>& is_cut) {
  const int K = mesh.n_elements();
  CellSets sets(K);
  std::vector<int> component(K);
#pragma omp parallel for
  for (int e = 0; e < K; ++e)
    for (int f = 0; f < mesh.n_faces(); ++f)
      if (const int side = side_index(mesh, {e, f}); mesh.neighbor[side] > e && !is_cut(side))
        sets.unite(e, mesh.neighbor[side]);
#pragma omp parallel for
  for (int e = 0; e < K; ++e) component[e] = sets.root(e);
  int n_components = 0;
  for (int e = 0; e < K; ++e) component[e] = component[e] == e ? n_components++ : component[component[e]];
  return component;
}

std::vector<std::string> loose_components(const Mesh& mesh) {
  const std::vector<int> component = components_of(mesh);
  const int n_components = component.empty() ? 0 : 1 + *std::ranges::max_element(component);
  if (n_components < 2) return {};
  std::vector<int> n_cells(n_components, 0), first(n_components);
  std::set<std::pair<int, int>> regions;  // component, region
  for (int e = mesh.n_elements() - 1; e >= 0; --e) {
    ++n_cells[component[e]];
    first[component[e]] = e;
    regions.emplace(component[e], mesh.region[e]);
  }
  std::vector<std::string> names(n_components);
  for (const auto& [p, region] : regions) {
    const bool is_whole = std::ranges::count(regions, region, &std::pair<int, int>::second) == 1;
    names[p] += (names[p].empty() ? "" : " and ") + std::string(is_whole ? "region " : "a part of region ") +
                mesh.region_names[region];
  }
  const auto largest = std::ranges::max_element(n_cells) - n_cells.begin();
  std::vector<std::string> texts;
  for (int p = 0; p < n_components; ++p)
    if (p != largest)
      texts.push_back(fmt::format("{} ({} cells, one at {})", names[p], n_cells[p],
                                  point_text(cell_center(mesh, first[p]))));
  return texts;
}

}  // namespace dgsolve
