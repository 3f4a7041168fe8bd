/// Linear functions on curved cells.
#pragma once

#include <array>
#include <optional>

#include "solver/discretization/nodal_space.hpp"

namespace dgsolve {

/// Error of a uniform field ∇x_i, of length 1, at a node.
struct UniformFieldError {
  double share = 0;
  std::array<double, 3> point{};
};

/// Polynomials in the reference coordinates have the linear functions of x where the cells' geometry is of no
/// higher order than N (isoparametric cells; Ciarlet & Raviart, Comput. Methods Appl. Mech. Engrg. 1 (1972)
/// 217). Elsewhere: the largest error of the gradients of interpolated coordinates; none where they have all.
std::optional<UniformFieldError> uniform_field_error(const NodalSpace& space);

}  // namespace dgsolve
