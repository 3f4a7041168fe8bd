/// Who meets whom on a face, as rows of tables that serve the faces of all cells.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/base/mesh_views.hpp"

namespace dgsolve {

/// A row is a face of the neighbour with an orientation; the last n_faces rows are for faces at a boundary,
/// which meet themselves.
struct FaceMatches {
  explicit FaceMatches(const ReferenceView& reference);

  int n_faces, n_orientations, Nfp;
  std::vector<int> node;   ///< [rows][Nfp]: the neighbour's volume node that meets ours
  std::vector<int> place;  ///< [rows][Nfp]: that node's place among [n_faces][Nfp]

  int row_at_boundary(int face) const { return n_faces * n_orientations + face; }
  /// side: of [K][n_faces].
  int row(const TraceView& trace, std::size_t side) const {
    return trace.boundary[side] >= 0 ? row_at_boundary(static_cast<int>(side % n_faces))
                                     : trace.neighbor_face[side] * n_orientations + trace.orientation[side];
  }
  const int* nodes(int row) const { return &node[static_cast<std::size_t>(row) * Nfp]; }
  const int* places(int row) const { return &place[static_cast<std::size_t>(row) * Nfp]; }
};

}  // namespace dgsolve
