/// The maps from the reference simplex to the cells of a mesh of any geometric order, at fixed reference
/// points.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "kernels/expression/expression.hpp"
#include "mesh/base/mesh.hpp"
#include "solver/linear/dense.hpp"

namespace dgsolve {

/// Basis coefficients of the Lagrange polynomials of the mesh's reference nodes: [n_geo][n_geo].
Matrix geometry_modes(const Mesh& mesh);

/// As above, for cells whose geometry is interpolated by polynomials of one degree less, of a curved mesh:
/// how far results change tells what the geometry's order costs.
Matrix lower_geometry_modes(const Mesh& mesh);

/// Whether all geometry nodes of a cell lie on the straight simplex through its vertices, to 1e-12 of its
/// size.
bool is_straight(const Mesh& mesh, int e);

/// ∂x_i/∂r_j of the straight simplex through a cell's vertices: [dim][dim].
std::array<double, 9> straight_derivatives(const Mesh& mesh, int e);

/// Points of several cells, an axis a row.
struct PointRows {
  PointRows(int dim, std::size_t n) : dim(dim), n(n), values(dim * n) {}

  int dim;
  std::size_t n;               ///< points
  std::vector<double> values;  ///< [dim][n]

  /// Coordinates along an axis; none along one that the mesh does not have.
  std::span<const double> axis(int i) const {
    return i < dim ? std::span(values).subspan(i * n, n) : std::span<const double>();
  }
};

/// Straight cells are mapped by their vertices alone.
class CellMap {
 public:
  /// points: [n][dim]. Keeps a reference to the mesh.
  CellMap(const Mesh& mesh, const std::vector<double>& points);
  /// As above, with geometry_modes(mesh) computed once for many maps, or lower_geometry_modes(mesh).
  CellMap(const Mesh& mesh, const std::vector<double>& points, const Matrix& modes);

  int size() const { return n_; }
  /// Physical coordinates of the points in element e: [n][dim].
  void coordinates(int e, double* x) const;
  /// Those in elements first…last−1, as formulas take them.
  PointRows rows(int first, int last) const;
  /// ∂x_i/∂r_j at the points in element e: [n][dim][dim].
  void derivatives(int e, double* dxdr) const;
  /// Jacobian determinant at the points in element e: [n].
  void jacobians(int e, double* J) const;

 private:
  void put_coordinates(int e, double* x, std::size_t point_stride, std::size_t axis_stride) const;

  const Mesh& mesh_;
  int n_;
  Matrix of_vertices_;  ///< [dim+1][n]: vertices → points of straight cells
  // Curved meshes only:
  Matrix of_nodes_;     ///< [n_geo][n]: geometry nodes → points
  Matrix derivatives_;  ///< [n·dim][n_geo]: geometry nodes → ∂/∂r_j at points
};

/// [face of the reference cell]: at points of the reference face, [n][dim − 1]. Keeps a reference to the
/// mesh.
std::vector<CellMap> face_maps(const Mesh& mesh, const std::vector<double>& points);

/// J = det(∂x/∂r), and into `metric` J ∂r_i/∂x_j, from ∂x_i/∂r_j; all [dim][dim].
double jacobian_and_metric(int dim, const double* dxdr, double* metric);

/// Physical coordinates of reference points in every cell: points [n][dim] → [K][n][dim].
std::vector<double> map_points(const Mesh& mesh, const std::vector<double>& reference_points);
/// ∫ f dx over a mesh, by a quadrature rule of this degree in each cell; densities: f in each region.
double integrate(const Mesh& mesh, int degree, std::span<const Expression> densities);

/// Calls body(begin, end) for the stretches of one region among the cells first…last−1.
template <class Body>
void for_each_stretch(const Mesh& mesh, int first, int last, Body body) {
  for (int begin = first, end = first; begin < last; begin = end) {
    while (end < last && mesh.region[end] == mesh.region[begin]) ++end;
    body(begin, end);
  }
}

/// "(1, 2.5)": a point for messages, with all digits, so that a point beside the mesh does not look like one
/// inside.
std::string format_point(int dim, const double* x);

}  // namespace dgsolve
