/// Who meets whom on a face, as places in tables of all cells' faces.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/base/mesh_views.hpp"

namespace dgsolve {

/// For each row (a face of the neighbour, an orientation) and node of ours: the neighbour's node that meets
/// it. The last n_faces rows are for faces at a boundary, which meet themselves.
struct FacePlaces {
  explicit FacePlaces(const ReferenceView& reference);
  std::vector<int> node;   ///< [rows][Nfp]: volume node
  std::vector<int> place;  ///< [rows][Nfp]: place among [n_faces][Nfp]
  int n_faces, n_orientations;

  int row(const TraceView& trace, std::size_t side, int face) const {
    return trace.boundary[side] >= 0 ? n_faces * n_orientations + face
                                     : trace.neighbor_face[side] * n_orientations + trace.orientation[side];
  }
};

}  // namespace dgsolve
