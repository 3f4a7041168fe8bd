/// Edge elements on a triangle (Nédélec's first kind, Numer. Math. 35 (1980) 315): w_ab P, w_ab = λ_a∇λ_b −
/// λ_b∇λ_a.
#pragma once

#include <vector>

#include "solver/electromagnetics/ports/section_space.hpp"

namespace dgsolve {

/// Functions of order q, which have all polynomials of degree q − 1: on each edge w_ab L_k(λ_b − λ_a), k < q,
/// with Legendre's polynomials; inside λ_2 w_01 P and λ_0 w_12 P, with P of degree q − 2.
class EdgeElements {
 public:
  explicit EdgeElements(int q) : q(q) {}

  const int q;
  int size() const { return q * (q + 2); }

  /// The functions' components along ∇r and ∇s, and their curls over J, at reference points [n][2].
  struct Values {
    Matrix along_r, along_s, curl;  ///< [n][size]
  };
  Values at(const std::vector<double>& points) const;
};

/// Fields of edge elements whose tangential components are continuous, and zero on metal.
class EdgeSpace {
 public:
  EdgeSpace(const SectionSpace& space, int n_conductors);

  const EdgeElements elements;
  int n_unknowns = 0;
  std::vector<int> unknown;  ///< [K][elements.size()], −1: on metal
  std::vector<signed char>
      turned;  ///< [K][elements.size()]: −1 where the cell's function is minus the unknown's
};

}  // namespace dgsolve
