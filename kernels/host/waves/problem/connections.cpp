#include "kernels/host/waves/problem/connections.hpp"

#include "kernels/base/face_places.hpp"
#include "kernels/host/simd/panels.hpp"

namespace dgsolve::host {

Connections::Connections(const WaveProblem& problem, const Numbering& numbering)
    : boundaries(problem, numbering), nodes_(copy_of<int>(problem.reference.face_nodes)) {
  const FacePlaces places(problem.reference);
  permutations_ = copy_of<int, int>(places.node);
  const int n_faces = problem.reference.n_faces, W = numbering.W;
  const std::size_t n = static_cast<std::size_t>(numbering.n_slots()) * n_faces;
  neighbor_ = AlignedArray<int>(n);
  permutation_ = AlignedArray<std::uint8_t>(n);
  for (int slot = 0; slot < numbering.n_slots(); ++slot) {
    const int e = numbering.element[slot];
    for (int face = 0; face < n_faces; ++face) {
      const std::size_t to = (static_cast<std::size_t>(slot / W) * n_faces + face) * W + slot % W;
      const std::size_t from = static_cast<std::size_t>(e) * n_faces + face;
      const bool meets_itself = e < 0 || problem.trace.boundary[from] >= 0;
      neighbor_[to] = meets_itself ? slot : numbering.slot[problem.trace.neighbor[from]];
      permutation_[to] = static_cast<std::uint8_t>(meets_itself ? places.row_at_boundary(face)
                                                                : places.row(problem.trace, from));
    }
  }
}

FaceTables Connections::tables() const {
  return {nodes_.data(),       permutations_.data(),      neighbor_.data(),
          permutation_.data(), boundaries.begin().data(), boundaries.faces().data(),
          boundaries.points()};
}

std::size_t Connections::bytes() const {
  return boundaries.bytes() + nodes_.bytes() + permutations_.bytes() + neighbor_.bytes() +
         permutation_.bytes();
}

}  // namespace dgsolve::host
