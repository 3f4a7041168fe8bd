/// The reference triangle and tetrahedron of order N: nodes, and the operators that all cells share.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/base/mesh_views.hpp"
#include "solver/linear/dense.hpp"
#include "solver/reference/basis.hpp"
#include "solver/reference/nodes.hpp"
#include "solver/reference/quadrature.hpp"

namespace dgsolve {

/// Maps points [n][dim−1] of the reference face to face `f` of the cell, [n][dim]: the barycentric
/// coordinates refer to the face's vertices in the order of the mesh's table.
std::vector<double> points_on_face(int dim, int f, const std::vector<double>& points);

struct QuadratureRules {
  Quadrature cells,
      faces;  ///< faces: on the reference face; the same set of points from each of its vertices
};

class ReferenceElement {
 public:
  static constexpr int max_order = 10;

  /// dim 2 or 3, N = 1…max_order. The quadrature for curved cells is exact for the mass matrix, and for a
  /// test function times a metric (of degree 2(p−1)), so that a constant state stays constant. Throws
  /// std::invalid_argument.
  ReferenceElement(int dim, int N, int geometry_order = 1)
      : ReferenceElement(dim, N, geometry_order, std::max(2 * N + 1, N + 2 * (geometry_order - 1))) {}
  /// With quadratures of another degree. Where cells may be curved, geometry_order > 1, its points are those
  /// of symmetric rules as far as these are tabled.
  ReferenceElement(int dim, int N, int geometry_order, int degree);
  /// With other quadratures.
  ReferenceElement(int dim, int N, const QuadratureRules& rules);

  const int dim, N, Np, Nfp, n_faces;
  std::vector<double> nodes;                          ///< [Np][dim]
  Matrix V;                                           ///< [Np][Np]: basis at the nodes
  Matrix mass;                                        ///< [Np][Np]
  std::vector<double> D;                              ///< [dim][Np][Np]
  std::vector<double> lift;                           ///< [Np][n_faces·Nfp]
  std::vector<int> face_nodes;                        ///< [n_faces][Nfp]
  std::vector<int> neighbor_nodes;                    ///< [n_faces][n_orientations][Nfp], as in ReferenceView
  std::vector<int> face_vertices, neighbor_vertices;  ///< as in ReferenceView

  Quadrature cell_rule;             ///< Nq points, for curved cells
  Quadrature face_rule;             ///< Nfq points on the reference face (dim−1)
  std::vector<double> face_points;  ///< [n_faces][Nfq][dim]: the face rule's points in the cell's coordinates
  Matrix Vq;                        ///< [Nq][Np]
  std::vector<double> Dq;           ///< [dim][Nq][Np]
  Matrix project;                   ///< [Np][Nq]: M⁻¹ Vqᵀ W
  std::vector<double> project_D;    ///< [dim][Np][Nq]
  Matrix face_V;                    ///< [Nfq][Nfp]; the same for every face, whose nodes are ordered alike
  std::vector<double> face_project;  ///< [Np][n_faces·Nfq]

  // For evaluating formulas: initial fields, sources, errors.
  Quadrature data_rule;  ///< Ns points, degree 2N+2
  Matrix data_V;         ///< [Ns][Np]: nodes → points
  Matrix data_project;   ///< [Np][Ns]: L2 projection on the reference cell

  /// The face nodes in the reference face's coordinates, [Nfp][dim−1]: the same for every face.
  std::vector<double> nodes_on_face() const;
  /// M_f⁻¹ V_fᵀ W_f, [Nfp][Nfq]: values at the face rule's points → at the face's nodes.
  Matrix project_to_face() const;
  ReferenceView view() const;
  QuadratureView quadrature_view() const;

 private:
  void find_face_nodes();
  void make_nodal_operators();
  void make_quadrature_operators(const QuadratureRules& rules);
  /// M⁻¹ Bᵀ W in nodal values, for modes B (or their derivatives) at a rule's points: [Np][n].
  Matrix weighted_projection(const Matrix& B, const std::vector<double>& weights) const;
};

}  // namespace dgsolve
