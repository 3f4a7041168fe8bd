#include "io/case/case_on_mesh.hpp"

#include <utility>

#include "io/case/chosen_groups.hpp"
#include "io/case/faces_inside.hpp"
#include "io/case/mesh_check.hpp"
#include "io/case/name_patterns.hpp"
#include "io/case/problem_kinds.hpp"
#include "kernels/base/names.hpp"

namespace dgsolve {
namespace {

/// The equations that the case means on a mesh of this dimension; none where it names none.
std::optional<EquationInfo> find_system(const Case& c, MeshCheck& check) {
  std::vector<std::string> formulations;
  for (const EquationInfo& system : kind_of(c).systems()) {
    if (system.equation != c.physics || system.dim != check.mesh().dim) continue;
    if (system.formulation == c.formulation) return system;
    if (!system.formulation.empty()) formulations.push_back(system.formulation);
  }
  if (formulations.empty())
    check.complain("formulation", "got " + quote(c.formulation) + "; " + check.equation_in_dimension() +
                                      " has no formulations: leave it out");
  else
    check.complain("formulation",
                   "missing; " + check.equation_in_dimension() + " needs one of " + listed(formulations));
  return {};
}

/// A condition there would act on nothing.
void refuse_groups_without_cells(const Case& c, const Mesh& mesh, const std::vector<std::string>& groups) {
  MeshCheck check(c, mesh);
  const std::string text =
      "all faces of this group belong to no cell of the mesh, and are left out: nothing can act on them; "
      "expected no entry for it";
  const std::map<std::string, BoundaryGroup> boundaries = kind_of(c).boundaries(c);
  for (const std::string& group : groups) {
    if (boundaries.contains(group) && index_of(mesh.region_names, group) < 0)
      check.complain("boundaries." + group, text);
    for (const auto& [path, members] : c.members)
      if (path.starts_with("boundaries.") && index_of(members, group) >= 0 &&
          index_of(mesh.region_names, group) < 0)
        check.complain(path + ".of", "got " + quote(group) + "; " + text);
  }
  check.throw_if_any();
}

}  // namespace

void check_case_against_mesh(const Case& c, const Mesh& mesh) {
  const ProblemKind& kind = kind_of(c);
  MeshCheck check(c, mesh);
  check.check_regions(kind.regions(c), !has_medium(c));
  check.check_boundaries(kind.boundaries(c));
  if (const std::optional<EquationInfo> system = find_system(c, check)) {
    kind.check(c, *system, check);
    check.check_fields(*system);
  }
  check.check_outputs();
  check.throw_if_any();
}

Fitted fit_to_mesh(Case& c, Mesh& mesh, MeshNames names,
                   const std::vector<std::string>& groups_without_cells) {
  Fitted fitted;
  refuse_groups_without_cells(c, mesh, groups_without_cells);
  choose_groups(c, mesh, names, fitted.notes);
  fitted.patterns = assign_patterns(c, mesh, fitted.notes);
  part_periodic_pairs(c, mesh, fitted.notes);
  check_case_against_mesh(c, mesh);
  kind_of(c).complete(c, system_of(c, mesh.dim), mesh);
  return fitted;
}

std::optional<Mesh> extend_mesh(Case& c, const Mesh& mesh, std::vector<std::string>& notes) {
  std::optional<Mesh> outside = without_faces_inside(c, mesh, notes);
  std::optional<Mesh> extended =
      kind_of(c).extend(c, system_of(c, mesh.dim), outside ? *outside : mesh, notes);
  return extended ? std::move(extended) : std::move(outside);
}

}  // namespace dgsolve
