/// Surfaces inside a mesh, around some of its cells.
#pragma once

#include <string>
#include <vector>

#include "mesh/base/faces.hpp"
#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// The sides of the regions' cells behind which a cell of another region lies; their normals point out of the
/// regions. Where the regions reach the mesh's boundary the surface ends there. Throws std::invalid_argument
/// where the mesh lacks a region.
std::vector<Side> surface_of_regions(const Mesh& mesh, const std::vector<std::string>& regions);

/// All sides of a boundary group's faces: of those inside the mesh both. Empty where the mesh lacks the
/// group.
std::vector<Side> all_sides_of_group(const Mesh& mesh, const std::string& group);

/// One side of each of a boundary group's faces. Of faces inside the mesh it is the side within what the
/// group encloses: the faces part the mesh, and of the parts that meet at a face the one with the smaller
/// bounding box is inside. Faces that do not part it give the side of the cell with the lower number. Throws
/// std::invalid_argument where the mesh lacks the group.
std::vector<Side> sides_of_group(const Mesh& mesh, const std::string& group);

/// Whether the sides part the mesh: no way leads from the cell on one side to the cell across but through
/// another of these faces. Sides at the mesh's boundary part nothing.
bool is_closed(const Mesh& mesh, const std::vector<Side>& sides);

/// [K]: whether a way leads from a side's cell to the cell without crossing the surface. Sides have cells
/// across.
std::vector<bool> cells_inside(const Mesh& mesh, const std::vector<Side>& sides);

}  // namespace dgsolve
