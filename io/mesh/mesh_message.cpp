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

void put(Channel& channel, const std::vector<std::string>& texts) {
  channel.put(texts.size());
  for (const std::string& text : texts) channel.put_text(text);
}

void take(Channel& channel, std::vector<std::string>& texts) {
  texts.resize(channel.take<std::size_t>());
  for (std::string& text : texts) text = channel.take_text();
}

}  // namespace

void put_mesh(Channel& channel, const Mesh& mesh) {
  for (const int number : {mesh.dim, mesh.geometry_order, mesh.nodes_per_element}) channel.put(number);
  put(channel, mesh.reference_nodes);
  put(channel, mesh.nodes);
  put(channel, mesh.elements);
  put(channel, mesh.region_names);
  put(channel, mesh.region);
  put(channel, mesh.boundary_names);
  put(channel, mesh.neighbor);
  put(channel, mesh.neighbor_face);
  put(channel, mesh.orientation);
  put(channel, mesh.boundary);
  std::vector<std::string> paired;
  for (const auto& pair : mesh.periodic_pairs) paired.insert(paired.end(), pair.begin(), pair.end());
  put(channel, paired);
  channel.flush();
}

Mesh take_mesh(Channel& channel) {
  Mesh mesh;
  for (int* const number : {&mesh.dim, &mesh.geometry_order, &mesh.nodes_per_element})
    *number = channel.take<int>();
  take(channel, mesh.reference_nodes);
  take(channel, mesh.nodes);
  take(channel, mesh.elements);
  take(channel, mesh.region_names);
  take(channel, mesh.region);
  take(channel, mesh.boundary_names);
  take(channel, mesh.neighbor);
  take(channel, mesh.neighbor_face);
  take(channel, mesh.orientation);
  take(channel, mesh.boundary);
  std::vector<std::string> paired;
  take(channel, paired);
  for (std::size_t i = 0; i + 1 < paired.size(); i += 2)
    mesh.periodic_pairs.push_back({paired[i], paired[i + 1]});
  return mesh;
}

}  // namespace dgsolve
