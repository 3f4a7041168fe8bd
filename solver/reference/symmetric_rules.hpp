/// Tables of quadrature rules with few points for triangles and tetrahedra.
#pragma once

#include <array>
#include <span>

namespace dgsolve {

/// Barycentric coordinates of the points of an orbit: all permutations of these.
enum class OrbitKind {
  centre,    ///< the centroid
  median,    ///< (a, a, 1 − 2a), (a, a, a, 1 − 3a)
  bimedian,  ///< (a, a, ½ − a, ½ − a)
  plane,     ///< (a, a, b, 1 − 2a − b)
  general    ///< (a, b, 1 − a − b), (a, b, c, 1 − a − b − c)
};

struct Orbit {
  OrbitKind kind;
  double weight;                          ///< of each of its points, as a share of the simplex
  std::array<double, 3> parameters = {};  ///< a, b, c
};

/// The rule with the lowest degree that integrates polynomials of a degree on the simplex of a dimension;
/// empty where none is tabled (degrees beyond 20, and dimensions other than 2 and 3).
std::span<const Orbit> symmetric_rule(int dim, int degree);

/// As symmetric_rule, with the fewest points: in 3D those of degrees 10 and 12 have 79 and 123 instead of 81
/// and 168. symmetric_rule keeps its own, which formulas on straight cells have been integrated by: their
/// last digits stay.
std::span<const Orbit> fewest_points(int dim, int degree);

/// As fewest_points on the triangle, with 7 and 15 points at degrees 5 and 7, where fewest_points keeps those
/// of even degrees.
std::span<const Orbit> fewest_face_points(int degree);

}  // namespace dgsolve
