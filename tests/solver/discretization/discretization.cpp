#include "solver/discretization/discretization.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "mesh/box.hpp"
#include "tests/support/meshes/curved_meshes.hpp"
#include "tests/support/meshes/state_integral.hpp"

namespace dgsolve {
namespace {

/// Cuts at every group.
struct OnMesh {
  OnMesh(Mesh m, int N)
      : mesh(std::move(m)), d(mesh, N, std::vector<bool>(mesh.boundary_names.size(), true)) {}
  Mesh mesh;
  Discretization d;
};

Mesh jittered_box(int dim) { return make_box({.dim = dim, .cells = {3, 2, 2}, .jitter = 0.2}); }

/// A polynomial of degree 3 in x, y and, in 3D, z.
Expression cubic(int dim) {
  return Expression::parse(dim == 2 ? "1 + x - 2*y*y + x*x*y" : "1 + x*z - 2*y*y + x*y*z + z^3");
}

TEST(Discretization, polynomials_up_to_the_order_are_projected_exactly_on_straight_cells) {
  for (int dim : {2, 3}) {
    const OnMesh s(jittered_box(dim), 3);
    std::vector<double> state(s.d.n_dofs(2), 7);
    s.d.project(cubic(dim), 0, 1, 2, state);
    EXPECT_LT(s.d.error(cubic(dim), 0, 1, 2, state).linf, 1e-12);
    const int Np = s.d.element.Np;
    const std::vector<double> nodes = s.d.all_nodes();
    for (int e = 0; e < s.d.K(); ++e)
      for (int i = 0; i < Np; ++i) {
        const double* x = &nodes[(e * Np + i) * dim];
        EXPECT_NEAR(state[(e * 2 + 1) * Np + i], cubic(dim)(x[0], x[1], dim == 3 ? x[2] : 0, 0), 1e-12);
        EXPECT_EQ(state[(e * 2) * Np + i], 7);  // the other field is left alone
      }
  }
}

/// The geometry itself (degree p in the reference coordinates) is in the space: the projection onto it must
/// be exact in any inner product.
TEST(Discretization, coordinates_are_projected_exactly_on_curved_cells) {
  for (int dim : {2, 3}) {
    const OnMesh s(wavy_box(dim, 2, 3), 3);
    ASSERT_EQ(s.d.factors.n_curved, s.d.K());
    std::vector<double> state(s.d.n_dofs(1));
    const Expression f = Expression::parse("2*x - y + 0.5*t");
    s.d.project(f, 2, 0, 1, state);
    EXPECT_LT(s.d.error(f, 2, 0, 1, state).linf, 1e-11);
  }
}

/// The remainder of a projection is orthogonal to polynomials in each cell's own weight: its integral is
/// zero.
TEST(Discretization, projection_keeps_the_integral_on_curved_cells) {
  for (int dim : {2, 3}) {
    const OnMesh s(wavy_box(dim, 1, 4), 4);
    std::vector<double> state(s.d.n_dofs(1)), nothing(s.d.n_dofs(1), 0);
    const Expression f = Expression::parse("exp(x + y)");
    s.d.project(f, 0, 0, 1, state);
    const double kept = integrate(s.d, 1, state, [](int, const double* u) { return u[0]; });
    const int much_finer = 20;
    const double exact = dgsolve::integrate(s.mesh, much_finer, std::vector(s.mesh.region_names.size(), f));
    EXPECT_NEAR(kept, exact, 1e-7 * exact);
  }
}

TEST(Discretization, projection_error_falls_with_order_n_plus_one) {
  const Expression f = Expression::parse("sin(3*x) * cos(2*y + z)");
  for (int dim : {2, 3})
    for (int geometry_order : {1, 3})
      for (int N = 1; N <= 4; ++N) {
        double error[2];
        for (int level = 0; level < 2; ++level) {
          const OnMesh s(wavy_box(dim, 2 << level, geometry_order), N);
          std::vector<double> state(s.d.n_dofs(1));
          s.d.project(f, 0, 0, 1, state);
          error[level] = s.d.error(f, 0, 0, 1, state).l2;
        }
        EXPECT_GT(std::log2(error[0] / error[1]), N + 0.7)
            << "dim " << dim << " N " << N << " p " << geometry_order;
      }
}

/// numerics.md: the L2 best approximation of sin πx sin πy on M×M squares of [−1,1]², each split in two.
TEST(Discretization, best_approximation_errors_are_the_published_ones) {
  const double table[2][8] = {{1.46e-1, 3.26e-2, 5.72e-3, 8.27e-4, 1.01e-4, 1.07e-5, 9.94e-7, 8.27e-8},
                              {3.90e-2, 4.33e-3, 3.79e-4, 2.72e-5, 1.65e-6, 8.70e-8, 4.04e-9, 1.67e-10}};
  const Expression f = Expression::parse("sin(pi*x) * sin(pi*y)");
  for (int i = 0; i < 2; ++i)
    for (int N = 1; N <= 8; ++N) {
      const int M = 4 << i;
      const OnMesh s(make_box({.dim = 2, .cells = {M, M}, .lower = {-1, -1, 0}}), N);
      std::vector<double> state(s.d.n_dofs(1));
      s.d.project(f, 0, 0, 1, state);
      EXPECT_NEAR(s.d.error(f, 0, 0, 1, state).l2, table[i][N - 1], 0.02 * table[i][N - 1])
          << "M " << M << " N " << N;
    }
}

TEST(Discretization, integrals_are_exact_for_products_of_the_fields) {
  for (int dim : {2, 3}) {
    const OnMesh s(jittered_box(dim), 2);
    std::vector<double> state(s.d.n_dofs(2));
    s.d.project(Expression::parse("x"), 0, 0, 2, state);
    s.d.project(Expression::parse("y*y"), 0, 1, 2, state);
    EXPECT_NEAR(integrate(s.d, 2, state, [](int, const double* u) { return u[0] * u[1]; }), 1.0 / 6, 1e-14);
    EXPECT_NEAR(integrate(s.d, 2, state, [](int e, const double*) { return e == 3 ? 1 : 0; }),
                s.d.factors.straight(3).jacobian * (dim == 2 ? 2 : 4.0 / 3), 1e-14);
  }
}

TEST(Discretization, a_nan_in_the_state_shows_in_the_error) {
  const OnMesh s(jittered_box(2), 2);
  std::vector<double> state(s.d.n_dofs(1), 0);
  state[5] = std::numeric_limits<double>::quiet_NaN();
  const FieldError error = s.d.error(Expression(0), 0, 0, 1, state);
  EXPECT_TRUE(std::isnan(error.l2));
  EXPECT_TRUE(std::isnan(error.linf));
}

/// Located points map back to where they were asked for, and interpolate a polynomial exactly there.
TEST(Discretization, points_are_found_and_interpolated_on_straight_and_curved_cells) {
  for (int dim : {2, 3})
    for (int p : {1, 3}) {
      const OnMesh s(wavy_box(dim, 3, p), 3);
      std::vector<double> state(s.d.n_dofs(1));
      const Expression f = Expression::parse("1 + 2*x - y");
      s.d.project(f, 0, 0, 1, state);
      for (const Point& asked : {Point{0.31, 0.42, 0.57}, Point{0.5, 0.61, 0.33}, Point{0.77, 0.7, 0.9}}) {
        const Location where = s.d.locate(asked);
        std::vector<double> x(dim);
        CellMap(s.mesh, {where.r, where.r + dim}).coordinates(where.element, x.data());
        for (int d = 0; d < dim; ++d) EXPECT_NEAR(x[d], asked[d], 1e-12);
        const std::vector<double> weights = s.d.interpolation_weights(where);
        double value = 0;
        for (int i = 0; i < s.d.element.Np; ++i)
          value += weights[i] * state[where.element * s.d.element.Np + i];
        EXPECT_NEAR(value, f(asked[0], asked[1], asked[2], 0), 1e-11);
      }
    }
}

TEST(Discretization, a_point_on_several_cells_belongs_to_the_lowest) {
  const OnMesh s(make_box({.dim = 3, .cells = {2, 2, 2}}), 1);
  int lowest = s.d.K();
  for (int e = s.d.K() - 1; e >= 0; --e)
    for (int v = 0; v < 4; ++v)
      if (s.mesh.vertex(e, v) == Point{0.5, 0.5, 0.5}) lowest = e;
  EXPECT_EQ(s.d.locate({0.5, 0.5, 0.5}).element, lowest);
}

TEST(Discretization, corners_and_points_a_hair_outside_belong_to_the_mesh) {
  const OnMesh s(make_box({.dim = 2, .cells = {3, 3}}), 2);
  for (const Point& x : {Point{0, 0, 0}, Point{1, 1, 0}, Point{1 + 1e-11, 0.4, 0}, Point{0.4, -1e-11, 0}})
    EXPECT_NO_THROW(s.d.locate(x));
  EXPECT_THROW(s.d.locate({1 + 1e-6, 0.4, 0}), MeshError);
}

TEST(Discretization, a_point_outside_is_an_error_that_names_it_and_the_mesh) {
  const OnMesh s(make_box({.dim = 2, .cells = {3, 3}}), 2);
  try {
    s.d.locate({2, 0.5, 0});
    FAIL() << "found a point outside";
  } catch (const MeshError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("(2, 0.5)"), std::string::npos) << text;
    EXPECT_NE(text.find("(0, 0) and (1, 1)"), std::string::npos) << text;
  }
  EXPECT_THROW(s.d.locate({std::numeric_limits<double>::quiet_NaN(), 0.5, 0}), MeshError);
}

/// Newton must not take the hollow of a curved wall for the cell beside it.
TEST(Discretization, the_hollow_side_of_a_curved_wall_is_outside) {
  const OnMesh s(shell_sector(2, 2, 4), 2);
  const double c = std::cos(0.5), n = std::sin(0.5);
  EXPECT_NO_THROW(s.d.locate({1.001 * c, 1.001 * n, 0}));
  EXPECT_THROW(s.d.locate({0.99 * c, 0.99 * n, 0}), MeshError);
  EXPECT_NO_THROW(s.d.locate({1.999 * c, 1.999 * n, 0}));
  EXPECT_THROW(s.d.locate({2.01 * c, 2.01 * n, 0}), MeshError);
}

TEST(Discretization, orders_out_of_range_are_refused) {
  const Mesh mesh = make_box({.dim = 2});
  EXPECT_THROW(Discretization(mesh, 0, std::vector<bool>(4, true)), std::invalid_argument);
  EXPECT_THROW(Discretization(mesh, 99, std::vector<bool>(4, true)), std::invalid_argument);
}

}  // namespace
}  // namespace dgsolve
