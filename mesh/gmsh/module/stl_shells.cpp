#include "mesh/gmsh/module/stl_shells.hpp"

#include <gmsh.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <string>
#include <unordered_map>

#include "mesh/base/points.hpp"
#include "mesh/base/problems.hpp"
#include "mesh/gmsh/element_type.hpp"
#include "mesh/gmsh/module/gmsh_calls.hpp"

namespace dgsolve {
namespace {

/// Surfaces that share nodes.
struct Shell {
  double volume = 0;  ///< inside it; negative where normals point inwards
  Point lower = {INFINITY, INFINITY, INFINITY}, upper = {-INFINITY, -INFINITY, -INFINITY};
  std::vector<int> surfaces;
  std::vector<int> holes;  ///< loops of the cavities in it
};

bool contains(const Shell& outer, const Shell& inner) {
  for (int i = 0; i < 3; ++i)
    if (inner.lower[i] <= outer.lower[i] || inner.upper[i] >= outer.upper[i]) return false;
  return true;
}

/// Of all surfaces' triangles.
class Shells {
 public:
  Shells() {
    std::vector<std::size_t> tags, elements;
    std::vector<double> x, parameters;
    gmsh::model::mesh::getNodes(tags, x, parameters);
    for (std::size_t i = 0; i < tags.size(); ++i)
      nodes_[tags[i]] = {static_cast<int>(i), {x[3 * i], x[3 * i + 1], x[3 * i + 2]}};
    leader_.resize(tags.size());
    std::iota(leader_.begin(), leader_.end(), 0);
    gmsh::model::mesh::getElementsByType(straight_simplex_numbers[2], elements, triangles_);
    for (std::size_t i = 0; i < triangles_.size(); i += 3)
      for (int k : {1, 2}) leader_[leader(number(triangles_[i]))] = leader(number(triangles_[i + k]));
  }

  /// Every edge has two triangles.
  void expect_closed() const {
    std::map<std::pair<std::size_t, std::size_t>, int> n_triangles;
    for (std::size_t i = 0; i < triangles_.size(); i += 3)
      for (int k = 0; k < 3; ++k)
        ++n_triangles[std::minmax({triangles_[i + k], triangles_[i + (k + 1) % 3]})];
    std::vector<std::string> open;
    for (const auto& [edge, n] : n_triangles)
      if (n != 2)
        open.push_back(point_text(nodes_.at(edge.first).x) + " to " + point_text(nodes_.at(edge.second).x));
    Problems problems;
    if (triangles_.empty()) problems.add("the file has no triangles; expected closed surfaces");
    problems.add(
        "edges of the surface do not have two triangles: it is not closed, or touches itself; expected "
        "closed shells",
        open);
    problems.throw_if_any();
  }

  /// With the surfaces of the model. One shell alone is an outer one.
  std::vector<Shell> find() {
    std::map<int, Shell> shells;
    for (std::size_t i = 0; i < triangles_.size(); i += 3) {
      Shell& shell = shells[leader(number(triangles_[i]))];
      const Point &a = nodes_.at(triangles_[i]).x, &b = nodes_.at(triangles_[i + 1]).x,
                  &c = nodes_.at(triangles_[i + 2]).x;
      shell.volume += dot(a, cross(b, c)) / 6;
      for (const Point& x : {a, b, c})
        for (int k = 0; k < 3; ++k) {
          shell.lower[k] = std::min(shell.lower[k], x[k]);
          shell.upper[k] = std::max(shell.upper[k], x[k]);
        }
    }
    for (const auto& [dim, tag] : entities(2)) {
      std::vector<std::size_t> elements, nodes;
      gmsh::model::mesh::getElementsByType(straight_simplex_numbers[dim], elements, nodes, tag);
      if (!nodes.empty()) shells[leader(number(nodes[0]))].surfaces.push_back(tag);
    }
    std::vector<Shell> found;
    for (auto& [first, shell] : shells) found.push_back(std::move(shell));
    if (found.size() == 1) found[0].volume = std::abs(found[0].volume);
    return found;
  }

 private:
  struct Node {
    int number;
    Point x;
  };
  int number(std::size_t tag) const { return nodes_.at(tag).number; }
  int leader(int node) {
    while (leader_[node] != node) node = leader_[node] = leader_[leader_[node]];
    return node;
  }

  std::unordered_map<std::size_t, Node> nodes_;  ///< by tag
  std::vector<std::size_t> triangles_;           ///< [n][3]: tags
  std::vector<int> leader_;                      ///< of nodes that triangles join
};

void add_hole(std::vector<Shell>& shells, const Shell& hole, int loop) {
  std::vector<Shell*> around;
  for (Shell& shell : shells)
    if (shell.volume > 0 && contains(shell, hole)) around.push_back(&shell);
  if (around.size() != 1)
    throw MeshError("the shell from " + point_text(hole.lower) + " to " + point_text(hole.upper) +
                    ", whose normals point inwards, is a cavity in " + std::to_string(around.size()) +
                    " other shells; expected one");
  around[0]->holes.push_back(loop);
}

}  // namespace

double open_stl(const std::filesystem::path& file) {
  constexpr double sharp = 40 * std::numbers::pi / 180;  // as in Gmsh's tutorial t13
  run_logged([&] { gmsh::merge(file.string()); });
  Shells().expect_closed();
  const auto part = [&](bool in_simple_pieces) {
    run_logged([&] {
      gmsh::model::mesh::classifySurfaces(sharp, true, in_simple_pieces, std::numbers::pi);
      gmsh::model::mesh::createGeometry();
    });
  };
  try {
    part(false);
  } catch (const MeshError&) {  // no plane map of a surface without sharp edges, such as a sphere
    gmsh::clear();
    run_logged([&] { gmsh::merge(file.string()); });
    part(true);
  }
  std::vector<Shell> shells = Shells().find();
  for (const Shell& shell : shells)
    if (shell.volume <= 0) add_hole(shells, shell, gmsh::model::geo::addSurfaceLoop(shell.surfaces));
  double enclosed = 0;
  for (Shell& shell : shells) {
    enclosed += shell.volume;
    if (shell.volume <= 0) continue;
    std::vector<int> loops = {gmsh::model::geo::addSurfaceLoop(shell.surfaces)};
    loops.insert(loops.end(), shell.holes.begin(), shell.holes.end());
    gmsh::model::geo::addVolume(loops);
  }
  gmsh::model::geo::synchronize();
  return enclosed;
}

}  // namespace dgsolve
