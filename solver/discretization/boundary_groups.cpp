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
    cuts[group] = !use.periodic;
    if (!use.with.empty()) connect_periodic(mesh, name, use.with);
  }
  return cuts;
}

}  // namespace dgsolve
