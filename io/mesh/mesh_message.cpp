#include "io/mesh/mesh_message.hpp"

namespace dgsolve {
namespace {

template <class T>
void put(Channel& channel, const std::vector<T>& values) {
  channel.put_array(std::span<const T>(values));
}

template <class T>
void take(Channel& channel, std::vector<T>& values) {
  values = channel.take_array<T>();
}

void put(Channel& channel, const std::vector<std::string>& texts) { channel.put_texts(texts); }

void take(Channel& channel, std::vector<std::string>& texts) { texts = channel.take_texts(); }

/// Calls act(field) for all that a mesh is, but for the pairs of periodic boundaries.
void for_each_field(auto& mesh, const auto& act) {
  act(mesh.reference_nodes);
  act(mesh.nodes);
  act(mesh.elements);
  act(mesh.region_names);
  act(mesh.region);
  act(mesh.boundary_names);
  act(mesh.neighbor);
  act(mesh.neighbor_face);
  act(mesh.orientation);
  act(mesh.boundary);
}

}  // namespace

void put_mesh(Channel& channel, const Mesh& mesh) {
  for (const int number : {mesh.dim, mesh.geometry_order, mesh.nodes_per_element}) channel.put(number);
  for_each_field(mesh, [&](const auto& field) { put(channel, field); });
  std::vector<std::string> paired;
  for (const auto& pair : mesh.periodic_pairs) paired.insert(paired.end(), pair.begin(), pair.end());
  put(channel, paired);
  channel.flush();
}

Mesh take_mesh(Channel& channel) {
  Mesh mesh;
  for (int* const number : {&mesh.dim, &mesh.geometry_order, &mesh.nodes_per_element})
    *number = channel.take<int>();
  for_each_field(mesh, [&](auto& field) { take(channel, field); });
  std::vector<std::string> paired;
  take(channel, paired);
  for (std::size_t i = 0; i + 1 < paired.size(); i += 2)
    mesh.periodic_pairs.push_back({paired[i], paired[i + 1]});
  return mesh;
}

}  // namespace dgsolve
