#include "kernels/waves/cells/face_term_table.hpp"

#include <stdexcept>
#include <string>

namespace dgsolve {

bool face_points_are_nodes(const WaveProblem& problem, int side) {
  const bool curved = problem.geometry.curved_index[side / problem.reference.n_faces] >= 0;
  return problem.linear && (!curved || (problem.is_covariant() && problem.trace.boundary[side] < 0));
}

int n_face_points(const WaveProblem& problem, int side) {
  return face_points_are_nodes(problem, side) ? problem.reference.Nfp : problem.quadrature.Nfq;
}

FaceTermTable::FaceTermTable(const WaveProblem& problem, const FaceTerm& term)
    : problem_(problem), term_(term) {
  std::size_t n = 0;
  for (const int side : term.sides) {
    first_.emplace(side, n);
    n += static_cast<std::size_t>(n_face_points(problem, side)) * problem.n_fields;
  }
  if (first_.size() != term.sides.size()) throw std::invalid_argument("a term has a face twice");
  if (n != term.values.size())
    throw std::invalid_argument("got " + std::to_string(term.values.size()) + " values on " +
                                std::to_string(term.sides.size()) + " faces; expected " + std::to_string(n) +
                                ", one for each point and field");
}

std::span<const double> FaceTermTable::at(int side) const {
  const auto found = first_.find(side);
  if (found == first_.end()) return {};
  return std::span(term_.values)
      .subspan(found->second, static_cast<std::size_t>(n_face_points(problem_, side)) * problem_.n_fields);
}

}  // namespace dgsolve
