// The elliptic solver against exact solutions: orders of convergence, capacitances.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solver/discretization/cell_map.hpp"
#include "tests/support/elliptic/elliptic_setup.hpp"
#include "tests/support/meshes/curved_meshes.hpp"

namespace dgsolve {
namespace {

using test::Elliptic;

struct Errors {
  double l2, gradient;
};

/// Source and boundary values follow from `exact`.
Errors errors_on(Mesh mesh, int N, const std::string& exact, const std::vector<std::string>& kappa = {"1"}) {
  test::EllipticSystem options = test::elliptic_options(mesh, N, kappa, EllipticCondition::dirichlet);
  options.exact = Expression::parse(exact);
  options.boundaries.at("xmin").condition = EllipticCondition::neumann;
  options.boundaries.at("ymax").condition = EllipticCondition::robin;
  options.boundaries.at("ymax").coefficient = Expression(2.0);
  Elliptic problem(std::move(mesh), options);
  const auto u = problem.solve();
  EXPECT_TRUE(problem.report.converged) << problem.report.reason;
  return {problem.l2_error(u), *measure_solution(problem.op, u).gradient_error};
}

void expect_orders(int N, const Errors& coarse, const Errors& fine, double ratio) {
  EXPECT_GE(std::log(coarse.l2 / fine.l2) / std::log(ratio), N + 0.8) << "N = " << N;
  EXPECT_GE(std::log(coarse.gradient / fine.gradient) / std::log(ratio), N - 0.2) << "N = " << N;
}

const char* const wave_2d = "sin(2*x+1)*cos(3*y)";
const char* const wave_3d = "sin(x+1)*cos(2*y)*exp(z)";

TEST(EllipticAccuracy, orders_on_triangles) {
  for (int N = 1; N <= 6; ++N) {
    const auto mesh = [](int n) { return make_box({.dim = 2, .cells = {n, n, 1}, .jitter = 0.1}); };
    const int n = N < 4 ? 8 : 3;
    expect_orders(N, errors_on(mesh(n), N, wave_2d), errors_on(mesh(2 * n), N, wave_2d), 2);
  }
}

TEST(EllipticAccuracy, orders_on_curved_triangles) {
  for (int N = 1; N <= 6; ++N) {
    // A map of degree 3 makes polynomials of degree N in the cell's coordinates approximate to full order,
    // because it comes from a smooth one.
    const int n = N < 4 ? 8 : 4;
    expect_orders(N, errors_on(wavy_box(2, n, 3), N, wave_2d), errors_on(wavy_box(2, 2 * n, 3), N, wave_2d),
                  2);
  }
}

TEST(EllipticAccuracy, orders_on_tetrahedra) {
  for (int N = 1; N <= 6; ++N) {
    const auto mesh = [](int n) { return make_box({.dim = 3, .cells = {n, n, n}}); };
    const int n = N == 1 ? 6 : N < 4 ? 3 : 2, m = N < 4 ? 2 * n : 3;
    expect_orders(N, errors_on(mesh(n), N, wave_3d), errors_on(mesh(m), N, wave_3d),
                  static_cast<double>(m) / n);
  }
}

TEST(EllipticAccuracy, orders_on_curved_tetrahedra) {
  // One bend that every mesh interpolates with cells of degree 2.
  const auto mesh = [](int n) {
    Mesh box = make_box({.dim = 3, .cells = {n, n, n}, .geometry_order = 2});
    bend(box, [](Point x) {
      return Point{x[0] + 0.1 * x[1] * x[1], x[1] - 0.1 * x[2] * x[0], x[2] + 0.1 * x[0] * x[0]};
    });
    return box;
  };
  for (int N = 1; N <= 6; ++N) {
    const int n = N == 1 ? 4 : N < 5 ? 2 : 1, m = N == 1 ? 6 : N < 5 ? 3 : 2;
    expect_orders(N, errors_on(mesh(n), N, wave_3d), errors_on(mesh(m), N, wave_3d),
                  static_cast<double>(m) / n);
  }
}

TEST(EllipticAccuracy, orders_with_a_tensor_that_varies_in_space) {
  for (int N = 1; N <= 4; ++N) {
    const std::vector<std::string> kappa{"2+sin(x*y)", "x/2", "x/2", "3+y^2"};
    const auto mesh = [](int n) { return make_box({.dim = 2, .cells = {n, n, 1}}); };
    expect_orders(N, errors_on(mesh(4), N, wave_2d, kappa), errors_on(mesh(8), N, wave_2d, kappa), 2);
  }
}

TEST(EllipticAccuracy, linear_solutions_are_exact_on_curved_cells_of_no_higher_degree) {
  EXPECT_LE(errors_on(wavy_box(2, 3, 4), 4, "1+2*x-3*y").l2, 1e-10);
  EXPECT_LE(errors_on(wavy_box(3, 2, 3), 3, "1+2*x-3*y+z").l2, 1e-10);
}

/// (−1, 1)² without its quarter x > 0, y < 0, of 2n × 2n squares.
Mesh l_shape(int n) {
  const Mesh square =
      make_box({.dim = 2, .cells = {2 * n, 2 * n, 1}, .lower = {-1, -1, 0}, .upper = {1, 1, 0}});
  std::vector<std::vector<double>> vertices;
  for (const auto& x : square.nodes) vertices.push_back({x[0], x[1]});
  std::vector<std::vector<int>> cells;
  for (int e = 0; e < square.n_elements(); ++e) {
    const int* v = &square.elements[3 * e];
    const double x = vertices[v[0]][0] + vertices[v[1]][0] + vertices[v[2]][0];
    const double y = vertices[v[0]][1] + vertices[v[1]][1] + vertices[v[2]][1];
    if (x < 0 || y > 0) cells.push_back({v[0], v[1], v[2]});
  }
  return simplices(2, vertices, cells);
}

/// L2 norm of u − exact without the cells nearer than 1/2 to the origin (by the larger coordinate). The exact
/// solution is interpolated, which there is of order N + 1.
double error_away_from_the_corner(const Elliptic& problem, const std::vector<double>& u) {
  const Discretization& d = problem.discretization;
  const int Np = d.element.Np;
  const std::vector<double> x = map_points(problem.mesh, d.element.nodes),
                            middle = map_points(problem.mesh, {-1.0 / 3, -1.0 / 3});
  double sum = 0;
  for (int e = 0; e < d.K(); ++e) {
    if (std::max(std::abs(middle[2 * e]), std::abs(middle[2 * e + 1])) < 0.5) continue;
    Matrix error(Np, 1);
    for (int i = 0; i < Np; ++i) {
      const std::size_t node = static_cast<std::size_t>(e) * Np + i;
      error(i, 0) = u[node] - (*problem.options.exact)(x[2 * node], x[2 * node + 1], 0, 0);
    }
    sum += d.factors.straight(e).jacobian * (transpose(error) * (d.element.mass * error))(0, 0);
  }
  return std::sqrt(sum);
}

struct CornerErrors {
  double l2, away, gradient;
};

CornerErrors corner_errors(int n, int N) {
  Mesh mesh = l_shape(n);
  test::EllipticSystem options = test::elliptic_options(mesh, N, {"1"}, EllipticCondition::dirichlet);
  // r^(2/3) sin(2θ/3), the angle measured from the corner's bisector.
  options.exact = Expression::parse("(x^2+y^2)^(1/3) * sin(2/3*(atan2(-x-y, y-x) + 3*pi/4))");
  options.source = Expression(0.0);
  Elliptic problem(std::move(mesh), options);
  const auto u = problem.solve();
  return {problem.l2_error(u), error_away_from_the_corner(problem, u),
          *measure_solution(problem.op, u).gradient_error};
}

/// What the corner sends into the plate falls like h^(4/3) (Nitsche's duality, the dual solution being as
/// singular as this one), the error in the corner's own cells like h^(5/3). Of order 1, the first is larger
/// everywhere; of higher order it is what is left away from the corner.
TEST(EllipticAccuracy, a_reentrant_corner_limits_the_rates_to_four_and_two_thirds) {
  const CornerErrors first = corner_errors(16, 1), first_finer = corner_errors(32, 1);
  EXPECT_NEAR(std::log2(first.l2 / first_finer.l2), 4.0 / 3, 0.05);
  for (const int N : {2, 3}) {
    const CornerErrors coarse = corner_errors(8, N), fine = corner_errors(16, N);
    EXPECT_NEAR(std::log2(coarse.away / fine.away), 4.0 / 3, 0.02) << "N = " << N;
    EXPECT_NEAR(std::log2(coarse.gradient / fine.gradient), 2.0 / 3, 0.02) << "N = " << N;
    const double rate = std::log2(coarse.l2 / fine.l2);
    EXPECT_GE(rate, 4.0 / 3) << "N = " << N;
    EXPECT_LE(rate, 5.0 / 3) << "N = " << N;
  }
}

TEST(EllipticAccuracy, periodic_problems_that_nothing_fixes_are_solved_mean_free) {
  for (const int dim : {2, 3}) {
    Mesh mesh = make_box({.dim = dim, .cells = {4, 4, 3}, .periodic = {true, true, true}});
    test::EllipticSystem options = test::elliptic_options(mesh, 4, {"1"}, EllipticCondition::periodic);
    options.exact = Expression::parse("sin(2*pi*x)*cos(2*pi*y)");
    Elliptic problem(mesh, options);
    EXPECT_TRUE(problem.op.mean_free);
    EXPECT_LE(problem.l2_error(problem.solve()), 5e-3);
  }
}

TEST(EllipticAccuracy, pure_neumann_problems_are_solved_mean_free) {
  const auto error = [](int n) {
    Mesh mesh = make_box({.dim = 2, .cells = {n, n, 1}});
    test::EllipticSystem options = test::elliptic_options(mesh, 3, {"1"}, EllipticCondition::neumann);
    options.exact = Expression::parse("cos(pi*x)+x*y-1/4");  // of mean 0
    Elliptic problem(mesh, options);
    return problem.l2_error(problem.solve());
  };
  EXPECT_GE(std::log2(error(3) / error(6)), 3.8);
}

/// A quarter of a ring between radii 1 and 2.
Elliptic ring(int n, int N, EllipticCondition inner) {
  Mesh mesh = shell_sector(2, n, 4);
  test::EllipticSystem options = test::elliptic_options(mesh, N, {"3"}, EllipticCondition::neumann);
  options.boundaries.at("xmin").condition = inner;
  options.boundaries.at("xmin").charge = 1;
  if (inner == EllipticCondition::dirichlet) options.boundaries.at("xmin").value = Expression(1.0);
  options.boundaries.at("xmax").condition = EllipticCondition::dirichlet;
  return {std::move(mesh), options};
}

TEST(EllipticAccuracy, the_capacitance_of_a_ring_converges_twice_as_fast_as_the_field) {
  const double exact = 3 * (std::numbers::pi / 2) / std::log(2.0);
  std::vector<double> error;
  for (const int n : {2, 4}) {
    Elliptic problem = ring(n, 2, EllipticCondition::dirichlet);
    const auto u = problem.solve();
    error.push_back(std::abs(boundary_flux(problem.op, "xmin", u) - exact) / exact);
    EXPECT_NEAR(boundary_flux(problem.op, "xmax", u), -boundary_flux(problem.op, "xmin", u), 1e-9);
  }
  EXPECT_GE(std::log2(error[0] / error[1]), 3.5);  // 2N = 4
}

TEST(EllipticAccuracy, the_flux_of_an_exact_solution_is_known_on_the_outside_where_it_is_smooth) {
  Mesh mesh = shell_sector(2, 4, 4);
  test::EllipticSystem options = test::elliptic_options(mesh, 4, {"3"}, EllipticCondition::dirichlet);
  options.exact = Expression::parse("log(2/sqrt(x^2+y^2))/log(2)");
  const Elliptic problem(std::move(mesh), options);
  const double flux = 3 * (std::numbers::pi / 2) / std::log(2.0);
  EXPECT_NEAR(*exact_boundary_flux(problem.op, "xmin"), flux, 1e-6 * flux);
  EXPECT_NEAR(*exact_boundary_flux(problem.op, "xmax"), -flux, 1e-6 * flux);

  Mesh corner = make_box({.dim = 2, .cells = {2, 2, 1}});
  test::EllipticSystem singular = test::elliptic_options(corner, 4, {"1"}, EllipticCondition::dirichlet);
  singular.exact = Expression::parse("(x^2+y^2)^(1/3) * sin(2/3*atan2(y, x))");
  const Elliptic at_corner(std::move(corner), singular);
  EXPECT_FALSE(exact_boundary_flux(at_corner.op, "ymin")) << "its slope is infinite in the corner";
  EXPECT_TRUE(exact_boundary_flux(at_corner.op, "ymax"));

  Mesh split = make_box({.dim = 2, .cells = {2, 1, 1}}, true);
  split.boundary_names.emplace_back("sheet");
  for (int e = 0; e < split.n_elements(); ++e)
    for (int f = 0; f < 3; ++f)
      if (const int other = split.neighbor[e * 3 + f]; other >= 0 && split.region[other] != split.region[e])
        split.boundary[e * 3 + f] = static_cast<int>(split.boundary_names.size()) - 1;
  test::EllipticSystem inside = test::elliptic_options(split, 2, {"1"}, EllipticCondition::dirichlet);
  inside.exact = Expression::parse("if(x < 0.5, x, 1 - x)");
  const Elliptic kinked(std::move(split), inside);
  EXPECT_FALSE(exact_boundary_flux(kinked.op, "sheet"));
  EXPECT_NEAR(*exact_boundary_flux(kinked.op, "xmax"), -1, 1e-12);
}

/// On curved cells the element's own rule may have a higher degree than its order asks for.
TEST(EllipticAccuracy, the_energy_of_an_exact_solution_is_known_where_a_finer_rule_confirms_it) {
  for (const int p : {1, 3, 4})
    for (const int N : {1, 2, 3}) {
      const auto energy = [&](const char* exact) {
        Mesh mesh = p == 1 ? make_box({.dim = 2, .cells = {3, 3, 1}}) : wavy_box(2, 3, p);
        test::EllipticSystem options = test::elliptic_options(mesh, N, {"1"}, EllipticCondition::dirichlet);
        options.exact = Expression::parse(exact);
        Elliptic problem(std::move(mesh), options);
        const auto u = problem.solve();
        return exact_field_energy(problem.op, measure_solution(problem.op, u));
      };
      EXPECT_TRUE(energy("sin(x + 2*y)")) << "N " << N << " p " << p;
      EXPECT_FALSE(energy("((x-0.3)^2 + (y-0.4)^2)^0.02")) << "N " << N << " p " << p;
    }
}

TEST(EllipticAccuracy, a_floating_conductor_sees_the_same_capacitance) {
  const double exact = 3 * (std::numbers::pi / 2) / std::log(2.0);
  Elliptic problem = ring(4, 4, EllipticCondition::floating);
  const auto u = problem.solve();
  EXPECT_NEAR(1 / problem.op.potentials(u)[0], exact, 1e-6 * exact);
}

}  // namespace
}  // namespace dgsolve
