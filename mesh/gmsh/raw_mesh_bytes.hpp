/// A mesh on its way from one process to another.
#pragma once

#include <string>

#include "mesh/gmsh/raw_mesh.hpp"

namespace dgsolve {

std::string to_bytes(const RawMesh& raw, const MeshReport& report);

/// Throws MeshError where the bytes are no whole mesh: lengths, numbers of nodes, of groups and of regions
/// must agree.
RawMesh from_bytes(const std::string& bytes, MeshReport& report);

}  // namespace dgsolve
