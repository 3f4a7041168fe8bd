/// The components of a mesh that no face joins.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// [K]: the number of each cell's component. Components are numbered from 0 in the order of their first
/// cells. is_cut(side_index): whether no way leads through this face; it says the same of the face's other
/// side.
std::vector<int> components_of(
    const Mesh& mesh, const std::function<bool(int side)>& is_cut = [](int) { return false; });

/// The components but the one of most cells: "region rod (12 cells, one at (…))".
std::vector<std::string> loose_components(const Mesh& mesh);

}  // namespace dgsolve
