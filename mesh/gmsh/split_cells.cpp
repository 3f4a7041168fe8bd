#include "mesh/gmsh/split_cells.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "mesh/base/cut_cells.hpp"
#include "mesh/base/points.hpp"
#include "mesh/base/problems.hpp"

namespace dgsolve {
namespace {

/// Nodes with images have the rank of the lowest tag that they are images of, first.
class Ranks {
 public:
  explicit Ranks(const MshContent& mesh) {
    for (bool again = true; again;) {
      again = false;
      for (const MshContent::Periodic& periodic : mesh.periodic)
        for (std::size_t i = 0; i < std::min(periodic.nodes.size(), periodic.images.size()); ++i) {
          const std::size_t lowest = std::min(of(periodic.nodes[i]), of(periodic.images[i]));
          for (const std::size_t node : {periodic.nodes[i], periodic.images[i]})
            if (lowest < of(node)) {
              lowest_[node] = lowest;
              again = true;
            }
        }
    }
  }

  /// 0…n − 1: places of the nodes in their order.
  std::array<std::uint64_t, 8> operator()(const std::size_t* nodes, int n) const {
    std::array<std::uint64_t, 8> ranks{};
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        ranks[i] += std::pair(of(nodes[j]), nodes[j]) < std::pair(of(nodes[i]), nodes[i]) ||
                            (nodes[j] == nodes[i] && j < i)
                        ? 1
                        : 0;
    return ranks;
  }

 private:
  std::size_t of(std::size_t node) const {
    const auto found = lowest_.find(node);
    return found == lowest_.end() ? node : found->second;
  }
  std::unordered_map<std::size_t, std::size_t> lowest_;
};

/// The nodes of simplices in cells of one type.
class Cutter {
 public:
  Cutter(const CutShape& shape, const ElementType& type, const ElementType& simplex)
      : shape_(shape), type_(type), simplex_(simplex) {}

  /// Whether a simplex of any vertices finds its nodes.
  bool has_all_nodes() {
    std::array<std::uint64_t, 8> ranks{};
    for (int v = 0; v < shape_.n_vertices; ++v) ranks[v] = static_cast<std::uint64_t>(v);
    const Pieces pieces = cut(shape_, {ranks.data(), static_cast<std::size_t>(shape_.n_vertices)});
    for (int k = 0; k < pieces.n; ++k)
      if (nodes_of(pieces.vertices[k]).empty()) return false;
    return true;
  }

  void append(const std::size_t* cell, const Ranks& ranks_of, std::vector<std::size_t>& nodes) {
    const auto ranks = ranks_of(cell, shape_.n_vertices);
    const Pieces pieces = cut(shape_, {ranks.data(), static_cast<std::size_t>(shape_.n_vertices)});
    for (int k = 0; k < pieces.n; ++k)
      for (const int node : nodes_of(pieces.vertices[k])) nodes.push_back(cell[node]);
  }

 private:
  Point place(int node) const {
    Point x{};
    std::copy_n(&type_.nodes[static_cast<std::size_t>(node) * type_.dim], type_.dim, x.begin());
    return x;
  }

  /// The cell's nodes that are the simplex's; none where one is missing.
  const std::vector<int>& nodes_of(std::array<int, 4> vertices) {
    const auto [at, is_new] = known_.try_emplace(vertices);
    if (!is_new) return at->second;
    if (orientation(vertices) < 0) std::swap(vertices[shape_.dim - 1], vertices[shape_.dim]);
    for (int n = 0; n < simplex_.n_nodes; ++n) {
      Point x = place(vertices[0]);
      for (int i = 0; i < shape_.dim; ++i) {
        const Point d = difference(place(vertices[i + 1]), place(vertices[0]));
        for (int axis = 0; axis < 3; ++axis)
          x[axis] += simplex_.nodes[static_cast<std::size_t>(n) * shape_.dim + i] * d[axis];
      }
      const std::optional<int> node = node_at(x);
      if (!node) {
        at->second.clear();
        break;
      }
      at->second.push_back(*node);
    }
    return at->second;
  }

  double orientation(const std::array<int, 4>& v) const {
    const Point a = difference(place(v[1]), place(v[0])), b = difference(place(v[2]), place(v[0]));
    return shape_.dim == 2 ? cross(a, b)[2] : dot(cross(a, b), difference(place(v[3]), place(v[0])));
  }

  std::optional<int> node_at(const Point& x) const {
    constexpr double round_off = 1e-6;
    for (int node = 0; node < type_.n_nodes; ++node)
      if (distance(place(node), x) < round_off) return node;
    return {};
  }

  const CutShape& shape_;
  const ElementType& type_;
  const ElementType& simplex_;
  std::map<std::array<int, 4>, std::vector<int>> known_;
};

}  // namespace

std::vector<std::string> split_cells(MshContent& mesh, const std::function<ElementType(int)>& type_of) {
  constexpr int most_curved = 4;
  const Ranks ranks(mesh);
  Problems problems;
  std::map<const CutShape*, std::array<std::size_t, 2>> counts;  // of cells, and of their simplices
  for (MshContent::Block& block : mesh.elements) {
    if (block.dim < 2 || block.nodes.empty()) continue;
    const ElementType type = type_of(block.type);
    const CutShape* const shape = find_cut_shape(type.dim, type.n_primary);
    if (!shape || type.order > most_curved) continue;  // for later checks to refuse
    const ElementType simplex = type_of(simplex_number(type.dim, type.order));
    Cutter cutter(*shape, type, simplex);
    if (!cutter.has_all_nodes()) {
      problems.add(
          fmt::format("mesh.split: {} {} of type {} lack inner nodes; expected complete ones, as with "
                      "Mesh.SecondOrderIncomplete = 0 in the .geo, or straight ones",
                      block.n_elements(), shape->many, type.name));
      continue;
    }
    std::vector<std::size_t> nodes;
    for (std::size_t i = 0; i < block.nodes.size(); i += block.n_nodes)
      cutter.append(&block.nodes[i], ranks, nodes);
    counts[shape][0] += block.n_elements();
    block.nodes = std::move(nodes);
    block.type = simplex.number;
    block.n_nodes = simplex.n_nodes;
    counts[shape][1] += block.n_elements();
  }
  problems.throw_if_any();
  std::vector<std::string> notes;
  for (const auto& [shape, n] : counts)
    notes.push_back(fmt::format("{} {} were cut into {} {} (mesh.split)", n[0], shape->many, n[1],
                                shape->dim == 2 ? "triangles" : "tetrahedra"));
  return notes;
}

}  // namespace dgsolve
