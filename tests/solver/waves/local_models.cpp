/// Local models as the solver hands them over: conductivity as an auxiliary equation against the equation's
/// own.
#include "solver/waves/local_models.hpp"

#include <gtest/gtest.h>

#include "tests/models/conductivity.hpp"
#include "tests/support/kernels/local_models.hpp"
#include "tests/support/relative_difference.hpp"
#include "tests/support/waves/everything.hpp"

namespace dgsolve::test {
namespace {

using Toy = Conductivity<Formulation::full>;

LocalModelInfo toy() { return info_of_model<Toy>("conductivity", "tests/models/conductivity.hpp"); }

/// Two lossy regions, half of the cells curved, driven from rest.
struct Driven {
  Driven() : physics(find_physics("maxwell", 3, "")), mesh(half_curved_box(3)) {
    options = options_with_everything(physics, mesh, 3);
    for (auto& [region, parameters] : options.regions) parameters["sigma"] = Expression(0.0);
  }
  /// The fields after some steps.
  std::vector<double> run(double* dt = nullptr) {
    Mesh joined = mesh;
    const Discretization discretization(joined, options.order, apply_boundaries(joined, options));
    host::HostDevice<double> device(host_with_models());
    SpatialOperator op(discretization, physics, options, device);
    if (dt != nullptr) *dt = choose_time_step(op, {}).dt;
    std::vector<double> fields(discretization.n_dofs(physics.n_fields));
    const std::unique_ptr<Integrator> integrator = std::make_unique<RungeKutta>(op, fields);
    integrator->advance(0, 2e-3, 40);
    integrator->download(fields);
    return fields;
  }

  const Physics& physics;
  const Mesh mesh;
  WaveSystem options;
};

TEST(LocalModels, of_regions_do_what_the_equation_does_there) {
  Driven by_model, by_sigma;
  const std::vector<double> lossless = by_sigma.run();
  double rate = 3;
  for (const std::string& region : by_model.mesh.region_names) {
    by_model.options.models[region] = {toy(), {{"rate", rate}}};
    const double epsilon =
        by_model.options.units.epsilon_0 * by_model.options.regions.at(region).at("epsilon_r")(0, 0, 0, 0);
    by_sigma.options.regions[region]["sigma"] = Expression(rate * epsilon);
    rate *= 2;
  }
  const std::vector<double> expected = by_sigma.run();
  EXPECT_LT(relative_difference(by_model.run(), expected), 1e-12);
  EXPECT_GT(relative_difference(lossless, expected), 1e-3);
}

TEST(LocalModels, that_are_fast_limit_the_time_step_as_relaxation_does) {
  Driven by_model, by_sigma;
  const std::string region = by_model.mesh.region_names[0];
  const double rate = 1e5, epsilon = by_model.options.units.epsilon_0 *
                                     by_model.options.regions.at(region).at("epsilon_r")(0, 0, 0, 0);
  by_model.options.models[region] = {toy(), {{"rate", rate}}};
  by_sigma.options.regions[region]["sigma"] = Expression(rate * epsilon);
  double limited = 0, expected = 0;
  by_model.run(&limited);
  by_sigma.run(&expected);
  EXPECT_NEAR(limited, expected, 1e-12 * expected);
  // Beside a loss the rates add up.
  double with_both = 0, with_sum = 0;
  by_model.options.regions[region]["sigma"] = Expression(rate * epsilon);
  by_sigma.options.regions[region]["sigma"] = Expression(2 * rate * epsilon);
  by_model.run(&with_both);
  by_sigma.run(&with_sum);
  EXPECT_NEAR(with_both, with_sum, 1e-12 * with_sum);
}

TEST(LocalModels, refuse_regions_and_parameters_that_do_not_exist) {
  const Mesh mesh = half_curved_box(3);
  const auto made = [&](const std::string& region, const std::map<std::string, double>& parameters) {
    LocalModels(mesh, {{region, {toy(), parameters}}}, {});
  };
  const std::string region = mesh.region_names[0];
  EXPECT_NO_THROW(made(region, {{"rate", 1}}));
  EXPECT_THROW(made("nowhere", {{"rate", 1}}), std::invalid_argument);
  EXPECT_THROW(made(region, {}), std::invalid_argument);
  EXPECT_THROW(made(region, {{"rate", -1}}), std::invalid_argument);
  EXPECT_THROW(made(region, {{"rate", 1}, {"ratio", 1}}), std::invalid_argument);
}

}  // namespace
}  // namespace dgsolve::test
