#include "solver/discretization/square_integrals.hpp"

#include <gtest/gtest.h>

#include "tests/support/meshes/curved_meshes.hpp"

namespace dgsolve {
namespace {

/// Sums over all cells of ∫u² of each field of a state.
std::vector<double> sums(const NodalSpace& space, int n_fields, const std::vector<double>& state,
                         bool covariant) {
  const SquareIntegrals integrals(space);
  const std::size_t of_cell = static_cast<std::size_t>(n_fields) * space.element.Np;
  std::vector<double> sum(n_fields);
  for (int e = 0; e < space.K(); ++e) {
    const std::vector<double> found =
        integrals.of_cell(e, std::span(state).subspan(e * of_cell, of_cell), covariant);
    for (int i = 0; i < n_fields; ++i) sum[i] += found[i];
  }
  return sum;
}

/// ∫f² dx over a mesh, by a rule of a much higher degree.
double exact_square(const Mesh& mesh, const Expression& f) {
  return integrate(mesh, 20, std::vector(mesh.region_names.size(), f * f));
}

TEST(SquareIntegrals, are_exact_of_polynomials_in_straight_and_in_curved_cells) {
  for (const int dim : {2, 3})
    for (const int geometry_order : {1, 3}) {
      const Mesh mesh = geometry_order == 1 ? make_box({.dim = dim, .cells = {3, 2, 2}, .jitter = 0.2})
                                            : wavy_box(dim, 1, geometry_order);
      const NodalSpace space(mesh, 3);
      // In curved cells coordinates are polynomials of the geometry's degree, so that these are of degree 3.
      const Expression f = Expression::parse(geometry_order == 1 ? "1 + x - 2*y*y + x*x*y" : "1 + 2*x - y");
      std::vector<double> state(space.n_dofs(2));
      space.project(f, 0, 1, 2, state);
      const double expected = exact_square(mesh, f);
      EXPECT_NEAR(sums(space, 2, state, false)[1], expected, 1e-12 * expected)
          << dim << "D, geometric order " << geometry_order;
    }
}

TEST(SquareIntegrals, of_covariant_vectors_are_those_of_a_uniform_field_by_the_volume) {
  for (const int geometry_order : {2, 3, 4}) {
    const Mesh mesh = wavy_box(3, 1, geometry_order);
    const NodalSpace space(mesh, 4);
    const std::vector<double> field = {1, -2, 0.5};
    const std::size_t Np = space.element.Np;
    std::vector<double> state;
    for (int e = 0; e < space.K(); ++e)
      for (const double component : field) state.insert(state.end(), Np, component);
    const double volume = exact_square(mesh, Expression(1.0));
    const std::vector<double> found = sums(space, 3, state, true);
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(found[i], field[i] * field[i] * volume, 1e-12 * volume) << geometry_order;
  }
}

}  // namespace
}  // namespace dgsolve
