#include "io/mesh/mesh_archive.hpp"

#include <algorithm>
#include <stdexcept>

namespace dgsolve {
namespace {

bool all_below(const std::vector<std::uint8_t>& values, int n) {
  return std::all_of(values.begin(), values.end(), [&](std::uint8_t value) { return value < n; });
}

/// Geometry nodes of a cell: polynomials of the geometry's order.
int n_geometry_nodes(int dim, int order) {
  return dim == 2 ? (order + 1) * (order + 2) / 2 : (order + 1) * (order + 2) * (order + 3) / 6;
}

/// Sizes and numbers that agree with one another: a file may be whole and yet not ours.
bool is_consistent(const Mesh& mesh) {
  if ((mesh.dim != 2 && mesh.dim != 3) || mesh.geometry_order < 1 || mesh.geometry_order > 4) return false;
  const std::size_t K = mesh.region.size(), n_sides = K * mesh.n_faces();
  const auto below = [](const std::vector<int>& values, int lowest, std::size_t n) {
    return std::all_of(values.begin(), values.end(),
                       [&](int value) { return value >= lowest && value < static_cast<int>(n); });
  };
  return K > 0 && mesh.nodes_per_element == n_geometry_nodes(mesh.dim, mesh.geometry_order) &&
         mesh.reference_nodes.size() == static_cast<std::size_t>(mesh.nodes_per_element) * mesh.dim &&
         mesh.elements.size() == K * mesh.nodes_per_element && mesh.neighbor.size() == n_sides &&
         mesh.neighbor_face.size() == n_sides && mesh.orientation.size() == n_sides &&
         mesh.boundary.size() == n_sides && below(mesh.elements, 0, mesh.nodes.size()) &&
         all_below(mesh.neighbor_face, mesh.n_faces()) &&
         all_below(mesh.orientation, mesh.shape().n_orientations) &&
         below(mesh.region, 0, mesh.region_names.size()) && below(mesh.neighbor, -1, K) &&
         below(mesh.boundary, -1, mesh.boundary_names.size());
}

}  // namespace

void write_mesh(const hdf5::Group& group, const Mesh& mesh) {
  const hsize_t K = mesh.n_elements(), n_geo = mesh.nodes_per_element, dim = mesh.dim;
  const hsize_t n_faces = mesh.n_faces(), n_nodes = mesh.nodes.size();
  std::vector<std::string> pairs;
  for (const auto& [first, second] : mesh.periodic_pairs) pairs.insert(pairs.end(), {first, second});
  group.attribute("dimension", mesh.dim);
  group.attribute("geometry_order", mesh.geometry_order);
  group.checked_dataset("reference_nodes", {n_geo, dim}, mesh.reference_nodes.data());
  group.checked_dataset("nodes", {n_nodes, 3}, mesh.nodes.front().data());
  group.checked_dataset("elements", {K, n_geo}, mesh.elements.data());
  group.checked_texts("region_names", mesh.region_names);
  group.checked_dataset("region", mesh.region);
  group.checked_texts("boundary_names", mesh.boundary_names);
  group.checked_dataset("neighbor", {K, n_faces}, mesh.neighbor.data());
  group.checked_dataset("neighbor_face", {K, n_faces}, mesh.neighbor_face.data());
  group.checked_dataset("orientation", {K, n_faces}, mesh.orientation.data());
  group.checked_dataset("boundary", {K, n_faces}, mesh.boundary.data());
  group.checked_texts("periodic_pairs", pairs);
}

Mesh read_mesh(const hdf5::Group& group) {
  Mesh mesh;
  mesh.dim = group.read_attribute<int>("dimension");
  mesh.geometry_order = group.read_attribute<int>("geometry_order");
  mesh.reference_nodes = group.read<double>("reference_nodes");
  const std::vector<double> nodes = group.read<double>("nodes");
  bool whole = nodes.size() % 3 == 0;
  for (std::size_t i = 0; i + 2 < nodes.size(); i += 3)
    mesh.nodes.push_back({nodes[i], nodes[i + 1], nodes[i + 2]});
  mesh.elements = group.read<int>("elements");
  mesh.region_names = group.read_texts("region_names");
  mesh.region = group.read<int>("region");
  mesh.boundary_names = group.read_texts("boundary_names");
  mesh.neighbor = group.read<int>("neighbor");
  mesh.neighbor_face = group.read<std::uint8_t>("neighbor_face");
  mesh.orientation = group.read<std::uint8_t>("orientation");
  mesh.boundary = group.read<int>("boundary");
  const std::vector<std::string> pairs = group.read_texts("periodic_pairs");
  whole = whole && pairs.size() % 2 == 0;
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
    mesh.periodic_pairs.push_back({pairs[i], pairs[i + 1]});
  if (!mesh.region.empty())
    mesh.nodes_per_element = static_cast<int>(mesh.elements.size() / mesh.region.size());
  if (!whole || !is_consistent(mesh))
    throw std::runtime_error(group.file().string() + ": the mesh in it is no whole mesh");
  return mesh;
}

}  // namespace dgsolve
