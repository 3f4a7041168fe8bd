/// A case and its mesh: whether they fit, what the one takes of the other, and what it changes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "io/case/taken_groups.hpp"

namespace dgsolve {

/// Checks the names a case uses against its mesh: unknown and unassigned regions and boundaries, dimensions,
/// formulations, fields, parameters, coordinates of probes. Groups are joined (connect_periodic) after it.
/// Throws CaseError with every mistake found.
void check_case_against_mesh(const Case& c, const Mesh& mesh);

/// Sentences for the log.
struct Fitted {
  std::vector<std::string> notes;     ///< of what changed in the mesh
  std::vector<std::string> patterns;  ///< one about each
};

/// All that a case needs of its mesh: groups are as the case means them (choose_groups) and take entries by
/// patterns, names are checked, and what follows from the mesh is filled in. groups_without_cells: of the
/// mesh file, which the case must not name. Throws CaseError, MeshError, std::invalid_argument.
Fitted fit_to_mesh(Case& c, Mesh& mesh, MeshNames names = MeshNames::of_file,
                   const std::vector<std::string>& groups_without_cells = {});

/// The mesh as the case changes it: with the cells that it adds, such as absorbing layers, which the case
/// then knows, and without faces inside that its conditions leave out; none where it changes nothing. The
/// case must fit the mesh. Sentences for the log are appended to `notes`. Throws MeshError, CaseError or
/// std::invalid_argument.
std::optional<Mesh> extend_mesh(Case& c, const Mesh& mesh, std::vector<std::string>& notes);

}  // namespace dgsolve
