/// Forces on bodies: what the flow loses, and values that are known.

#include "solver/flow/forces.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "solver/flow/momentum.hpp"
#include "tests/support/waves/every_physics.hpp"
#include "tests/support/waves/everything.hpp"
#include "tests/support/waves/flow_setup.hpp"

namespace dgsolve::test {
namespace {

std::vector<const Physics*> physics_with_forces() {
  std::vector<const Physics*> all = all_physics();
  std::erase_if(all, [](const Physics* physics) { return !has_momentum(physics->info); });
  return all;
}

std::vector<double> forces_of(const Wave& wave, const std::vector<double>& state, const ForceOptions& options,
                              double t = 0) {
  const Forces forces(wave.op, wave.options, options);
  const auto array = wave.op.wave->allocate();
  array->upload(state);
  const auto sampler = wave.op.wave->sampler(forces.samples());
  sampler->take(*array, 0);
  return forces.at(sampler->read().values, t);
}

double column(const Wave& wave, const ForceOptions& options, const std::vector<double>& row,
              const std::string& name) {
  const std::vector<ForceColumn> columns = force_columns(wave.physics, options);
  const auto found = std::ranges::find(columns, name, &ForceColumn::name);
  EXPECT_NE(found, columns.end()) << name;
  return row.at(found - columns.begin());
}

/// Any box, whose walls have the equation's boundary types one after the other.
WaveSystem options_with_types(const Physics& physics, const Mesh& mesh, int first_type) {
  WaveSystem options = options_with_everything(physics, mesh, 3);
  options.source.clear();
  const std::vector<BoundaryTypeInfo>& types = physics.info.boundary_types;
  for (std::size_t i = 0; i < mesh.boundary_names.size(); ++i) {
    const BoundaryTypeInfo& type = types[(first_type + i) % types.size()];
    BoundaryOptions& boundary = options.boundaries[mesh.boundary_names[i]] = {type.name, "", {}};
    if (type.needs_data) boundary.data = some_data(physics);
    for (const ParameterInfo& parameter : type.parameters)
      boundary.data[parameter.name] = Expression::parse("1 + 0.1*sin(3*t + x - 2*y)");
  }
  return options;
}

class ForcesOfPhysics : public testing::TestWithParam<const Physics*> {
 protected:
  /// The flow's momentum changes by what the boundaries get.
  void expect_balance(const Mesh& mesh, const WaveSystem& options) {
    Wave wave(mesh, options);
    const std::vector<double> state = wave.random_state(7);
    const double t = 0.3;
    std::vector<double> rate(state.size());
    evaluate(wave.op, state, t, rate);
    const auto array = wave.op.wave->allocate();
    array->upload(rate);
    const std::vector<double> change = wave.op.wave->integrals(*array);
    const std::vector<double> row = forces_of(wave, state, {.name = "all", .of = mesh.boundary_names}, t);
    for (int d = 0; d < mesh.dim; ++d)
      EXPECT_NEAR(change[1 + d], -row[d], 1e-12 * (1 + std::abs(row[d])) * wave.discretization.K()) << d;
  }
};

TEST_P(ForcesOfPhysics, are_what_the_flow_loses_in_straight_and_curved_cells_at_every_boundary) {
  const Physics& physics = *GetParam();
  const Mesh mesh = half_curved_box(physics.info.dim);
  for (const int first_type : {0, 3}) expect_balance(mesh, options_with_types(physics, mesh, first_type));
}

TEST_P(ForcesOfPhysics, are_what_the_flow_loses_by_every_quadrature) {
  using enum VolumeQuadrature;
  const Physics& physics = *GetParam();
  const Mesh mesh = make_box({.dim = physics.info.dim, .cells = {2, 2, 2}, .jitter = 0.2}, true);
  for (const VolumeQuadrature quadrature : {over_integrated, cell, nodal}) {
    WaveSystem options = options_with_types(physics, mesh, 3);
    options.quadrature = quadrature;
    expect_balance(mesh, options);
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, ForcesOfPhysics, testing::ValuesIn(physics_with_forces()),
                         name_of_physics);

/// Gas at rest with pressure 2 in the unit square.
TEST(Forces, of_a_pressure_and_their_moments_and_coefficients_are_those_of_statics) {
  const Mesh mesh = make_box(box_of(2, 2, 0, 1, false));
  WaveSystem options = flow_options("euler", 2, mesh);
  set_walls(options, mesh, "slip_wall");
  const Wave wave(mesh, options);
  const std::vector<double> state = wave.project(parse({{"rho", "1"}, {"p", "2"}}), 0);
  ForceOptions right{.name = "right", .of = {"xmax"}, .about = {1, 0.25, 0}};
  right.direction = {-0.6, 0.8, 0};
  right.area = 0.5;
  right.length = 4;
  right.reference = ForceReference{.rho = 3, .velocity = 2};
  const auto expect = [&](const std::string& name, double value) {
    EXPECT_NEAR(column(wave, right, forces_of(wave, state, right), name), value, 1e-13) << name;
  };
  expect("force_x", 2);
  expect("force_y", 0);
  expect("moment_z", -0.25 * 2);
  expect("coefficient", -0.6 * 2 / (0.5 * 3 * 4 * 0.5));
  expect("moment_coefficient_z", -0.5 / (0.5 * 3 * 4 * 0.5 * 4));
  right.pressure = 2;  // on the other side too
  expect("force_x", 0);
  expect("moment_z", 0);
}

/// Couette flow with heat (tests/solver/flow/navier_stokes.cpp): τ = μ, q = κ dT/dy.
TEST(Forces, friction_heat_and_y_plus_are_those_of_couette_flow) {
  BoxOptions box = box_of(2, 4, 0, 1, false);
  box.periodic[0] = true;
  const Mesh mesh = make_box(box);
  const double mu = 0.05, kappa = mu * 3.5 / 0.72;
  WaveSystem options = flow_options("navier_stokes", 4, mesh, {{"viscosity", mu}});
  const std::string T = "(0.8 + 0.1*y + 0.72/7*y*(1 - y))";
  options.boundaries["ymin"] = {"wall", "", parse({{"temperature", "0.8"}})};
  options.boundaries["ymax"] = {"wall", "", parse({{"temperature", "0.9"}, {"u", "1"}})};
  const Wave wave(mesh, options);
  const std::vector<double> state = wave.project(parse({{"rho", "1/" + T}, {"u", "y"}, {"p", "1"}}), 0);
  const auto at = [&](const std::string& group, const std::string& name) {
    const ForceOptions wall{.name = group, .of = {group}};
    return column(wave, wall, forces_of(wave, state, wall), name);
  };
  EXPECT_NEAR(at("ymin", "force_x"), mu, 1e-4 * mu);
  EXPECT_NEAR(at("ymin", "viscous_x"), mu, 1e-4 * mu);
  EXPECT_NEAR(at("ymax", "force_x"), -mu, 1e-4 * mu);
  EXPECT_NEAR(at("ymin", "force_y"), -1, 1e-4);
  EXPECT_NEAR(at("ymin", "heat"), kappa * (0.1 + 0.72 / 7), 1e-3 * kappa);
  EXPECT_NEAR(at("ymax", "heat"), kappa * (0.72 / 7 - 0.1), 1e-3 * kappa);  // the work is no heat
  const double y = *std::ranges::min_element(wave.discretization.factors.smallest_altitude) / 5;
  EXPECT_NEAR(at("ymin", "y_plus"), y * std::sqrt(mu / 0.8) / mu, 1e-3);
}

}  // namespace
}  // namespace dgsolve::test
