#include "mesh/topology/submesh.hpp"

#include "mesh/base/first_use.hpp"
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

}  // namespace dgsolve
