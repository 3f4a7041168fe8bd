/// Geometric factors of cells, straight and curved: metrics, Jacobians, normals. Finds inverted cells.
#pragma once

#include <vector>

#include "kernels/base/mesh_views.hpp"
#include "kernels/base/unset_vector.hpp"
#include "mesh/base/faces.hpp"
#include "mesh/base/mesh.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/reference/reference_element.hpp"

namespace dgsolve {

/// Outward normal of face f times sJ: −2J∇λ, where λ is the barycentric coordinate of the opposite vertex:
/// (1 + r_i)/2, or for the first vertex 1 minus the others. Its length is the measure of the face over that
/// of the bi-unit face.
void scaled_normal(int dim, int f, const double* metric, double* n);

/// Scaled normal of a side of the straight cell through a cell's vertices.
Point scaled_normal(const Mesh& mesh, Side side);

/// The factors of the straight cell through a cell's vertices.
StraightCell straight_cell(const Mesh& mesh, int e);

class GeometricFactors {
 public:
  /// A cell of geometric order > 1 whose nodes lie on the straight simplex to 1e-12 of its size counts as
  /// straight. Keeps a reference to the mesh. Throws MeshError naming the first ten cells whose Jacobian is
  /// not positive at a node or a quadrature point, with their coordinates.
  GeometricFactors(const Mesh& mesh, const ReferenceElement& element);

  int n_curved = 0;
  std::vector<int> curved_index;          ///< [K], −1: straight
  UnsetVector<double> smallest_altitude;  ///< [K], m: 2 min J / max sJ
  std::vector<double> curved_metric;      ///< [Kc][Nq][dim][dim]: J ∂r_i/∂x_j
  std::vector<double> curved_jacobian;    ///< [Kc][Nq]
  std::vector<double> curved_normals;     ///< [Kc][n_faces][Nfq][dim]: outward normal times sJ

  bool is_curved(int e) const { return curved_index[e] >= 0; }
  /// Of a cell that is not curved.
  StraightCell straight(int e) const { return straight_cell(mesh_, e); }
  GeometryView view() const;
  /// Outward unit normal [dim] of face f, in a curved cell at point q of the face rule times sJ.
  std::vector<double> normal(int e, int f, int q) const;
  /// Smallest Jacobian of a cell, in a curved one at its quadrature points.
  double smallest_jacobian(int e) const;

 private:
  // Fill in cell e; return false where its Jacobian is not positive somewhere.
  bool add_straight_cell(int e);
  bool add_curved_cell(const CellMap& map, int Nq, int Nfq, int e);

  const Mesh& mesh_;
};

}  // namespace dgsolve
