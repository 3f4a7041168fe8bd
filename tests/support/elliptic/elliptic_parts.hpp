/// Elliptic problems on several GPUs against the same on one: all bits must be the same.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "solver/elliptic/solve.hpp"
#include "tests/support/elliptic/elliptic_agreement.hpp"

namespace dgsolve::test {

struct ShownProblem {
  std::string name;
  Mesh mesh;
  EllipticSystem options;
};

/// What a problem may have: straight, curved and varying cells, a robin condition; a ring with a conductor,
/// whose values continuous functions share. About n cubes along each axis.
inline std::vector<ShownProblem> shown_problems(int dim, int N, int n = 2) {
  const Mesh straight = make_box({.dim = dim, .cells = {n, n, n}, .jitter = 0.2}, true),
             every_kind = with_varying_cells(half_curved_box(dim, n, n)),
             ring = with_varying_cells(make_box({.dim = dim, .cells = {2 * n, n, n / 2}, .jitter = 0.2}));
  std::vector<ShownProblem> problems{
      {"straight cells", straight, elliptic_options(straight, N, {"1"}, EllipticCondition::dirichlet)},
      {"cells of every kind", every_kind, every_boundary(every_kind, N, false)},
      {"a ring", ring, every_boundary(ring, N, true)}};
  problems[0].options.regions.begin()->second.kappa = {Expression(7.0)};
  for (ShownProblem& problem : problems) problem.options.source = Expression::parse("x + sin(3*y)");
  return problems;
}

inline EllipticSolution solution_by(PenaltyMaps& maps, ShownProblem shown) {
  const Discretization discretization(shown.mesh, shown.options.order,
                                      apply_boundaries(shown.mesh, shown.options));
  const EllipticOperator op(discretization, shown.options, maps);
  return EllipticSolver(op).solve(op.right_hand_side());
}
inline EllipticSolution solution_on(Device& device, const ShownProblem& shown) {
  return solution_by(device.penalty_maps(), shown);
}

inline void expect_same_bits(const EllipticSolution& found, const EllipticSolution& expected) {
  EXPECT_EQ(found.report.iterations, expected.report.iterations);
  EXPECT_EQ(found.report.history, expected.report.history);
  EXPECT_EQ(found.report.reason, expected.report.reason);
  EXPECT_TRUE(found.u == expected.u);
}

/// Calls body() with the problem's other preconditioners, then with other forms of the operator.
template <class Body>
void for_every_way_to_solve(ShownProblem& problem, const Body& body) {
  EllipticSolverOptions& solver = problem.options.solver;
  const auto call = [&] {
    SCOPED_TRACE(std::string(name_of(solver.preconditioner)) + ", " + name_of(solver.form));
    body();
  };
  for (const auto kind :
       {PreconditionerKind::none, PreconditionerKind::jacobi, PreconditionerKind::block_jacobi}) {
    solver.preconditioner = kind;
    call();
  }
  for (const auto form : {OperatorForm::csr, OperatorForm::bsr, OperatorForm::sliced_ell}) {
    solver.form = form;
    call();
  }
}

}  // namespace dgsolve::test
