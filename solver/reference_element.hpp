/// The reference triangle and tetrahedron of order N: basis, nodes, and the operators every cell shares.
#pragma once

#include <vector>

#include "kernels/backend.hpp"
#include "solver/dense.hpp"
#include "solver/quadrature.hpp"

namespace dgsolve {

/// Number of polynomials of degree ≤ N in dim variables.
int n_polynomials(int dim, int N);

/// Orthonormal Koornwinder–Dubiner basis of degree N on the bi-unit simplex, at points [n][dim]: [n][Np].
/// dim = 1 (Legendre), 2, 3 (Hesthaven & Warburton 2008, sections 3.1, 6.1, 10.1).
Matrix basis(int dim, int N, const std::vector<double>& points);
/// Its derivative along reference direction `direction` (0: r, 1: s, 2: t), at points [n][dim]: [n][Np].
Matrix basis_derivative(int dim, int N, int direction, const std::vector<double>& points);

/// Warp & blend nodes with optimised α (Warburton, J. Eng. Math. 56 (2006) 247): [Np][dim]; symmetric under
/// S3/S4 to round-off. dim = 1 gives Gauss–Lobatto–Legendre nodes.
std::vector<double> warp_blend_nodes(int dim, int N);

/// Lagrange interpolation from `from` (unisolvent of degree N) to `to`: [n_to][n_from].
Matrix interpolation(int dim, int N, const std::vector<double>& from, const std::vector<double>& to);

class ReferenceElement {
 public:
  static constexpr int max_order = 10;

  /// dim 2 or 3, N = 1…max_order. `geometry_order` sets how strong the quadrature for curved cells is. Throws
  /// std::invalid_argument.
  ReferenceElement(int dim, int N, int geometry_order = 1);

  const int dim, N, Np, Nfp, n_faces;
  std::vector<double> nodes;        ///< [Np][dim]
  Matrix V;                         ///< [Np][Np]: basis at the nodes
  Matrix mass;                      ///< [Np][Np]
  std::vector<double> D;            ///< [dim][Np][Np]
  std::vector<double> lift;         ///< [Np][n_faces·Nfp]
  std::vector<int> face_nodes;      ///< [n_faces][Nfp]
  std::vector<int> neighbor_nodes;  ///< [n_faces][n_orientations][Nfp], as in ReferenceView

  Quadrature cell_rule;             ///< Nq points, for curved cells
  Quadrature face_rule;             ///< Nfq points on the reference face (dim−1)
  std::vector<double> face_points;  ///< [n_faces][Nfq][dim]: the face rule's points in the cell's coordinates
  Matrix Vq;                        ///< [Nq][Np]
  std::vector<double> Dq;           ///< [dim][Nq][Np]
  Matrix project;                   ///< [Np][Nq]: M⁻¹ Vqᵀ W
  std::vector<double> project_D;    ///< [dim][Np][Nq]
  Matrix face_V;                    ///< [Nfq][Nfp]; the same for every face, whose nodes are ordered alike
  std::vector<double> face_project;  ///< [Np][n_faces·Nfq]

  ReferenceView view() const;
  QuadratureView quadrature_view() const;
};

}  // namespace dgsolve
