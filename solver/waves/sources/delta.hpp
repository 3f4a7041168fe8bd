/// Sources at points and along lines, as polynomials in cells.
#pragma once

#include <array>
#include <vector>

#include "solver/discretization/discretization.hpp"

namespace dgsolve {

/// The L2 projection of δ(x − x0): its integral with any polynomial of order N is the polynomial's value at
/// the point. [Np]. In a curved cell in the weight-adjusted inner product (solver/README.md).
std::vector<double> delta_values(const Discretization& discretization, const Location& location);

/// A vector times δ(x − x0) in a curved tetrahedron, whose test functions are covariant: Cartesian components
/// at nodes, [axis][Np], of what Ê changes by, P (G/J) V M⁻¹ J⁻¹p φ(x0) (solver/README.md).
std::array<std::vector<double>, 3> covariant_delta_values(const Discretization& discretization,
                                                          const Location& location,
                                                          const std::array<double, 3>& p);

/// A part of a straight line in a cell, from share `from` to share `to` of the line.
struct LineSegment {
  int element;
  double from, to;
  double share;  ///< 1, or less where cells share it: one over their number
};

/// The parts of the line from a to b. Throws std::invalid_argument where it leaves the mesh, or runs through
/// curved cells.
std::vector<LineSegment> line_segments(const Discretization& discretization, const Point& a, const Point& b);

}  // namespace dgsolve
