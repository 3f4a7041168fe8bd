/// Runs that end when their energy has decayed.

#include <gtest/gtest.h>

#include <cmath>

#include "solver/waves/monitors/energy_decay.hpp"
#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/vtk_integrals.hpp"

namespace dgsolve::test {
namespace {

TEST(DecayStop, ends_a_run_when_the_energy_stays_below_the_share_and_says_so) {
  const double sigma = 1;  // the energy of the fields falls as e^(-sigma t)
  const CaseRun run(cavity, {coarse, "order=3", "exact={}", "regions.vacuum.sigma=1",
                             "time={final: 100, stop: {decay: 1e-3}}", "output={fields: {format: vtu}}"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const nlohmann::json summary = run.summary();
  const double end = summary["time"], below_since = std::log(1e3) / sigma;
  EXPECT_EQ(summary["outcome"], "completed");
  EXPECT_GT(end, below_since / (1 - EnergyDecay::patience) - 0.5);
  EXPECT_LT(end, below_since / (1 - EnergyDecay::patience) + 1);
  EXPECT_NE(summary["ended_by"].get<std::string>().find("below 0.001 of its maximum"), std::string::npos);
  EXPECT_NE(run.program.errors.find(summary["ended_by"].get<std::string>()), std::string::npos);
  EXPECT_EQ(read_pvd(run.results / "fields.pvd").back().time, end) << "the last fields are written";
}

TEST(DecayStop, lets_a_run_go_on_whose_energy_stays) {
  const CaseRun run(cavity, {coarse, "order=2", "time={final: 2, stop: {decay: 1e-3}}", "output={}"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_EQ(run.summary()["time"], 2);
  EXPECT_FALSE(run.summary().contains("ended_by"));
}

TEST(EnergyDecay, waits_for_the_end_of_sources_and_for_energy_that_comes_in) {
  EnergyDecay decay(1e-3, 8);
  const auto energy = [](double t) {
    return std::exp(-20 * (t - 2) * (t - 2)) + std::exp(-20 * (t - 8) * (t - 8));
  };
  double t = 0;
  for (; t < 20 && !decay.is_over(t); t += 0.01) decay.add(t, energy(t));
  EXPECT_GT(t, 8.5) << "between two pulses the energy is low";
  EXPECT_LT(t, 10);
  EnergyDecay early(1e-3, 0);
  for (t = 0; t < 20 && !early.is_over(t); t += 0.01) early.add(t, 0);
  EXPECT_GE(t, 20) << "nothing came in yet";
}

}  // namespace
}  // namespace dgsolve::test
