#include "solver/elliptic/capacitance.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "kernels/base/names.hpp"

namespace dgsolve {
namespace {

struct Terminal {
  std::string name;
  bool floating;  ///< its charge is given and its potential found; else the other way round
  BoundaryFunctional imposed;
};

/// Floating ones first.
std::vector<Terminal> terminals(const EllipticOperator& op, const std::vector<std::string>& groups) {
  std::vector<Terminal> found;
  for (const std::string& name : groups) {
    const auto boundary = op.options.boundaries.find(name);
    const int group = index_of(op.form.discretization.mesh.boundary_names, name);
    if (boundary == op.options.boundaries.end() || group < 0 || !is_conductor(boundary->second))
      throw std::invalid_argument("capacitance: " + name + " is no conductor: expected some of " +
                                  listed(conductor_names(op.options)));
    found.push_back(
        {name, boundary->second.condition == EllipticCondition::floating, imposed_one(op.form, group)});
  }
  std::stable_partition(found.begin(), found.end(), [](const Terminal& t) { return t.floating; });
  return found;
}

double dot(const BoundaryFunctional& b, std::span<const double> u) {
  return std::accumulate(b.values.begin(), b.values.end(), 0.0,
                         [&](double sum, const auto& entry) { return sum + entry.second * u[entry.first]; });
}

/// A charge on a floating conductor, a potential on another one, brought into the right-hand side of the
/// cells (conductors.hpp).
void excite(const Terminal& terminal, double amount, std::vector<double>& b) {
  const double scale = terminal.floating ? amount / terminal.imposed.penalty : amount;
  for (const auto& [unknown, value] : terminal.imposed.values) b[unknown] += scale * value;
}

/// The potential of a floating conductor with a charge, the charge of another one at a potential.
double response(const Terminal& terminal, double amount, std::span<const double> u) {
  const double flux = dot(terminal.imposed, u);
  return terminal.floating ? (amount + flux) / terminal.imposed.penalty
                           : terminal.imposed.penalty * amount - flux;
}

/// [V_F; Q_D] = H [Q_F; V_D] of floating and other conductors. Where nothing fixes the level of u, the last
/// conductor, a floating one, takes the opposite charge, and potentials are those above its own: H has one
/// row and column less.
Matrix mixed_responses(const EllipticOperator& op, const std::vector<Terminal>& all, EllipticSolver& solver) {
  const int n = static_cast<int>(all.size()) - (op.mean_free ? 1 : 0);
  Matrix H(n, n);
  for (int j = 0; j < n; ++j) {
    std::vector<double> b(op.form.discretization.n_dofs(1));
    excite(all[j], 1, b);
    if (op.mean_free) excite(all.back(), -1, b);
    const EllipticSolution solution = solver.solve(b);
    if (!solution.report.converged)
      throw std::runtime_error("capacitance of " + all[j].name +
                               ": the solver did not converge: " + solution.report.reason);
    const double reference = op.mean_free ? response(all.back(), -1, solution.u) : 0;
    for (int i = 0; i < n; ++i) H(i, j) = response(all[i], i == j ? 1 : 0, solution.u) - reference;
  }
  return H;
}

/// Rows and columns [first, first + rows) × [..) of a matrix.
Matrix block(const Matrix& m, int row, int rows, int column, int cols) {
  Matrix part(rows, cols);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) part(i, j) = m(row + i, column + j);
  return part;
}

/// C from H: with the blocks [P, S; T, R] it is [P⁻¹, −P⁻¹S; TP⁻¹, R − TP⁻¹S].
Matrix from_mixed(const Matrix& H, int n_floating) {
  const int n = H.rows, n_fixed = n - n_floating;
  Matrix C(n, n);
  const auto put = [&](const Matrix& part, int row, int column, double sign) {
    for (int i = 0; i < part.rows; ++i)
      for (int j = 0; j < part.cols; ++j) C(row + i, column + j) += sign * part(i, j);
  };
  put(block(H, n_floating, n_fixed, n_floating, n_fixed), n_floating, n_floating, 1);
  if (n_floating == 0) return C;
  const Matrix inverse_P = inverse(block(H, 0, n_floating, 0, n_floating)),
               S = block(H, 0, n_floating, n_floating, n_fixed),
               T = block(H, n_floating, n_fixed, 0, n_floating);
  put(inverse_P, 0, 0, 1);
  if (n_fixed == 0) return C;
  put(inverse_P * S, 0, n_floating, -1);
  put(T * inverse_P, n_floating, 0, 1);
  put(T * (inverse_P * S), n_floating, n_floating, -1);
  return C;
}

/// One row and column more, so that each adds up to 0.
Matrix with_reference(const Matrix& C) {
  const int n = C.rows;
  Matrix all(n + 1, n + 1);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      all(i, j) = C(i, j);
      all(i, n) -= C(i, j);
      all(n, j) -= C(i, j);
      all(n, n) += C(i, j);
    }
  return all;
}

}  // namespace

std::vector<std::string> conductor_names(const EllipticProblem& problem) {
  std::vector<std::string> names;
  for (const auto& [name, boundary] : problem.boundaries)
    if (is_conductor(boundary)) names.push_back(name);
  return names;
}

Matrix capacitance_matrix(const EllipticOperator& op, const std::vector<std::string>& groups,
                          EllipticSolver& solver) {
  const std::vector<Terminal> all = terminals(op, groups);
  if (op.mean_free && all.size() < 2)
    throw std::invalid_argument(
        "capacitance: no other conductor takes the opposite charge; expected another one in the list");
  const int n_floating = static_cast<int>(
      std::count_if(all.begin(), all.end(), [](const Terminal& terminal) { return terminal.floating; }));
  const Matrix H = mixed_responses(op, all, solver);
  const Matrix C = op.mean_free ? with_reference(from_mixed(H, H.rows)) : from_mixed(H, n_floating);
  Matrix in_order(C.rows, C.cols);  // of the groups; the solver's tolerance leaves it not quite symmetric
  const auto index = [&](int i) { return index_of(groups, all[i].name); };
  for (int i = 0; i < C.rows; ++i)
    for (int j = 0; j < C.cols; ++j) in_order(index(i), index(j)) = (C(i, j) + C(j, i)) / 2;
  return in_order;
}

}  // namespace dgsolve
