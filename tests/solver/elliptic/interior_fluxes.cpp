// Fluxes through groups of faces inside the mesh, and means over regions.
#include "solver/elliptic/interior_fluxes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "mesh/base/faces.hpp"
#include "mesh/box.hpp"
#include "tests/support/elliptic/elliptic_setup.hpp"

namespace dgsolve {
namespace {

using test::Elliptic;

/// Puts the faces inside the mesh that are chosen by their centre into a group "cut".
void cut(Mesh& mesh, const std::function<bool(const Point&)>& is_cut) {
  mesh.boundary_names.emplace_back("cut");
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f)
      if (const int i = side_index(mesh, {e, f}); mesh.neighbor[i] >= 0 && is_cut(face_center(mesh, {e, f})))
        mesh.boundary[i] = static_cast<int>(mesh.boundary_names.size()) - 1;
}

bool is_near(double a, double b) { return std::abs(a - b) < 1e-9; }

/// No condition at the group "cut".
Elliptic with_exact(Mesh mesh, int N, const std::string& kappa, const std::string& exact) {
  test::EllipticSystem options = test::elliptic_options(mesh, N, {kappa}, EllipticCondition::dirichlet);
  options.boundaries.erase("cut");
  options.exact = Expression::parse(exact);
  return {std::move(mesh), options};
}

InteriorFlux flux_of_cut(const Elliptic& problem, const std::vector<double>& u) {
  const auto fluxes = interior_fluxes(problem.op, u);
  EXPECT_EQ(fluxes.size(), 1u);
  return fluxes.at("cut").value();
}

TEST(InteriorFluxes, of_linear_and_quadratic_solutions_are_exact_out_of_the_first_region) {
  for (const int dim : {2, 3})
    for (const auto& [exact, slope] : {std::pair("1 + 2*x - 3*y", 2.), {"x^2 + x*y", 1.5}}) {
      Mesh mesh = make_box({.dim = dim, .cells = {4, 3, 2}, .upper = {1, 1, 2}}, true);
      cut(mesh, [](const Point& x) { return is_near(x[0], 0.5); });
      Elliptic problem = with_exact(std::move(mesh), 2, "3", exact);
      const InteriorFlux found = flux_of_cut(problem, problem.solve());
      EXPECT_NEAR(found.flux, 3 * slope * (dim == 2 ? 1 : 2), 1e-9);
      EXPECT_EQ(found.normal, "out of box");
    }
}

TEST(InteriorFluxes, through_a_section_of_one_region_go_along_the_axis) {
  for (const int dim : {2, 3}) {
    Mesh mesh = make_box({.dim = dim, .cells = {3, 4, 2}});
    cut(mesh, [](const Point& x) { return is_near(x[1], 0.25) && x[0] < 0.6; });
    Elliptic problem = with_exact(std::move(mesh), 2, "2", "y^2 - 5*x");
    const InteriorFlux found = flux_of_cut(problem, problem.solve());
    EXPECT_NEAR(found.flux, 2 * 2 * 0.25 * 2 / 3, 1e-9);
    EXPECT_EQ(found.normal, "along (0, 1, 0)");
  }
}

bool is_on_inner_box(const Point& x) {
  const double far = std::max(std::abs(x[0] - 0.5), std::abs(x[1] - 0.5));
  return is_near(far, 0.25);
}

TEST(InteriorFluxes, out_of_a_closed_surface_balance_the_source_within_whatever_the_solution) {
  Mesh mesh = make_box({.dim = 2, .cells = {8, 8, 1}});
  cut(mesh, is_on_inner_box);
  test::EllipticSystem options = test::elliptic_options(mesh, 2, {"1 + x*y"}, EllipticCondition::dirichlet);
  options.boundaries.erase("cut");
  options.source = Expression::parse("if(x > 0.5, 3, 1)");  // ∫ = 4 · 1/8 within
  Elliptic problem(std::move(mesh), options);
  const InteriorFlux found = flux_of_cut(problem, problem.solve());
  EXPECT_NEAR(found.flux, -0.5, 1e-9);
  EXPECT_EQ(found.normal, "out of what the faces enclose");
}

TEST(InteriorFluxes, of_bent_faces_that_enclose_nothing_are_left_out) {
  Mesh mesh = make_box({.dim = 2, .cells = {8, 8, 1}});
  cut(mesh, [](const Point& x) { return is_on_inner_box(x) && x[0] < 0.7; });
  Elliptic problem = with_exact(std::move(mesh), 1, "1", "x");
  EXPECT_FALSE(interior_fluxes(problem.op, problem.solve()).at("cut").has_value());
}

TEST(InteriorFluxes, are_none_at_conditions_and_periodic_sides) {
  Mesh mesh = make_box({.dim = 2, .cells = {4, 4, 1}, .periodic = {false, true, false}});
  cut(mesh, [](const Point& x) { return is_near(x[0], 0.5); });
  test::EllipticSystem options = test::elliptic_options(mesh, 1, {"1"}, EllipticCondition::dirichlet);
  for (const char* side : {"ymin", "ymax"}) options.boundaries[side].condition = EllipticCondition::periodic;
  Elliptic problem(std::move(mesh), options);
  EXPECT_TRUE(interior_fluxes(problem.op, problem.solve()).empty());
}

TEST(RegionMeans, of_linear_and_quadratic_solutions_are_exact) {
  for (const auto& [exact, left, right] :
       {std::tuple("1 + 2*x - 2*y", 0.5, 1.5), {"x^2 - y", 1. / 12 - .5, 7. / 12 - .5}}) {
    Mesh mesh = make_box({.dim = 2, .cells = {4, 3, 1}}, true);
    Elliptic problem = with_exact(std::move(mesh), 2, "3", exact);
    const auto means = measure_solution(problem.op, problem.solve()).mean;
    EXPECT_NEAR(means.at("box"), left, 1e-10);
    EXPECT_NEAR(means.at("box2"), right, 1e-10);
  }
}

}  // namespace
}  // namespace dgsolve
