/// Some cells of a mesh as a mesh of their own.
#pragma once

#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// The cells in this order, with all names. Faces that other cells meet there are at the boundary here, and
/// no boundaries are declared periodic.
Mesh submesh(const Mesh& mesh, const std::vector<int>& cells);

/// The mesh without the cells of some regions. Faces that other cells had in common with these are at the
/// boundary then, in the group of the region's name; those that were in groups already have a label of all
/// (base/labels.hpp). Throws MeshError where no cell is left.
Mesh without_regions(const Mesh& mesh, const std::vector<std::string>& regions);

}  // namespace dgsolve
