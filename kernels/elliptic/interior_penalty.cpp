#include "kernels/elliptic/interior_penalty.hpp"

#include <algorithm>

namespace dgsolve {

std::vector<int> InteriorPenaltyView::cells(PenaltyCell wanted, CellRange among) const {
  std::vector<int> found;
  for (int e = among.first; e < among.last; ++e)
    if (kind[e] == wanted) found.push_back(e);
  return found;
}

std::vector<double> InteriorPenaltyView::weak_derivatives() const {
  const std::size_t Np = reference.Np;
  std::vector<double> weak;
  for (int j = 0; j < reference.dim; ++j)
    for (std::size_t row = 0; row < Np; ++row)
      for (std::size_t column = 0; column < Np; ++column) {
        double sum = 0;
        for (std::size_t i = 0; i < Np; ++i)
          sum += mass[row * Np + i] * reference.D[(j * Np + i) * Np + column];
        weak.push_back(sum);
      }
  return weak;
}

bool InteriorPenaltyView::blocks_may_be_rounded() const {
  // w of a face is κ⁺/(κ⁻ + κ⁺), or 1 where a boundary gives u. Beside the constant, the rest of an inverse
  // is smaller by about this share, and rounding is to leave it its sign: half of 1/32,767 a row.
  constexpr double least = 0.05;
  const std::size_t n_faces = reference.n_faces;
  bool all = true;
#pragma omp parallel for reduction(&& : all)
  for (int e = 0; e < K; ++e) all = all && std::ranges::max(weight.subspan(e * n_faces, n_faces)) >= least;
  return all;
}

}  // namespace dgsolve
