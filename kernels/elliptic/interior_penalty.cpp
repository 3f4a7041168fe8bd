#include "kernels/elliptic/interior_penalty.hpp"

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

}  // namespace dgsolve
