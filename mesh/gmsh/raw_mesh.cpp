#include "mesh/gmsh/raw_mesh.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include "mesh/base/faces.hpp"
#include "mesh/base/first_use.hpp"
#include "mesh/base/problems.hpp"
#include "mesh/geometry/blending.hpp"
#include "mesh/gmsh/group_names.hpp"

namespace dgsolve {
namespace {

/// Indices of nodes by their tags, which mostly are numbers without large gaps.
class NodeIndices {
 public:
  explicit NodeIndices(const std::vector<std::size_t>& tags) {
    const auto [smallest, largest] = std::minmax_element(tags.begin(), tags.end());
    if (!tags.empty()) first_ = *smallest;
    if (!tags.empty() && *largest - first_ <= 8 * tags.size() + 1000)
      dense_.resize(*largest - first_ + 1, -1);
    for (std::size_t i = 0; i < tags.size(); ++i) {
      int& index = dense_.empty() ? sparse_[tags[i]] : dense_[tags[i] - first_];
      index = static_cast<int>(i);
    }
  }
  /// −1: there is no such node.
  int find(std::size_t tag) const {
    if (!dense_.empty()) return tag >= first_ && tag - first_ < dense_.size() ? dense_[tag - first_] : -1;
    const auto found = sparse_.find(tag);
    return found == sparse_.end() ? -1 : found->second;
  }
  int at(std::size_t tag) const {
    const int index = find(tag);
    if (index < 0) throw std::logic_error("an element refers to a node that Gmsh does not have");
    return index;
  }

 private:
  std::size_t first_ = 0;
  std::vector<int> dense_;  ///< [tag − first_]
  std::unordered_map<std::size_t, int> sparse_;
};

/// Of a name, which is appended where it is new.
int index_in(std::vector<std::string>& names, const std::string& name) {
  const auto at = std::ranges::find(names, name);
  if (at != names.end()) return static_cast<int>(at - names.begin());
  names.push_back(name);
  return static_cast<int>(names.size()) - 1;
}

class Assembler {
 public:
  explicit Assembler(const GmshData& data) : data_(data), indices_(data.node_tags) {
    mesh().dim = data.dim;
    mesh().geometry_order = data.geometry_order;
    mesh().reference_nodes = data.reference_nodes;
    mesh().nodes_per_element = static_cast<int>(data.reference_nodes.size()) / data.dim;
  }

  RawMesh assemble(std::vector<std::string>& notes) {
    const GroupNames regions(data_.cells, data_.dim, notes), boundaries(data_.faces, data_.dim - 1, notes);
    for (const MeshEntity& entity : data_.cells) take_cells(entity, regions.label(entity));
    for (const MeshEntity& entity : data_.faces) take_faces(entity, boundaries.label(entity));
    check_size(mesh(), raw_.tagged.size());
    number_nodes();
    check_nodes(notes);
    problems_.throw_if_any();
    take_periodic(notes);
    return std::move(raw_);
  }

 private:
  Mesh& mesh() { return raw_.mesh; }

  Point node_at(std::size_t index) const {
    const double* x = &data_.coordinates[3 * index];
    return {x[0], x[1], x[2]};
  }

  /// Gives the nodes that are used their numbers, in the order of their first use.
  void number_nodes() {
    std::vector<int> uses = std::move(mesh().elements);  // indices, until now
    const std::size_t n_of_cells = uses.size();
    for (const TaggedFace& face : raw_.tagged)
      uses.insert(uses.end(), face.vertices.begin(), face.vertices.begin() + mesh().dim);
    const std::vector<int> used = in_order_of_first_use(uses, data_.node_tags.size());
    number_.assign(data_.node_tags.size(), -1);
    mesh().nodes.resize(used.size());
#pragma omp parallel for
    for (std::size_t i = 0; i < used.size(); ++i) {
      number_[used[i]] = static_cast<int>(i);
      mesh().nodes[i] = node_at(used[i]);
    }
#pragma omp parallel for
    for (std::size_t i = 0; i < n_of_cells; ++i) uses[i] = number_[uses[i]];
    uses.resize(n_of_cells);
    mesh().elements = std::move(uses);
    for (TaggedFace& face : raw_.tagged)
      for (int j = 0; j < mesh().dim; ++j) face.vertices[j] = number_[face.vertices[j]];
  }

  void take_cells(const MeshEntity& entity, const std::string& name) {
    const std::size_t width = mesh().nodes_per_element;
    const int region = index_in(mesh().region_names, name);
    std::vector<int>& elements = mesh().elements;
    const std::size_t first = elements.size(), n_cells = entity.nodes.size() / width;
    elements.resize(first + entity.nodes.size());
#pragma omp parallel for
    for (std::size_t i = 0; i < entity.nodes.size(); ++i) elements[first + i] = indices_.at(entity.nodes[i]);
    mesh().region.resize(mesh().region.size() + n_cells, region);
  }

