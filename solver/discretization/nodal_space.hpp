/// Piecewise polynomials of one order on the cells of a mesh, whatever these have to do with each other: the
/// reference element, and the operations on canonical fields [K][n_fields][Np] that set-up, diagnostics and
/// output share.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "kernels/base/cell_runs.hpp"
#include "kernels/base/field_set.hpp"
#include "kernels/expression/expression.hpp"
#include "kernels/expression/formula_set.hpp"
#include "mesh/base/mesh.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/linear/cell_batch.hpp"
#include "solver/reference/reference_element.hpp"

namespace dgsolve {

/// Values of a formula at points [n][dim], and of several: [formula][n].
std::vector<double> evaluate_at(const Expression& f, int dim, std::span<const double> points, double t = 0);
std::vector<double> evaluate_at(const FormulaSet& formulas, int dim, std::span<const double> points,
                                double t = 0);
std::vector<std::vector<double>> evaluate_at(const std::vector<Expression>& formulas, int dim,
                                             std::span<const double> points, double t = 0);

/// The formula of one field of a state.
struct FieldFormula {
  int field;
  Expression formula;
};

/// The state [n_fields] of which variables [n_fields] have values at a point.
using StateOfVariables = std::function<void(const double* variables, double* state)>;

/// Fields that follow from those of a state at each point, numbered behind them.
struct FollowingFields {
  int n = 0;
  FieldsAtPoint at_point = {};
};

/// Vectors in a state, by their first fields: in curved tetrahedra they are polynomials in covariant
/// components (solver/README.md), and what stands at nodes are their Cartesian ones.
using CovariantVectors = std::span<const int>;

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

class NodalSpace {
 public:
  /// Keeps a reference to the mesh.
  NodalSpace(const Mesh& mesh, int N);

  const Mesh& mesh;
  const ReferenceElement element;
  const CellMap node_map;  ///< to the nodes of each cell

  int K() const { return mesh.n_elements(); }
  /// Coordinates of the nodes of a cell, [Np][dim], and of all of them, [K][Np][dim].
  std::vector<double> nodes_of(int e) const;
  std::vector<double> all_nodes() const { return map_points(mesh, element.nodes); }
  std::size_t n_dofs(int n_fields) const { return static_cast<std::size_t>(K()) * n_fields * element.Np; }

  /// L2 projection, weighted by each cell's Jacobian, with a rule of degree 2N+2, into some fields of a
  /// canonical state.
  void project(std::span<const FieldFormula> formulas, double t, int n_fields, std::span<double> state) const;
  void project(const Expression& f, double t, int field, int n_fields, std::span<double> state) const {
    project(std::array{FieldFormula{field, f}}, t, n_fields, state);
  }
  /// A projection as above, with zero in the other fields, run by run of data_runs(). Covariant vectors are
  /// projected in their components. With `state` formulas are of variables, and the projection is that of the
  /// state which they make.
  CellWriter projection(std::span<const FieldFormula> formulas, double t, int n_fields,
                        CovariantVectors vectors = {}, const StateOfVariables& state = {}) const;
  /// Runs of cells by the points of projections and errors.
  RunsOfCells data_runs() const { return {K(), element.data_rule.size()}; }
  /// Whether formulas are finite where project evaluates them; else the first cell where one is not, and the
  /// first such field there.
  struct NotFinite {
    int cell, field;
  };
  std::optional<NotFinite> find_not_finite(std::span<const FieldFormula> formulas, double t) const;
  /// Errors at quadrature points of degree 2N+2 or more, of some fields.
  std::vector<FieldError> errors(std::span<const FieldFormula> exact, double t, int n_fields,
                                 std::span<const double> state) const;
  /// The same of a state that stands elsewhere: visit(runs, read) calls read with the fields of each run.
  /// Formulas may be of following fields too.
  using VisitCells = std::function<void(const RunsOfCells& runs, const CellReader& read)>;
  std::vector<FieldError> errors(std::span<const FieldFormula> exact, double t, int n_fields,
                                 const VisitCells& visit, CovariantVectors vectors = {},
                                 const FollowingFields& following = {}) const;
  FieldError error(const Expression& exact, double t, int field, int n_fields,
                   std::span<const double> state) const {
    return errors(std::array{FieldFormula{field, exact}}, t, n_fields, state)[0];
  }

  /// Weights of the Np nodal values for the value at a location, and for the derivative along each axis,
  /// [dim][Np].
  std::vector<double> interpolation_weights(const Location& where) const;
  std::vector<double> gradient_weights(const Location& where) const;

 private:
  const CellMap data_map_;
  const BatchMatrix to_data_points_;  ///< element.data_V
  const Matrix from_data_points_;     ///< element.data_project, transposed

  /// Formulas at the data rule's points of cells first…last−1: [formula·cell][Ns].
  Matrix at_points(const FormulaSet& formulas, double t, int first, int last) const;
  /// Projects values at the data rule's points [field·cell][Ns] into these fields [last −
  /// first][n_fields][Np].
  void project_run(const Matrix& at_data, const std::vector<int>& fields, int n_fields, int first, int last,
                   std::span<double> values, CovariantVectors vectors) const;
  /// Jacobian × weight at the data rule's points of a cell, [Ns].
  std::vector<double> point_weights(int e) const;
  /// Nodal values [Np] of the projection of values [Ns] at points, in the inner product of a curved cell.
  Matrix project_curved(int e, const double* values) const;
};

}  // namespace dgsolve
