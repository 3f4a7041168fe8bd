#include "solver/discretization/boundary_groups.hpp"

#include <stdexcept>

#include "kernels/base/names.hpp"
#include "mesh/topology/connectivity.hpp"

namespace dgsolve {

std::vector<bool> join_groups(Mesh& mesh, const std::map<std::string, BoundaryGroup>& groups) {
  std::vector<bool> cuts(mesh.boundary_names.size(), false);
  for (const auto& [name, use] : groups) {
    const int group = index_of(mesh.boundary_names, name);
    if (group < 0) throw std::invalid_argument("boundaries." + name + ": the mesh has no such group");
    cuts[group] = !use.periodic && !use.interface;
    if (!use.with.empty()) connect_periodic(mesh, name, use.with);
  }
  return cuts;
}

bool separates(const Mesh& mesh, const std::string& group, const std::string& region) {
  const int number = index_of(mesh.boundary_names, group), inside = index_of(mesh.region_names, region);
  for (std::size_t side = 0; side < mesh.boundary.size(); ++side) {
    if (mesh.boundary[side] != number) continue;
    const int neighbor = mesh.neighbor[side];
    if (neighbor < 0 || (mesh.region[side / mesh.n_faces()] == inside) == (mesh.region[neighbor] == inside))
      return false;
  }
  return true;
}

}  // namespace dgsolve