  /// Construction surfaces, which no group names, may belong to no cell.
  void take_faces(const MeshEntity& entity, const std::string& name) {
    const int dim = mesh().dim, p = mesh().geometry_order;
    const std::size_t width = dim == 2 ? p + 1 : (p + 1) * (p + 2) / 2;
    const int group = index_in(mesh().boundary_names, name);
    const bool is_in_group = !entity.groups.empty();
    if (!is_in_group) mark_nodes_of_cells();
    for (std::size_t i = 0; i + width <= entity.nodes.size(); i += width) {
      const std::size_t* v = &entity.nodes[i];
      const std::array<int, 3> vertices = {indices_.at(v[0]), indices_.at(v[1]),
                                           dim == 3 ? indices_.at(v[2]) : -1};
      if (is_in_group || std::all_of(vertices.begin(), vertices.begin() + dim,
                                     [&](int index) { return is_of_cells_[index]; }))
        raw_.tagged.push_back({vertices, group, is_in_group});
    }
  }

  void mark_nodes_of_cells() {
    if (!is_of_cells_.empty()) return;
    is_of_cells_.resize(data_.node_tags.size());
    for (const int index : mesh().elements) is_of_cells_[index] = true;
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
    if (upper[2] - lower[2] > 1e-6 * distance(lower, upper))
      problems_.add("found triangles with nodes from " + point_text(lower) + " to " + point_text(upper) +
                    "; a 2D mesh lies in a plane z = constant, a 3D mesh has tetrahedra");
    for (Point& x : mesh().nodes) x[2] = 0;
  }

  /// Sorts the pairs of all periodic entities by the translations between faces. A node on an edge or a
  /// corner has images under several translations.
  void take_periodic(std::vector<std::string>& notes) {
    std::vector<Point> translations;
    std::vector<std::array<int, 2>> pairs;
    for (const PeriodicEntity& entity : data_.periodic) {
      const auto found = used_pairs(entity);
      if (entity.dim == mesh().dim - 1 && !found.empty()) add_translation(entity, found, translations, notes);
      pairs.insert(pairs.end(), found.begin(), found.end());
    }
    raw_.images.resize(translations.size());
    for (const auto& pair : pairs)
      for (std::size_t i = 0; i < translations.size(); ++i)
        if (same_translation(translation_of(pair), translations[i])) raw_.images[i].push_back(pair);
  }

  std::vector<std::array<int, 2>> used_pairs(const PeriodicEntity& entity) const {
    const auto number = [&](std::size_t tag) {
      const int index = indices_.find(tag);
      return index < 0 ? -1 : number_[index];
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

  /// Faces that are turned against each other, as by Periodic … Rotate, stay apart.
  void add_translation(const PeriodicEntity& entity, const std::vector<std::array<int, 2>>& pairs,
                       std::vector<Point>& translations, std::vector<std::string>& notes) {
    const Point first = translation_of(pairs[0]);
    for (const auto& pair : pairs)
      if (!same_translation(translation_of(pair), first))
        return notes.push_back(
            fmt::format("periodic {} {} is not joined to its other side, which is no translate of it: the "
                        "node at {} and its image at {} differ by another translation than others do",
                        kinds_of_entities[entity.dim], entity.tag, point_text(mesh().nodes[pair[0]]),
                        point_text(mesh().nodes[pair[1]])));
    for (const Point& known : translations)
      if (same_translation(first, known)) return;
    translations.push_back(first);
  }

  const GmshData& data_;
  RawMesh raw_;
  Problems problems_;
  NodeIndices indices_;
  std::vector<bool> is_of_cells_;  ///< by index; filled where faces in no group need it
  std::vector<int> number_;        ///< index → number in Mesh::nodes, −1: unused
};

/// Faces (3D) that represent geometry: those in a group, and those of one cell, at the mesh's outside.
std::vector<TaggedFace> shaped_faces(const RawMesh& raw) {
  std::vector<TaggedFace> faces;
  if (raw.mesh.dim == 2 || raw.mesh.geometry_order < 3) return faces;  // none is blended
  std::ranges::copy_if(raw.tagged, std::back_inserter(faces), &TaggedFace::is_in_group);
  std::unordered_set<FaceVertices, FaceHash> of_one_cell;
  for (int e = 0; e < raw.mesh.n_elements(); ++e)
    for (int f = 0; f < raw.mesh.n_faces(); ++f)
      if (const FaceVertices face = sorted(face_vertices(raw.mesh, {e, f})); !of_one_cell.insert(face).second)
        of_one_cell.erase(face);
  for (const FaceVertices& face : of_one_cell) faces.push_back({face, -1});
  return faces;
}

}  // namespace

RawMesh assemble_oriented(const GmshData& data, const ShapeGradients& gradients,
                          std::vector<std::string>& notes) {
  RawMesh raw = Assembler(data).assemble(notes);
  const int n_blended = blend_interior_nodes(raw.mesh, shaped_faces(raw));
  if (n_blended > 0)
    notes.push_back(fmt::format(
        "{} interior nodes of curved cells were moved to the blending of the cells' edges", n_blended));
  const int n_reversed = reverse_negative_cells(raw.mesh, gradients);
  if (n_reversed > 0)
    notes.push_back(fmt::format("{} cells were reversed to positive orientation", n_reversed));
  return raw;
}

}  // namespace dgsolve
