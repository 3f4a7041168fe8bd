/// Local models as the solver hands them over: conductivity as an auxiliary equation against the equation's
/// own.
#include "solver/waves/physics/local_models.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "kernels/models/absorbing_layer.hpp"
#include "kernels/models/layered_poles.hpp"
#include "solver/electromagnetics/layers/absorbing_layers.hpp"
#include "solver/waves/diagnostics/energy_ledger.hpp"
#include "tests/models/layered_conductivity.hpp"
#include "tests/support/kernels/kernel_files.hpp"
#include "tests/support/relative_difference.hpp"
#include "tests/support/waves/everything.hpp"
#include "tests/support/waves/powers.hpp"

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
    host::HostDevice<double> device(with_kernels_of_tests());
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
    by_model.options.models[region] = {{toy(), {{"rate", rate}}}};
    const double epsilon =
        by_model.options.units.epsilon_0 * by_model.options.regions.at(region).at("epsilon_r")(0, 0, 0, 0);
    by_sigma.options.regions[region]["sigma"] = Expression(rate * epsilon);
    rate *= 2;
  }
  const std::vector<double> expected = by_sigma.run();
  EXPECT_LT(relative_difference(by_model.run(), expected), 1e-12);
  EXPECT_GT(relative_difference(lossless, expected), 1e-3);
}

/// Whether what a model does changes with du/dt, for random values of all it is given.
template <class M>
bool depends_on_rate(std::mt19937& generator) {
  const auto fill = [&](auto& values) {
    for (double& value : values.v) value = std::uniform_real_distribution(0.5, 2.0)(generator);
  };
  Vec<double, M::Equation::n_fields> u, before[2], rate[2];
  Vec<double, M::n_aux> z, z_rate[2];
  Vec<double, M::n_coefficients> k;
  fill(u);
  fill(z);
  fill(k);
  double difference = 0;
  for (int i = 0; i < 2; ++i) {
    fill(before[i]);
    rate[i] = before[i];
    M::add_rates(u, z, k, rate[i], z_rate[i]);
  }
  for (int f = 0; f < M::Equation::n_fields; ++f)
    difference = std::max(difference, std::abs((rate[1][f] - before[1][f]) - (rate[0][f] - before[0][f])));
  for (int a = 0; a < M::n_aux; ++a) difference = std::max(difference, std::abs(z_rate[1][a] - z_rate[0][a]));
  return difference > 1e-12;
}
template <class... M>
void expect_rates_needed_as_said(Models<M...>) {
  std::mt19937 generator(3);
  const auto check = [&]<class Model>(Model*) {
    EXPECT_EQ(depends_on_rate<Model>(generator), Model::needs_rate) << Model::type;
  };
  (check(static_cast<M*>(nullptr)), ...);
}

TEST(LocalModels, need_the_rate_of_the_fields_where_they_say_so) {
  expect_rates_needed_as_said(absorbing_layer_models{});
  expect_rates_needed_as_said(poles_models{});
  expect_rates_needed_as_said(layered_poles_models{});
  expect_rates_needed_as_said(conductivity_models{});
  expect_rates_needed_as_said(layered_conductivity_models{});
}

TEST(LocalModels, that_are_fast_limit_the_time_step_as_relaxation_does) {
  Driven by_model, by_sigma;
  const std::string region = by_model.mesh.region_names[0];
  const double rate = 1e5, epsilon = by_model.options.units.epsilon_0 *
                                     by_model.options.regions.at(region).at("epsilon_r")(0, 0, 0, 0);
  by_model.options.models[region] = {{toy(), {{"rate", rate}}}};
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
    LocalModels(mesh, {{region, {{toy(), parameters}}}}, {});
  };
  const std::string region = mesh.region_names[0];
  EXPECT_NO_THROW(made(region, {{"rate", 1}}));
  EXPECT_THROW(made("nowhere", {{"rate", 1}}), std::invalid_argument);
  EXPECT_THROW(made(region, {}), std::invalid_argument);
  EXPECT_THROW(made(region, {{"rate", -1}}), std::invalid_argument);
  EXPECT_THROW(made(region, {{"rate", 1}, {"ratio", 1}}), std::invalid_argument);
}

