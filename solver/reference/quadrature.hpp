/// Quadrature on the bi-unit simplices: [−1,1], the triangle, the tetrahedron.
#pragma once

#include <vector>

namespace dgsolve {

struct Quadrature {
  int dim = 0;
  std::vector<double> points;   ///< [n][dim], reference coordinates r, s, t in the bi-unit simplex
  std::vector<double> weights;  ///< [n]; they add up to its volume 2^dim/dim!
  int size() const { return static_cast<int>(weights.size()); }
};

/// Gauss–Jacobi rule with n points for the weight (1−x)^alpha (1+x)^beta on [−1,1] (Golub & Welsch 1969).
Quadrature gauss_jacobi(int n, double alpha, double beta);

/// Exact for polynomials of total degree `degree`: conical product of Gauss–Jacobi rules in collapsed
/// coordinates (Stroud 1971). dim = 1, 2, 3.
Quadrature simplex_quadrature(int dim, int degree);

/// A rule for the triangle whose set of points is symmetric under all permutations of the vertices: the mean
/// of the conical rule, which is symmetric in two vertices, over the three rotations. Two cells that share a
/// curved face then use the same points on it; otherwise upwinding would be dissipative only up to the
/// quadrature error.
Quadrature symmetric_triangle_quadrature(int degree);

/// For formulas: exact for polynomials of total degree `degree`; from degree 4 to 20 in 2D and 3D with 1.3 to
/// 2.7 times fewer points than the conical rule. In 1D and 2D the set of points is symmetric.
Quadrature data_quadrature(int dim, int degree);

/// For curved cells, at whose points every stage computes: as data_quadrature, with the fewest points.
Quadrature curved_quadrature(int dim, int degree);

/// For faces of straight cells in the weak form: on a line or a triangle, as curved_quadrature, with 7 and 15
/// points instead of 12 and 16 at degrees 5 and 7.
Quadrature face_quadrature(int dim, int degree);

}  // namespace dgsolve
