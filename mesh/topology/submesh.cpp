#include "mesh/topology/submesh.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "mesh/base/first_use.hpp"
#include "mesh/base/labels.hpp"
#include "mesh/topology/rows.hpp"

namespace dgsolve {

Mesh submesh(const Mesh& mesh, const std::vector<int>& cells) {
  const std::size_t n_faces = mesh.n_faces();
  Mesh some;
  some.dim = mesh.dim;
  some.geometry_order = mesh.geometry_order;
  some.nodes_per_element = mesh.nodes_per_element;
  some.reference_nodes = mesh.reference_nodes;
  some.region_names = mesh.region_names;
  some.boundary_names = mesh.boundary_names;
  some.elements = rows_of(cells, mesh.nodes_per_element, mesh.elements);
  some.region = rows_of(cells, 1, mesh.region);
  some.neighbor = rows_of(cells, n_faces, mesh.neighbor);
  some.neighbor_face = rows_of(cells, n_faces, mesh.neighbor_face);
  some.orientation = rows_of(cells, n_faces, mesh.orientation);
  some.boundary = rows_of(cells, n_faces, mesh.boundary);
  std::vector<int> index(mesh.region.size(), -1);
#pragma omp parallel for
  for (std::size_t i = 0; i < cells.size(); ++i) index[cells[i]] = static_cast<int>(i);
#pragma omp parallel for
  for (int& e : some.neighbor) e = e < 0 ? e : index[e];
  some.nodes = rows_of(renumber_by_first_use(some.elements, mesh.nodes.size()), 1, mesh.nodes);
  return some;
}

Mesh without_regions(const Mesh& mesh, const std::vector<std::string>& regions) {
  std::vector<bool> goes(mesh.region_names.size());
  for (std::size_t r = 0; r < goes.size(); ++r)
    goes[r] = std::ranges::find(regions, mesh.region_names[r]) != regions.end();
  Mesh cut = mesh;
  std::map<std::string, int> numbers;  // of labels
  for (std::size_t i = 0; i < cut.boundary_names.size(); ++i)
    numbers[cut.boundary_names[i]] = static_cast<int>(i);
  std::vector<int> cells;
  for (int e = 0; e < mesh.n_elements(); ++e) {
    if (goes[mesh.region[e]]) continue;
    cells.push_back(e);
    for (int side = e * mesh.n_faces(); side < (e + 1) * mesh.n_faces(); ++side) {
      const int other = mesh.neighbor[side];
      if (other < 0 || !goes[mesh.region[other]]) continue;
      std::vector<std::string> groups = {mesh.region_names[mesh.region[other]]};
      if (mesh.boundary[side] >= 0)
        for (const std::string& group : groups_in(mesh.boundary_names[mesh.boundary[side]]))
          groups.push_back(group);
      const auto [number, is_new] =
          numbers.try_emplace(label_of(std::move(groups)), static_cast<int>(cut.boundary_names.size()));
      if (is_new) cut.boundary_names.push_back(number->first);
      cut.boundary[side] = number->second;
    }
  }
  if (cells.empty())
    throw MeshError("all cells of the mesh are in regions that are left out; expected others around them");
  Mesh rest = submesh(cut, cells);
  rest.periodic_pairs = mesh.periodic_pairs;
  merge_groups(rest.region_names, rest.region);
  merge_groups(rest.boundary_names, rest.boundary);
  return rest;
}

}  // namespace dgsolve