/// A conductor beside vacuum, by σ or by the local model, with absorbing layers and their edge that go on
/// from both.
template <Formulation formulation>
Wave conductor_in_layers(bool by_model) {
  constexpr double rate = 3;
  constexpr int dim = Maxwell<formulation>::dim;
  const Mesh mesh = make_box({.dim = dim, .cells = {2, dim == 2 ? 2 : 1, 1}}, true);
  const Physics& physics = find_physics("maxwell", dim, dim == 2 ? "TM" : "");
  WaveSystem system;
  system.equation = "maxwell";
  system.formulation = physics.info.formulation;
  system.order = 2;
  system.regions["box"] = system.regions["box2"] = {};
  if (by_model)
    system.models["box2"] = {
        {info_of_model<Conductivity<formulation>>("conductivity", "tests/models/conductivity.hpp"),
         {{"rate", rate}}}};
  else
    system.regions["box2"]["sigma"] = Expression(rate);
  for (const std::string& boundary : mesh.boundary_names) system.boundaries[boundary].type = "pec";
  for (const char* const side : {"xmax", "ymax"}) {
    system.boundaries[side].type = "open";
    system.boundaries[side].open.emplace().thickness = 1;
  }
  system.source = parse({{"Ez", "exp(-((t-0.5)/0.2)^2)*cos(2*x)*(1+y)"}});
  std::vector<std::string> notes;
  Mesh layered = *build_absorbing_layers(mesh, physics, system, notes);
  return Wave(std::move(layered), system, physics,
              std::make_unique<host::HostDevice<double>>(with_kernels_of_tests()));
}

/// Fields after 40 steps from rest.
std::vector<double> driven(Wave& wave) {
  return wave.after_steps(std::vector<double>(wave.discretization.n_dofs(wave.physics.n_fields)), 2e-2, 40);
}

TEST(LayersOverMedia, absorb_as_those_that_know_the_loss) {
  const auto expect_alike = [](Wave by_model, Wave by_sigma) {
    const std::vector<double> expected = driven(by_sigma);
    EXPECT_LT(relative_difference(driven(by_model), expected), 1e-12);
    EXPECT_EQ(choose_time_step(by_model.op, {}).dt, choose_time_step(by_sigma.op, {}).dt);
  };
  expect_alike(conductor_in_layers<Formulation::tm>(true), conductor_in_layers<Formulation::tm>(false));
  expect_alike(conductor_in_layers<Formulation::full>(true), conductor_in_layers<Formulation::full>(false));
}

TEST(LayersOverMedia, have_powers_that_add_up_to_the_rate_of_the_energy) {
  expect_powers_that_add_up(conductor_in_layers<Formulation::tm>(true));
  expect_powers_that_add_up(conductor_in_layers<Formulation::full>(true));
}

TEST(LocalModels, in_curved_cells_have_powers_that_add_up_to_the_rate_of_the_energy) {
  const auto info = [](auto* model, const std::string& file) {
    return info_of_model<std::remove_pointer_t<decltype(model)>>("model", file);
  };
  const RegionModel conductor{toy(), {{"rate", 1}}};
  const std::map<std::string, double> absorption{
      {"absorption_x", 3}, {"absorption_y", 2}, {"shift", 0.4}, {"relaxation", 0.3}};
  const std::string layers = "kernels/models/absorbing_layer.hpp";
  const RegionModel edge{info(static_cast<AbsorbingLayer<Formulation::full, 2>*>(nullptr), layers),
                         absorption};
  for (const std::vector<RegionModel>& models : {std::vector{conductor}, {edge}, {edge, conductor}}) {
    Driven driven;
    driven.options.sources.clear();  // none may stand in a layer
    for (const std::string& region : driven.mesh.region_names) driven.options.models[region] = models;
    expect_powers_that_add_up(Wave(driven.mesh, driven.options, driven.physics,
                                   std::make_unique<host::HostDevice<double>>(with_kernels_of_tests())));
  }
}

TEST(LayersOverMedia, close_the_ledger_of_a_run_to_ten_digits) {
  Wave wave = conductor_in_layers<Formulation::tm>(true);
  RungeKutta integrator(wave.op, std::vector<double>(wave.discretization.n_dofs(wave.physics.n_fields)));
  EnergyLedger books;
  constexpr double dt = 1e-3;
  for (int step = 0; step <= 1500; ++step) {
    const double t = step * dt;
    if (step > 0) integrator.advance(t - dt, dt, 1);
    books.add(wave.op.wave->energy(integrator.state()), {t, wave.op.wave->powers(integrator.state(), t)});
  }
  EXPECT_LE(std::abs(books.remainder()), 1e-10 * books.put_in());
  EXPECT_GT(books.record().work.loss, 0.1 * books.put_in());
}

TEST(LocalModels, are_one_or_a_layer_over_a_medium) {
  const Mesh mesh = half_curved_box(3);
  const RegionModel medium{toy(), {{"rate", 1}}};
  const RegionModel layer{
      info_of_model<AbsorbingLayer<Formulation::full, 1>>("layer", "kernels/models/absorbing_layer.hpp"),
      {{"shift", 1}}};
  const auto made = [&](const std::vector<RegionModel>& models) {
    LocalModels(mesh, {{mesh.region_names[0], models}}, {});
  };
  EXPECT_NO_THROW(made({layer, medium}));
  for (const std::vector<RegionModel>& models : {std::vector{medium, layer}, std::vector{layer, layer},
                                                 std::vector{medium, medium}, std::vector<RegionModel>{}})
    EXPECT_THROW(made(models), std::invalid_argument);
}

}  // namespace
}  // namespace dgsolve::test
