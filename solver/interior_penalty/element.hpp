/// What elliptic problems need of an element besides the wave equations' operators: stiffness matrices, and
/// quadrature of degree 2N+2 or more in the cell and on its faces.
#pragma once

#include <span>
#include <vector>

#include "solver/discretization/discretization.hpp"
#include "solver/linear/dense.hpp"
#include "solver/reference/quadrature.hpp"
#include "solver/reference/reference_element.hpp"

namespace dgsolve {

/// A cell's quadrature points: those inside, then those of every face. In a straight cell the factors are
/// constants, and one value serves all points of the cell, or of a face.
struct CellPoints {
  int dim;
  int n = 1, Nfq = 1;           ///< how many points have factors of their own, in the cell and on a face
  std::vector<double> x;        ///< [all points][dim]; empty where only factors are asked for
  std::vector<double> J;        ///< [n]
  std::vector<double> metric;   ///< [n][dim][dim]: J ∂r_i/∂x_j
  std::vector<double> normals;  ///< [n_faces][Nfq][dim]: outward normal times sJ
  std::vector<double> sJ;       ///< [n_faces][Nfq]

  // At a point, numbered as in EllipticElement, or at point q of a face.
  double J_at(int point) const { return J[n == 1 ? 0 : point]; }
  const double* metric_at(int point) const { return &metric[n == 1 ? 0 : point * dim * dim]; }
  const double* normal_at(int face, int q) const { return &normals[index(face, q) * dim]; }
  double sJ_at(int face, int q) const { return sJ[index(face, q)]; }

 private:
  int index(int face, int q) const { return Nfq == 1 ? face : face * Nfq + q; }
};

/// Values of polynomials at the nodes of their degree, of which a face has as many as its own polynomials.
struct NodalBasis {
  NodalBasis(int dim, int degree);

  Matrix values;              ///< [n][n]: an orthonormal basis at the nodes
  Matrix inverse;             ///< of that
  std::vector<int> on_faces;  ///< [n_faces][n of a face]: nodes of a face
};

class EllipticElement {
 public:
  /// On the discretisation's cells. Keeps a reference.
  explicit EllipticElement(const Discretization& discretization);
  /// With rules of this degree or more; geometry: geometry_modes of the mesh, or lower_geometry_modes.
  EllipticElement(const Discretization& discretization, int rule_degree, const Matrix& geometry);

  const ReferenceElement& element;
  const int rule_degree;       ///< both rules have at least this one
  const Quadrature cell_rule;  ///< Nq points
  const Quadrature face_rule;  ///< Nfq points; two cells that meet use the same ones
  const Matrix V;              ///< [Nq][Np]: nodes → points
  std::vector<Matrix> Dq;      ///< [dim][Nq][Np]: nodes → derivatives at points
  const Matrix face_V;         ///< [Nfq][Nfp]: face nodes → face points
  const Matrix face_mass;      ///< [Nfp][Nfp], of the reference face
  /// [Np][…], [Nfp][…]: at the nodes, orthonormal bases of the polynomials of degree N − 1
  const Matrix gradient_basis, face_gradient_basis;
  const NodalBasis gradient_nodes;  ///< of degree N − 1
  const Matrix face_project;        ///< [Nfp][Nfq]: face_mass⁻¹ face_Vᵀ W
  std::vector<double> gradient;     ///< [dim][n_gradient][Np]: nodes → derivatives in the gradients' basis
  std::vector<double> face_trace;   ///< [n_faces][n_face_gradient][n_gradient]: that basis on a face
  /// [dim·dim][Np][Np]: D_iᵀ M D_j
  std::vector<Matrix> stiffness;

  int Nq() const { return cell_rule.size(); }
  int Nfq() const { return face_rule.size(); }
  int n_gradient() const { return gradient_basis.cols; }
  int n_face_gradient() const { return face_gradient_basis.cols; }
  int n_points() const { return Nq() + element.n_faces * Nfq(); }
  /// Number of a face's point among all of a cell's.
  int point(int face, int q) const { return Nq() + face * Nfq() + q; }
  /// [Nfp][Np]: ∂/∂r_i at the nodes of a face.
  const Matrix& face_D(int face, int i) const { return face_D_[face * element.dim + i]; }
  /// M_f times that, with the face's mass matrix.
  const Matrix& face_MD(int face, int i) const { return face_MD_[face * element.dim + i]; }
  /// d_j of the gradients' basis: [n_gradient][Np].
  const Matrix& gradient_matrix(int j) const { return gradient_[j]; }
  /// [n_face_gradient][Np]: T_f Σ_j c_j d_j
  Matrix face_gradient(int face, const double* c) const;
  CellPoints points(int e) const;
  /// The factors at the points inside, without coordinates.
  CellPoints factors_inside(int e) const;
  /// values ← w J values at the points inside: [Nq]
  void weigh_inside(int e, double* values) const;
  /// Coordinates of the points inside cells first…last−1.
  PointRows inside(int first, int last) const { return inside_map_.rows(first, last); }
  /// Coordinates [n][dim] of the points inside a cell, of those of a face, and the scaled normals there, one
  /// for all where the cell is straight.
  std::span<const double> inside(const CellPoints& p) const;
  std::span<const double> on_face(const CellPoints& p, int face) const;
  std::span<const double> normals(const CellPoints& p, int face) const;
  /// ∫ f over a cell, from its values at the points inside: [Nq].
  double integral(const CellPoints& p, std::span<const double> f) const;

 private:
  /// x: of all points, or of none.
  CellPoints straight_points(int e, bool with_coordinates) const;
  CellPoints curved_points(int e) const;

  const Discretization& discretization_;
  const std::vector<double> points_;  ///< [n_points][dim]: in reference coordinates
  const CellMap map_, inside_map_;
  std::vector<Matrix> face_D_, face_MD_, face_gradient_;  ///< [n_faces][dim]
  std::vector<Matrix> gradient_;                          ///< [dim]
};

}  // namespace dgsolve
