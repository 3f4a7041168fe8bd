/// Connectivity of faces in the form that kernels read: neighbour, its face, orientation, boundary. Node
/// permutations are in the reference element's table.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/base/mesh_views.hpp"
#include "kernels/base/unset_vector.hpp"
#include "mesh/base/mesh.hpp"

namespace dgsolve {

class TraceMap {
 public:
  /// `cuts[b]`: boundary group b is a boundary of the problem (an exterior wall or a sheet), neither ignored
  /// nor periodic. Checks by coordinates that faces that meet coincide (curved ones along their whole
  /// surface, periodic ones up to a translation of the face), and that every face without a neighbour belongs
  /// to a cutting group. Throws MeshError that names the face, its group and its coordinates;
  /// std::invalid_argument where `cuts` does not have one entry for each group.
  TraceMap(const Mesh& mesh, const std::vector<bool>& cuts);

  UnsetVector<int> neighbor;                ///< [K][n_faces]; at a boundary the element itself
  UnsetVector<std::uint8_t> neighbor_face;  ///< [K][n_faces]
  UnsetVector<std::uint8_t> orientation;    ///< [K][n_faces]
  UnsetVector<int> boundary;  ///< [K][n_faces]: index of the mesh's boundary group where it cuts, else −1

  TraceView view() const;
};

}  // namespace dgsolve
