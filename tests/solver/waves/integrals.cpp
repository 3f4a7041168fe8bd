/// Integrals that equations name.

#include <gtest/gtest.h>

#include "tests/support/waves/everything.hpp"
#include "tests/support/waves/test_equations.hpp"

namespace dgsolve::test {
namespace {

class IntegralsOf : public testing::TestWithParam<const Physics*> {
 protected:
  const Physics& physics = *GetParam();

  double mass(const Wave& wave, const std::vector<double>& state) const {
    const auto array = wave.op.wave->allocate();
    array->upload(state);
    return wave.op.wave->integrals(*array).at(0);
  }
  Wave wave(Mesh mesh, const std::string& walls, const std::string& u) const {
    WaveSystem options = exact_options(physics, 4, mesh);
    set_walls(options, mesh, walls);
    if (walls != "periodic") set_walls(options, mesh, physics.info.boundary_types.front().name);
    options.initial =
        physics.info.primitive ? parse({{"rho", u}, {"u", "1"}, {"p", "1"}}) : parse({{"u", u}});
    return {std::move(mesh), options, physics, host_of_tests()};
  }
};

std::vector<const Physics*> with_a_mass() {
  std::vector<const Physics*> found;
  for (const Physics* physics : all_equations())
    if (!physics->info.integrals.named.empty() && physics->info.integrals.named.front().name == "mass")
      found.push_back(physics);
  return found;
}
INSTANTIATE_TEST_SUITE_P(Registry, IntegralsOf, testing::ValuesIn(with_a_mass()), name_of_physics);

TEST_P(IntegralsOf, a_polynomial_in_straight_cells_are_exact) {
  BoxOptions box = box_of(physics.info.dim, 3, 0, 2, false);
  box.jitter = 0.2;
  const Wave on_box = wave(make_box(box), "", "1 + 2*x + y^3");
  const double volume = physics.info.dim == 2 ? 4 : 8;
  EXPECT_NEAR(mass(on_box, on_box.project(on_box.options.initial, 0)), volume * (1 + 2 + 2), 1e-12 * volume);
}

/// J is a polynomial of degree N there.
TEST_P(IntegralsOf, a_constant_in_curved_cells_are_exact) {
  Mesh mesh = half_curved_box(physics.info.dim);
  double volume = 0;
  {
    const Wave one = wave(mesh, "", "1");
    const std::vector<double> weights = one.discretization.element.cell_rule.weights;
    const CellMap map(one.mesh, one.discretization.element.cell_rule.points);
    std::vector<double> J(weights.size());
    for (int e = 0; e < one.mesh.n_elements(); ++e) {
      map.jacobians(e, J.data());
      for (std::size_t q = 0; q < J.size(); ++q) volume += weights[q] * J[q];
    }
    EXPECT_NEAR(mass(one, one.project(one.options.initial, 0)), volume, 1e-11);
  }
}

/// The mass that leaves a cell enters its neighbour, in curved ones by the weak form.
TEST_P(IntegralsOf, a_periodic_run_stay_as_they_are) {
  for (const bool curved : {false, true}) {
    if (curved && physics.info.linear) continue;  // its form there conserves the energy
    BoxOptions box = box_of(physics.info.dim, 3, 0, 1, true);
    box.geometry_order = curved ? 2 : 1;
    Mesh mesh = make_box(box);
    if (curved)
      for (auto& x : mesh.nodes) {
        double bump = 0.05;
        for (int d = 0; d < mesh.dim; ++d) bump *= std::sin(M_PI * x[d]);
        for (int d = 0; d < mesh.dim; ++d) x[d] += (d + 1) * bump;
      }
    Wave run = wave(std::move(mesh), "periodic", "2 + sin(2*pi*x)*cos(2*pi*y)");
    ASSERT_EQ(run.discretization.factors.n_curved > 0, curved);
    const std::vector<double> initial = run.project(run.options.initial, 0);
    const std::vector<double> after = run.after_steps(initial, choose_time_step(run.op, {}).dt / 4, 20);
    EXPECT_NE(initial, after);
    EXPECT_NEAR(mass(run, after), mass(run, initial), 1e-12);
  }
}

}  // namespace
}  // namespace dgsolve::test
