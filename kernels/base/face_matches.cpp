#include "kernels/base/face_matches.hpp"

#include <algorithm>

namespace dgsolve {

FaceMatches::FaceMatches(const ReferenceView& r)
    : n_faces(r.n_faces),
      n_orientations(r.n_orientations),
      Nfp(r.Nfp),
      node(r.neighbor_nodes.begin(), r.neighbor_nodes.end()) {
  node.insert(node.end(), r.face_nodes.begin(), r.face_nodes.end());
  for (std::size_t k = 0; k < node.size(); ++k) {
    const int row = static_cast<int>(k) / Nfp, n_meetings = n_faces * n_orientations;
    const int face = row < n_meetings ? row / n_orientations : row - n_meetings;
    const auto first = r.face_nodes.begin() + face * Nfp;
    place.push_back(static_cast<int>(std::find(first, first + Nfp, node[k]) - r.face_nodes.begin()));
  }
}

}  // namespace dgsolve
