#include "mesh/gmsh/plain_msh.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

namespace dgsolve {
namespace {

/// The type that all elements of a dimension have in common, if they do.
std::optional<int> only_type(const MshContent& file, int dim) {
  std::optional<int> type;
  for (const MshContent::Block& block : file.elements) {
    if (block.dim != dim || block.nodes.empty()) continue;
    if (type && block.type != *type) return {};
    type = block.type;
  }
  return type;
}

/// The entities that have elements, by their tags.
std::vector<MeshEntity> meshed_entities(MshContent& file, int dim) {
  std::map<int, MeshEntity> entities;
  for (MshContent::Block& block : file.elements) {
    if (block.dim != dim || block.nodes.empty()) continue;
    const auto [at, is_new] = entities.try_emplace(block.entity);
    std::vector<std::size_t>& nodes = at->second.nodes;
    if (is_new)
      at->second = {block.entity, groups_of(file, dim, block.entity), std::move(block.nodes)};
    else
      nodes.insert(nodes.end(), block.nodes.begin(), block.nodes.end());
  }
  std::vector<MeshEntity> list;
  list.reserve(entities.size());
  for (auto& [tag, entity] : entities) list.push_back(std::move(entity));
  return list;
}

/// As Gmsh lists them: from faces to points, by their tags.
std::vector<PeriodicEntity> periodic_entities(MshContent& file, int dim) {
  std::vector<PeriodicEntity> list;
  for (MshContent::Periodic& periodic : file.periodic)
    if (periodic.dim < dim && periodic.master != periodic.entity && !periodic.nodes.empty())
      list.push_back({periodic.dim, periodic.entity, std::move(periodic.nodes), std::move(periodic.images)});
  std::ranges::stable_sort(list, {}, [](const PeriodicEntity& e) { return std::pair(-e.dim, e.tag); });
  return list;
}

}  // namespace

std::vector<MeshGroup> groups_of(const MshContent& file, int dim, int entity) {
  std::vector<MeshGroup> groups;
  const auto numbers = file.groups.find({dim, entity});
  if (numbers == file.groups.end()) return groups;
  for (const int number : numbers->second) {
    const auto name = file.names.find({dim, std::abs(number)});
    groups.push_back({number, name == file.names.end() ? "" : name->second});
  }
  return groups;
}

std::optional<PlainMsh> plain_msh(MshContent& file, int geometry_order,
                                  const std::function<ElementType(int)>& type_of) {
  if (!file.is_complete) return {};
  int dim = 0;
  for (const MshContent::Block& block : file.elements)
    if (!block.nodes.empty()) dim = std::max(dim, block.dim);
  const std::optional<int> cells = only_type(file, dim), faces = only_type(file, dim - 1);
  if (dim < 2 || !cells || !faces) return {};
  const ElementType type = type_of(*cells), face_type = type_of(*faces);
  const bool is_valid = type.is_simplex() && face_type.is_simplex() && face_type.order == type.order &&
                        (geometry_order == MeshOptions::automatic || geometry_order == type.order);
  if (!is_valid) return {};
  GmshData data;
  data.dim = dim;
  data.geometry_order = type.order;
  data.reference_nodes = reference_nodes(type);
  data.cells = meshed_entities(file, dim);
  data.faces = meshed_entities(file, dim - 1);
  data.periodic = periodic_entities(file, dim);
  data.node_tags = std::move(file.node_tags);
  data.coordinates = std::move(file.coordinates);
  return PlainMsh{type, std::move(data)};
}

std::optional<RawMesh> take_plain_mesh(const PlainMsh& file, const ShapeGradients& gradients,
                                       std::vector<std::string>& notes) {
  std::vector<std::string> own_notes;
  RawMesh raw = assemble_oriented(file.data, gradients, own_notes);
  if (!find_inverted_cells(raw.mesh, gradients).empty()) return {};
  notes.insert(notes.end(), own_notes.begin(), own_notes.end());
  return raw;
}

}  // namespace dgsolve
