/// Where things are in the mesh, in messages.
#pragma once

#include <string>

#include "app/problem/measured_groups.hpp"
#include "io/case/case.hpp"
#include "solver/discretization/discretization.hpp"

namespace dgsolve {

Extent extent_of(const Mesh& mesh);

/// "cell 92 in vacuum at (0.25, 0.74, 0)"
std::string location_text(const Mesh& mesh, int cell);

/// Where details are shown: the mesh's extent, each region's size and extent, what each boundary group is and
/// where, and which region and cell each probe is in. mesh: as it was read. Throws CaseError for a probe
/// outside the mesh.
void report_locations(const Case& input, const Mesh& mesh, const Discretization& discretization);

}  // namespace dgsolve
