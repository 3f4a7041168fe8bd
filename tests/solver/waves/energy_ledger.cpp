/// The ledger of a run: integrals of the powers, and that they explain the energy.

#include "solver/waves/diagnostics/energy_ledger.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/host/host_device.hpp"
#include "tests/support/waves/everything.hpp"

namespace dgsolve::test {
namespace {

/// Books with samples of a source's power, the last one at t = 2.
EnergyLedger books_of(const Expression& power, int n) {
  EnergyLedger books;
  for (int i = 0; i <= n; ++i) {
    const double t = 2.0 * i / n + 0.3 / n * std::sin(i) * (i < n);  // not equidistant
    books.add(0, {t, {.source = power(0, 0, 0, t)}});
  }
  return books;
}

TEST(EnergyLedger, integrates_polynomials_of_degree_5_exactly) {
  const Expression power = Expression::parse("6*t^5 - t + 1");
  for (const int n : {5, 6, 7, 20})
    EXPECT_NEAR(books_of(power, n).record().work.source, 64 - 2 + 2, 1e-11) << n;
}

TEST(EnergyLedger, has_integrals_of_order_6) {
  const Expression power = Expression::parse("cos(3*t)");
  const double exact = std::sin(6.0) / 3;
  const double coarse = std::abs(books_of(power, 40).record().work.source - exact);
  const double fine = std::abs(books_of(power, 80).record().work.source - exact);
  EXPECT_GT(observed_order(coarse, fine), 5.5);
}

TEST(EnergyLedger, goes_on_with_the_same_bits) {
  EnergyLedger whole;
  for (int i = 0; i < 20; ++i) {
    whole = EnergyLedger(whole.record());  // as behind a checkpoint
    whole.add(0.1 * i, {0.1 * i, {.source = std::cos(0.1 * i), .loss = 0.1}});
  }
  EnergyLedger never_stopped;
  for (int i = 0; i < 20; ++i)
    never_stopped.add(0.1 * i, {0.1 * i, {.source = std::cos(0.1 * i), .loss = 0.1}});
  EXPECT_EQ(whole.remainder(), never_stopped.remainder());
}

/// The ledger of a run from a zero state, a sample a step.
EnergyLedger run(Wave& wave, double final, double cfl) {
  const std::vector<double> zero(wave.discretization.n_dofs(wave.physics.n_fields));
  RungeKutta integrator(wave.op, zero);
  EnergyLedger books;
  const Steps steps = divide_interval(final, cfl * choose_time_step(wave.op, {}).dt);
  for (long i = 0; i <= steps.n; ++i) {
    const double t = static_cast<double>(i) * steps.dt;
    if (i > 0) integrator.advance(t - steps.dt, steps.dt, 1);
    books.add(wave.op.wave->energy(integrator.state()), {t, wave.op.wave->powers(integrator.state(), t)});
  }
  return books;
}

class LedgerOfARun : public testing::TestWithParam<std::tuple<int, bool, double>> {};
INSTANTIATE_TEST_SUITE_P(dim_curved_alpha, LedgerOfARun,
                         testing::Combine(testing::Values(2, 3), testing::Bool(), testing::Values(0.0, 1.0)));

TEST_P(LedgerOfARun, with_a_conductor_a_source_and_absorbing_walls_closes_to_a_millionth) {
  const auto [dim, curved, alpha] = GetParam();
  const Mesh mesh = curved ? half_curved_box(dim) : make_box({.dim = dim, .cells = {2, 2, 2}}, true);
  WaveSystem options;
  options.equation = "maxwell";
  options.formulation = dim == 2 ? "TM" : "";
  options.order = dim == 2 ? 5 : 4;
  options.flux_parameters["alpha"] = alpha;
  options.regions["box"] = {};
  options.regions["box2"] = parse({{"epsilon_r", "2"}, {"mu_r", "1.5"}, {"sigma", "0.8"}});
  set_walls(options, mesh, "absorbing");
  options.source = parse({{"Ez", "exp(-((t-0.8)/0.25)^2)*cos(2*x)*(1+y)"}});
  Wave wave(mesh, options);
  const EnergyLedger books = run(wave, 2, 1);
  const Powers& work = books.record().work;
  EXPECT_LE(std::abs(books.remainder()), 1e-6 * books.put_in());
  EXPECT_GT(work.loss, 0.01 * books.put_in());
  EXPECT_GT(work.outgoing, 0.1 * books.put_in());
  EXPECT_GT(work.source, 0);
  EXPECT_GT(work.dissipation, 0);  // with central fluxes at the walls only
}

}  // namespace
}  // namespace dgsolve::test
