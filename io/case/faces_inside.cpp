#include "io/case/faces_inside.hpp"

#include <fmt/core.h>

#include "io/case/mesh_check.hpp"
#include "io/case/problem_kinds.hpp"
#include "kernels/base/names.hpp"

namespace dgsolve {

std::optional<Mesh> without_faces_inside(const Case& c, const Mesh& mesh, std::vector<std::string>& notes) {
  const ProblemKind& kind = kind_of(c);
  const EquationInfo system = system_of(c, mesh.dim);
  const MeshCheck groups(c, mesh);
  std::optional<Mesh> outside;
  for (const auto& [name, group] : kind.boundaries(c)) {
    const bool by_pattern = c.pattern_of.contains("boundaries." + name);
    const auto [n_outside, n_inside] = groups.count_faces(name);
    if (n_outside == 0 || n_inside == 0 || (!by_pattern && kind.acts_inside(c, system, name))) continue;
    notes.push_back(fmt::format(
        "boundaries.{}: acts on the group's {} faces at the mesh's outside; its {} faces inside the "
        "mesh are left out",
        name, n_outside, n_inside));
    if (!outside) outside = mesh;
    const int number = index_of(mesh.boundary_names, name);
    for (std::size_t side = 0; side < mesh.boundary.size(); ++side)
      if (mesh.boundary[side] == number && mesh.neighbor[side] >= 0) outside->boundary[side] = -1;
  }
  return outside;
}

}  // namespace dgsolve
