/// Sets up and solves an elliptic problem in a test, on any mesh.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/host/elliptic/penalty_maps.hpp"
#include "solver/elliptic/fields.hpp"
#include "solver/elliptic/preconditioners.hpp"
#include "tests/support/elliptic/one_solve.hpp"

namespace dgsolve::test {

/// What a case says, and the order that it is for.
struct EllipticSystem : EllipticOptions {
  int order = 4;  ///< N
};

struct Elliptic {
  Elliptic(Mesh mesh_, EllipticSystem options_, int threads = 1)
      : options(std::move(options_)),
        mesh(std::move(mesh_)),
        discretization(mesh, options.order, apply_boundaries(mesh, options)),
        algebra(threads),
        op(discretization, options, maps) {}

  /// With block Jacobi, to a tight tolerance.
  std::vector<double> solve(double tolerance = 1e-12) {
    const UnsetVector<double> right = op.right_hand_side();
    const auto b = algebra.vector(right.size(), Precision::double_),
               x = algebra.vector(right.size(), Precision::double_);
    algebra.upload(right, *b);
    const auto preconditioner = make_block_jacobi(op.form, algebra);
    report = test::solve_once(algebra, op.map(), *preconditioner, *b, *x, tolerance, 20000);
    std::vector<double> u(right.size());
    algebra.download(*x, u);
    op.fix_level(u);
    return u;
  }

  double l2_error(const std::vector<double>& u) const {
    return discretization.error(*options.exact, 0, 0, 1, u).l2;
  }

  /// A u.
  std::vector<double> apply(LinearMap& map, const std::vector<double>& u) {
    const auto x = algebra.vector(u.size(), map.precision), y = algebra.vector(u.size(), map.precision);
    algebra.upload(u, *x);
    map.apply(*x, *y);
    std::vector<double> result(u.size());
    algebra.download(*y, result);
    return result;
  }

  EllipticSystem options;
  Mesh mesh;
  Discretization discretization;
  host::HostLinearAlgebra algebra;
  host::HostPenaltyMaps maps{algebra};
  EllipticOperator op;
  SolveReport report;
};

/// The same κ everywhere, and every boundary of one kind.
inline EllipticSystem elliptic_options(const Mesh& mesh, int order, const std::vector<std::string>& kappa,
                                       EllipticCondition condition) {
  EllipticSystem options;
  options.order = order;
  options.solver.form = OperatorForm::matrix_free;
  std::vector<Expression> formulas;
  for (const std::string& text : kappa) formulas.push_back(Expression::parse(text));
  for (const std::string& region : mesh.region_names) options.regions[region] = {formulas, Expression()};
  for (const std::string& name : mesh.boundary_names) options.boundaries[name].condition = condition;
  return options;
}

}  // namespace dgsolve::test
