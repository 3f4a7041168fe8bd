#include "solver/waves/forms/viscous_faces.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace dgsolve {
namespace {

/// Both sides of a face decide by the same numbers: those of the side that comes first.
bool is_given_by(const Mesh& mesh, Side side) {
  const std::array<double, 3> direction = {1, std::sqrt(2), std::sqrt(3)};
  const Point n = scaled_normal(mesh, side);
  double along = 0;
  for (int d = 0; d < mesh.dim; ++d) along += n[d] * direction[d];
  return along > 0;
}

/// [n_faces][dim]: −1 along r_d at the face opposite to vertex d + 1, 1 along all at that opposite to vertex
/// 0.
std::vector<double> directions_of_faces(const ReferenceElement& element) {
  std::vector<double> directions(static_cast<std::size_t>(element.n_faces) * element.dim);
  for (int face = 0; face < element.n_faces; ++face) {
    const auto first = element.face_vertices.begin() + static_cast<std::ptrdiff_t>(face) * element.dim;
    int opposite = 0;
    while (std::find(first, first + element.dim, opposite) != first + element.dim) ++opposite;
    for (int d = 0; d < element.dim; ++d)
      directions[face * element.dim + d] = opposite == 0 ? 1 : opposite == d + 1 ? -1 : 0;
  }
  return directions;
}

}  // namespace

ViscousFaces::ViscousFaces(const Discretization& discretization, std::vector<double> face_project)
    : d_(discretization),
      gives_(discretization.trace.neighbor.size()),
      per_length_(discretization.trace.neighbor.size()),
      face_project_(std::move(face_project)),
      directions_(directions_of_faces(discretization.element)) {
  const int n_faces = d_.mesh.n_faces(), K = d_.K();
#pragma omp parallel for
  for (int e = 0; e < K; ++e)
    for (int face = 0; face < n_faces; ++face) {
      const int side = e * n_faces + face;
      const bool is_boundary = d_.trace.boundary[side] >= 0;
      const int across = is_boundary ? e : d_.trace.neighbor[side], their_face = d_.trace.neighbor_face[side];
      per_length_[side] = 1 / std::min(d_.factors.smallest_altitude[e], d_.factors.smallest_altitude[across]);
      if (is_boundary) continue;
      const bool is_first = side < across * n_faces + their_face;
      gives_[side] = is_first ? is_given_by(d_.mesh, {e, face}) : !is_given_by(d_.mesh, {across, their_face});
    }
}

ViscousView ViscousFaces::view(int n_gradients) const {
  const auto metric = [this](int e, double* to) {
    const int dim = d_.mesh.dim, Np = d_.element.Np;
    std::vector<double> derivatives(static_cast<std::size_t>(Np) * dim * dim);
    d_.node_map.derivatives(e, derivatives.data());
    for (int node = 0; node < Np; ++node) {
      const double J = jacobian_and_metric(dim, &derivatives[node * dim * dim], to + node * dim * dim);
      for (int i = 0; i < dim * dim; ++i) to[node * dim * dim + i] /= J;
    }
  };
  return {n_gradients, gives_, per_length_, face_project_, directions_, metric};
}

}  // namespace dgsolve
