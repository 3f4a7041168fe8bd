/// Stages by dense products of a library, which a plain loop stands for, against the plain variant.

#include <gtest/gtest.h>

#include "kernels/base/device_error.hpp"
#include "tests/kernels/emulated/parts_fixture.hpp"
#include "tests/simt/rank_processes.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/relative_difference.hpp"
#include "tests/support/waves/test_equations.hpp"

namespace dgsolve::test {
namespace {

const std::string dense_products = "dense products";

std::vector<int> configurations_of_fluxes_that_are_not_linear() {
  std::vector<int> found;
  for (int i = 0; i < n_plain_configurations; ++i)
    if (configurations[i].system >= System::burgers_2d && configurations[i].tensor == 0) found.push_back(i);
  return found;
}

/// L(u, t) on a device, by the variant that is forced.
std::vector<double> rates_on(Device& device, const WaveProblem& problem, const std::vector<double>& u) {
  const auto wave = device.wave(problem);
  const auto state = wave->allocate(), next = wave->allocate(), residual = wave->allocate();
  state->upload(u);
  wave->set_clock(0.3, 1);
  wave->stage({0, 0, 0}, *state, *residual, *next);
  std::vector<double> rates(u.size());
  residual->download(rates);
  return rates;
}

class DenseProductsOfFluxes : public Parts {
 protected:
  double tolerance() const { return configuration().precision == Precision::single ? 1e-5 : 1e-13; }
};

TEST_P(DenseProductsOfFluxes, have_the_rates_of_the_plain_variant_alone_and_in_parts) {
  with_state([&](const WaveProblem& problem, const std::vector<double>& u, const std::string& plain) {
    const std::vector<double> expected = [&] {
      const EnvironmentVariable forced("DGSOLVE_VARIANT", plain);
      return rates_on(*one(), problem, u);
    }();
    const EnvironmentVariable forced("DGSOLVE_VARIANT", dense_products);
    EXPECT_LT(relative_difference(rates_on(*one(), problem, u), expected), tolerance());
    EXPECT_LT(relative_difference(rates_on(*several(3), problem, u), expected), tolerance());
    simt::RankProcesses processes(3, [precision = configuration().precision](Ranks& ranks) {
      simt::make_rank(ranks, precision)->serve({});
    });
    const auto device = simt::make_rank(processes.ranks(), configuration().precision);
    EXPECT_LT(relative_difference(rates_on(*device, problem, u), expected), tolerance());
  });
}

TEST_P(DenseProductsOfFluxes, do_in_recorded_stages_what_the_plain_variant_does) {
  with_state([&](const WaveProblem& problem, const std::vector<double>& u, const std::string& plain) {
    const auto state_by = [&](const std::string& variant) {
      const EnvironmentVariable forced("DGSOLVE_VARIANT", variant);
      const auto device = one();
      const auto wave = device->wave(problem);
      EXPECT_EQ(wave->variant(), variant);
      const auto state = wave->allocate(), next = wave->allocate(), residual = wave->allocate();
      const auto recording = device->record([&] {
        wave->stage({0, 0.3, 0}, *state, *residual, *next);
        wave->stage({-0.4, 0.2, 0.5}, *next, *residual, *state);
      });
      wave->set_clock(0.2, 1e-4);
      state->upload(u);
      for (int i = 0; i < 2; ++i) recording->replay();
      std::vector<double> result(u.size());
      state->download(result);
      return result;
    };
    EXPECT_LT(relative_difference(state_by(dense_products), state_by(plain)), tolerance());
  });
}

TEST_P(DenseProductsOfFluxes, are_taken_by_who_names_them_only_and_have_kernels_of_their_own) {
  with_state([&](const WaveProblem& problem, const std::vector<double>&, const std::string& plain) {
    const EnvironmentVariable nothing_forced("DGSOLVE_VARIANT", {});
    const auto without_tensor_cores = simt::make_device(configuration().precision, {.tensor_cores = false});
    const auto wave = without_tensor_cores->wave(problem);
    EXPECT_EQ(wave->variant(), plain);
    EXPECT_TRUE(wave->tune().empty());
    WaveProblem named = problem;
    named.variant = dense_products;
    EXPECT_EQ(one()->wave(named)->variant(), dense_products);
    const cuda::StagePlan plan(problem, configuration().precision);
    for (const cuda::Variant& variant : plan.variants()) {
      const bool has_kernels = plan.kernel_text(variant).prefix.find("DGSOLVE_DENSE 1") != std::string::npos;
      EXPECT_EQ(has_kernels, variant.name() == dense_products);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Configurations, DenseProductsOfFluxes,
                         testing::ValuesIn(configurations_of_fluxes_that_are_not_linear()),
                         testing::PrintToStringParamName());

using DenseProducts = Parts;

/// An emulated GPU takes 64 cells a batch.
TEST_P(DenseProducts, take_more_cells_than_a_batch_has) {
  with_state([&](const WaveProblem&, const std::vector<double>&, const std::string& plain) {
    const Physics& physics = find_physics("burgers", 2, "", "lax_friedrichs", equations_of_tests());
    Mesh mesh = half_curved_box_of(physics.info, 10, configuration().shape.N);
    const WaveSystem options = exact_options(physics, configuration().shape.N, mesh);
    const auto rates_by = [&](const std::string& variant) {
      const EnvironmentVariable forced("DGSOLVE_VARIANT", variant);
      Wave wave(mesh, options, physics, one());
      EXPECT_GT(wave.discretization.factors.n_curved, 64);
      EXPECT_GT(wave.discretization.K() - wave.discretization.factors.n_curved, 64);
      const std::vector<double> state = wave.random_state(5);
      std::vector<double> rates(state.size());
      evaluate(wave.op, state, 0, rates);
      return rates;
    };
    EXPECT_LT(relative_difference(rates_by(dense_products), rates_by(plain)), 1e-13);
  });
}

INSTANTIATE_TEST_SUITE_P(Configurations, DenseProducts, testing::Values(30),
                         testing::PrintToStringParamName());

class LinearFlux : public Parts {};

TEST_P(LinearFlux, has_no_dense_products) {
  with_state([&](const WaveProblem& problem, const std::vector<double>&, const std::string& plain) {
    const EnvironmentVariable forced("DGSOLVE_VARIANT", dense_products);
    const std::string error = error_of([&] { one()->wave(problem); });
    EXPECT_NE(error.find("got \"dense products\"; expected one of this problem's: \"" + plain + "\""),
              std::string::npos)
        << error;
  });
}
INSTANTIATE_TEST_SUITE_P(Configurations, LinearFlux, testing::Values(10), testing::PrintToStringParamName());

}  // namespace
}  // namespace dgsolve::test
