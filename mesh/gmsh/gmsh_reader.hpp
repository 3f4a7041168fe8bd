/// Reads and makes meshes with Gmsh; the only door to it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

struct MeshOptions {
  std::filesystem::path file;  ///< .msh (2.2, 4.1; text, binary), .geo, .step/.stp, .brep
  std::map<std::string, double> parameters =
      {};                  ///< values for the DefineConstant names of a .geo; for .step/.brep: h
  int geometry_order = 1;  ///< 1…4; for a .msh it must be the mesh's own
  double scale = 1;        ///< mesh units to metres
  /// How many times every triangle is split into 4, every tetrahedron into 8; new nodes lie on the geometry
  /// of a .geo or CAD file. A .msh must have geometric order 1 for it, since it does not say where they would
  /// belong, and no periodic entities.
  int refine = 0;
};

/// What the reader noticed on the way, for the run's log.
struct MeshReport {
  std::vector<std::string> notes;  ///< sentences: cells turned, unused nodes, high-order optimiser run, …
  double locality_before = 0;      ///< mean |e − neighbour(e)| over interior faces, in the file's order
  double locality_after = 0;       ///< the same along the Hilbert curve
};

/// Reads or makes the mesh, orients its cells, places the interior nodes of curved ones, connects faces
/// (Gmsh's periodic entities included), orders cells along a Hilbert curve, and checks it. Throws MeshError
/// with everything wrong that it can find in one go.
Mesh read_mesh(const MeshOptions& options, MeshReport* report = nullptr);

}  // namespace dgsolve
