/// Derived fields of flows that take gradients: vorticity, Q, schlieren.

#include <gtest/gtest.h>

#include "solver/flow/enstrophy.hpp"
#include "solver/waves/diagnostics/derived_fields.hpp"
#include "tests/support/waves/every_physics.hpp"
#include "tests/support/waves/everything.hpp"
#include "tests/support/waves/flow_setup.hpp"

namespace dgsolve::test {
namespace {

std::vector<const Physics*> with_gradients() {
  std::vector<const Physics*> found;
  for (const Physics& physics : physics_registry())
    if (derived_fields(physics, {}).n_of_gradients > 0) found.push_back(&physics);
  return found;
}

class GradientFieldsOf : public testing::TestWithParam<const Physics*> {
 protected:
  Wave wave(const Mesh& mesh, int order) const {
    WaveSystem options =
        flow_options(physics.info.equation, order, mesh, {{"viscosity", 0.01}}, physics.info.riemann);
    if (!mesh.boundary_names.empty() && mesh.periodic_pairs.empty()) set_walls(options, mesh, "slip_wall");
    return {mesh, options};
  }
  static std::map<std::string, FieldError> errors_of(const Wave& wave, const std::vector<double>& values,
                                                     const std::map<std::string, std::string>& exact) {
    const auto state = wave.op.wave->allocate();
    state->upload(values);
    return errors(wave.op, parse(exact), 0, *state);
  }

  const Physics& physics = *GetParam();
  const int dim = physics.info.dim;
};

INSTANTIATE_TEST_SUITE_P(Registry, GradientFieldsOf, testing::ValuesIn(with_gradients()), name_of_physics);

TEST(GradientFields, are_those_of_all_flows) {
  for (const Physics& physics : physics_registry()) {
    const std::vector<VectorField>& vectors = physics.info.vectors;
    if (std::ranges::find(vectors, "velocity", &VectorField::name) == vectors.end()) continue;
    for (const std::string name : {"vorticity", "q", "schlieren"})
      EXPECT_TRUE(std::ranges::any_of(
          physics.info.derived,
          [&](const DerivedField& field) { return field.name.starts_with(name) && field.of_gradients; }))
          << name_of(physics) << ' ' << name;
  }
}

/// With ρ = 2 + 0.3x − 0.2y + 0.1z and v = G x: its curl, −½ tr G² and |∇ρ|.
TEST_P(GradientFieldsOf, a_linear_velocity_and_density_are_exact_in_straight_and_curved_cells) {
  const Mesh mesh = half_curved_box(dim);
  const Wave on_mesh = wave(mesh, 4);
  std::map<std::string, std::string> state = {{"rho", "2 + 0.3*x - 0.2*y"},
                                              {"u", "1 + 0.5*x - 0.7*y"},
                                              {"v", "0.2*x + 0.3*y"},
                                              {"p", "10"}},
                                     exact = {
                                         {"vorticity", "0.9"}, {"q", "-0.03"}, {"schlieren", "sqrt(0.13)"}};
  if (dim == 3) {
    state = {{"rho", "2 + 0.3*x - 0.2*y + 0.1*z"},
             {"u", "1 + 0.5*x - 0.7*y + 0.4*z"},
             {"v", "0.2*x + 0.3*y - 0.1*z"},
             {"w", "0.6*x + 0.8*y - 0.2*z"},
             {"p", "10"}};
    exact = {{"vorticity_x", "0.9"},
             {"vorticity_y", "-0.2"},
             {"vorticity_z", "0.9"},
             {"q", "-0.21"},
             {"schlieren", "sqrt(0.14)"}};
  }
  for (const auto& [field, error] : errors_of(on_mesh, on_mesh.project(parse(state), 0), exact))
    EXPECT_LT(error.linf, 1e-11) << field;
}

TEST_P(GradientFieldsOf, a_smooth_flow_converge_with_order_N) {
  const std::map<std::string, std::string> state = {
      {"rho", "2 + 0.5*sin(x)*sin(y)"}, {"u", "sin(x)*cos(y)"}, {"v", "-2*cos(x)*sin(y)"}, {"p", "10"}};
  std::map<std::string, std::string> exact = {
      {"q", "-2.5*cos(x)^2*cos(y)^2 + 2*sin(x)^2*sin(y)^2"},
      {"schlieren", "0.5*sqrt(cos(x)^2*sin(y)^2 + sin(x)^2*cos(y)^2)"}};
  exact[dim == 2 ? "vorticity" : "vorticity_z"] = "3*sin(x)*sin(y)";
  for (const int N : {1, 2, 3}) {
    const auto errors_with = [&](int cells) {
      const Wave on_mesh = wave(make_box(box_of(dim, cells, 0.5, 1.5, false)), N);
      return errors_of(on_mesh, on_mesh.project(parse(state), 0), exact);
    };
    const auto coarse = errors_with(2), fine = errors_with(4);
    for (const auto& [field, error] : fine)
      EXPECT_GE(observed_order(coarse.at(field).l2, error.l2), N - 0.25) << field << ", N = " << N;
  }
}

/// Of a flow that jumps from cell to cell.
TEST_P(GradientFieldsOf, a_flow_make_its_enstrophy) {
  const Wave on_mesh = wave(make_box(box_of(dim, 2, 0, 1, false)), 2);
  std::vector<double> values = on_mesh.random_state(1);
  const std::size_t Np = on_mesh.discretization.element.Np, n = physics.n_fields;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (i / Np % n == 0) values[i] = 3;
  const auto state = on_mesh.op.wave->allocate();
  state->upload(values);
  std::map<std::string, std::string> zero;
  for (const DerivedField& field : physics.info.derived)
    if (field.name.starts_with("vorticity")) zero[field.name] = "0";
  double squares = 0;
  for (const auto& [field, norm] : errors_of(on_mesh, values, zero)) squares += norm.l2 * norm.l2;
  EXPECT_GT(squares, 0);
  EXPECT_NEAR(enstrophy(on_mesh.op, *state), 0.5 * 3 * squares, 1e-12 * squares);
}

}  // namespace
}  // namespace dgsolve::test
