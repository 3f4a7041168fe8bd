/// A mesh with polynomials of one order: reference element, geometric factors, traces, and the operations on
/// canonical fields [K][n_fields][Np] that set-up, diagnostics and output share.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "kernels/expression/expression.hpp"
#include "mesh/base/mesh.hpp"
#include "solver/discretization/geometric_factors.hpp"
#include "solver/discretization/trace_map.hpp"
#include "solver/reference/reference_element.hpp"

namespace dgsolve {

/// Values of a formula at points [n][dim], and of several: [formula][n].
std::vector<double> evaluate_at(const Expression& f, int dim, std::span<const double> points, double t = 0);
std::vector<std::vector<double>> evaluate_at(const std::vector<Expression>& formulas, int dim,
                                             std::span<const double> points, double t = 0);

/// Error of one field against its exact solution.
struct FieldError {
  double l2 = 0;    ///< √∫(u − u_exact)²
  double linf = 0;  ///< largest difference at quadrature points
};

/// Where a point lies: element and reference coordinates.
struct Location {
  int element;
  double r[3];
};

class Discretization {
 public:
  /// `cuts` as in TraceMap. Keeps a reference to the mesh. Throws MeshError, std::invalid_argument.
  Discretization(const Mesh& mesh, int N, const std::vector<bool>& cuts);

  const Mesh& mesh;
  const ReferenceElement element;
  const GeometricFactors factors;
  const TraceMap trace;
  const std::vector<double> node_coordinates;  ///< [K][Np][dim]

  int K() const { return mesh.n_elements(); }
  std::size_t n_dofs(int n_fields) const { return static_cast<std::size_t>(K()) * n_fields * element.Np; }

  /// L2 projection, weighted by each cell's Jacobian, with a rule of degree 2N+2, into field `field` of a
  /// canonical state.
  void project(const Expression& f, double t, int field, int n_fields, std::span<double> state) const;
  /// Error at quadrature points of degree 2N+2 or more.
  FieldError error(const Expression& exact, double t, int field, int n_fields,
                   std::span<const double> state) const;

  /// Finds the cell that contains a point (to 1e-9 of the cell's size); of several cells, the one with the
  /// lowest number. Throws MeshError that names the point and the mesh's bounding box where no cell does.
  Location locate(const std::array<double, 3>& x) const;
  /// Weights of the Np nodal values for the value at a location.
  std::vector<double> interpolation_weights(const Location& where) const;

 private:
  const CellMap data_map_;

  /// A formula, or a field, at the data rule's points of cells first…last−1: [cells][Ns].
  Matrix at_points(const Expression& f, double t, int first, int last) const;
  Matrix at_points(std::span<const double> state, int field, int n_fields, int first, int last) const;
  /// Jacobian × weight at the data rule's points of a cell, [Ns].
  std::vector<double> point_weights(int e) const;
  /// Nodal values [Np] of the projection of values [Ns] at points, in the inner product of a curved cell.
  Matrix project_curved(int e, const double* values) const;
};

}  // namespace dgsolve
