#include "mesh/gmsh/raw_mesh.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "mesh/base/problems.hpp"

namespace dgsolve {
namespace {

class Assembler {
 public:
  explicit Assembler(const GmshData& data) : data_(data), number_(data.node_tags.size(), -1) {
    mesh().dim = data.dim;
    mesh().geometry_order = data.geometry_order;
    mesh().reference_nodes = data.reference_nodes;
    mesh().nodes_per_element = static_cast<int>(data.reference_nodes.size()) / data.dim;
    place_.reserve(data.node_tags.size());
    for (std::size_t i = 0; i < data.node_tags.size(); ++i) place_[data.node_tags[i]] = i;
  }

  RawMesh assemble(std::vector<std::string>& notes) {
    for (const MeshEntity& entity : data_.cells) take_cells(entity);
    for (const MeshEntity& entity : data_.faces) take_faces(entity);
    if (mesh().region_names.empty() && mesh().boundary_names.empty() && nameless_.empty())
      problems_.add(
          "the mesh has no physical groups, which name its regions and boundaries; expected, in the .geo, "
          "Physical " +
          std::string(mesh().dim == 2 ? "Surface(\"air\") = {…} and Physical Curve(\"wall\") = {…}"
                                      : "Volume(\"air\") = {…} and Physical Surface(\"wall\") = {…}"));
    else
      problems_.add("cells are in no physical group (it names the region)", unassigned_);
    problems_.add("entities are in a physical group without a name; every group needs one", nameless_);
    problems_.add(
        "entities are in several physical groups; expected one (in format 2.2 all elements of an elementary "
        "entity share its groups)",
        crowded_);
    check_nodes(notes);
    problems_.throw_if_any();
    take_periodic();
    return std::move(raw_);
  }

 private:
  Mesh& mesh() { return raw_.mesh; }

  /// Number in Mesh::nodes, given at first use.
  int use_node(std::size_t tag) {
    const std::size_t place = place_.at(tag);
    if (number_[place] < 0) {
      number_[place] = static_cast<int>(mesh().nodes.size());
      const double* x = &data_.coordinates[3 * place];
      mesh().nodes.push_back({x[0], x[1], x[2]});
    }
    return number_[place];
  }

  /// Index of the entity's group in `names`, −1 where it has none.
  int group_of(const MeshEntity& entity, const char* contents, std::size_t width,
               std::vector<std::string>& names) {
    if (entity.groups.empty()) return -1;
    const std::string place =
        fmt::format("{} {} of entity {} with a vertex at {}", entity.nodes.size() / width, contents,
                    entity.tag, point_text(mesh().nodes[use_node(entity.nodes[0])]));
    if (std::count(entity.groups.begin(), entity.groups.end(), "") > 0) nameless_.push_back(place);
    if (entity.groups.size() > 1) crowded_.push_back(place + " in " + list_text(entity.groups));
    const auto at = std::find(names.begin(), names.end(), entity.groups[0]);
    if (at != names.end()) return static_cast<int>(at - names.begin());
    names.push_back(entity.groups[0]);
    return static_cast<int>(names.size()) - 1;
  }

  void take_cells(const MeshEntity& entity) {
    const std::size_t width = mesh().nodes_per_element;
    const int region = group_of(entity, "cells", width, mesh().region_names);
    mesh().elements.reserve(mesh().elements.size() + entity.nodes.size());
    for (const std::size_t node : entity.nodes) mesh().elements.push_back(use_node(node));
    for (std::size_t i = 0; i < entity.nodes.size() / width; ++i) {
      mesh().region.push_back(region);
      if (region < 0) unassigned_.push_back(cell_text(mesh(), mesh().n_elements() - 1));
    }
  }

  void take_faces(const MeshEntity& entity) {
    const int dim = mesh().dim, p = mesh().geometry_order;
    const std::size_t width = dim == 2 ? p + 1 : (p + 1) * (p + 2) / 2;
    const int group = group_of(entity, "faces", width, mesh().boundary_names);
    if (group < 0) return;
    for (std::size_t i = 0; i + width <= entity.nodes.size(); i += width) {
      const std::size_t* v = &entity.nodes[i];
      raw_.tagged.push_back({{use_node(v[0]), use_node(v[1]), dim == 3 ? use_node(v[2]) : -1}, group});
    }
  }

  void check_nodes(std::vector<std::string>& notes) {
    std::vector<std::string> bad;
    for (const Point& x : mesh().nodes)
      if (!std::isfinite(x[0]) || !std::isfinite(x[1]) || !std::isfinite(x[2])) bad.push_back(point_text(x));
    problems_.add("nodes have coordinates that are not finite numbers", bad);
    const std::size_t n_nodes = data_.node_tags.size(), n_unused = n_nodes - mesh().nodes.size();
    if (n_unused > 0)
      notes.push_back(fmt::format("{} of {} nodes belong to no cell; they are left out", n_unused, n_nodes));
    if (mesh().dim == 2 && bad.empty()) flatten();
  }

  /// A 2D mesh lies in a plane z = constant, which becomes z = 0.
  void flatten() {
    const auto [lower, upper] = bounding_box(mesh().nodes);
    if (upper[2] - lower[2] > 1e-10 * distance(lower, upper))
      problems_.add("found triangles with nodes from " + point_text(lower) + " to " + point_text(upper) +
                    "; a 2D mesh lies in a plane z = constant, a 3D mesh has tetrahedra");
    for (Point& x : mesh().nodes) x[2] = 0;
  }

  /// Sorts the pairs of all periodic entities by the translations between faces. A node on an edge or a
  /// corner has images under several translations.
  void take_periodic() {
    std::vector<Point> translations;
    std::vector<std::array<int, 2>> pairs;
    for (const PeriodicEntity& entity : data_.periodic) {
      const auto found = used_pairs(entity);
      if (entity.dim == mesh().dim - 1 && !found.empty()) add_translation(entity.tag, found, translations);
      pairs.insert(pairs.end(), found.begin(), found.end());
    }
    raw_.images.resize(translations.size());
    for (const auto& pair : pairs)
      for (std::size_t i = 0; i < translations.size(); ++i)
        if (same_translation(translation_of(pair), translations[i])) raw_.images[i].push_back(pair);
  }

  std::vector<std::array<int, 2>> used_pairs(const PeriodicEntity& entity) const {
    const auto number = [&](std::size_t tag) {
      const auto at = place_.find(tag);
      return at == place_.end() ? -1 : number_[at->second];
    };
    std::vector<std::array<int, 2>> pairs;
    for (std::size_t i = 0; i < std::min(entity.nodes.size(), entity.images.size()); ++i) {
      const int node = number(entity.nodes[i]), image = number(entity.images[i]);
      if (node >= 0 && image >= 0) pairs.push_back({node, image});
    }
    return pairs;
  }

  Point translation_of(const std::array<int, 2>& pair) {
    const Point &a = mesh().nodes[pair[0]], &b = mesh().nodes[pair[1]];
    return {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  }

  static bool same_translation(const Point& a, const Point& b) {
    return distance(a, b) <= 1e-6 * distance(a, {0, 0, 0});
  }

  void add_translation(int tag, const std::vector<std::array<int, 2>>& pairs,
                       std::vector<Point>& translations) {
    const Point first = translation_of(pairs[0]);
    for (const auto& pair : pairs)
      if (!same_translation(translation_of(pair), first))
        throw MeshError(fmt::format(
            "periodic entity {}: the node at {} and its image at {} differ by another translation than the "
            "entity's other nodes; expected one translation",
            tag, point_text(mesh().nodes[pair[0]]), point_text(mesh().nodes[pair[1]])));
    for (const Point& known : translations)
      if (same_translation(first, known)) return;
    translations.push_back(first);
  }

  const GmshData& data_;
  RawMesh raw_;
  Problems problems_;
  std::vector<std::string> unassigned_;                 ///< cells without a group
  std::vector<std::string> nameless_, crowded_;         ///< entities of groups without a name, of several
  std::unordered_map<std::size_t, std::size_t> place_;  ///< node tag → place in node_tags
  std::vector<int> number_;                             ///< place → number in Mesh::nodes, −1: unused
};

}  // namespace

RawMesh assemble(const GmshData& data, std::vector<std::string>& notes) {
  return Assembler(data).assemble(notes);
}

}  // namespace dgsolve
