/// Runs in open space as a whole: absorbing layers, a plane wave into a region, monitors, ledger.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/programs/checkpoint_setup.hpp"

namespace dgsolve::test {
namespace {

const std::filesystem::path slab = source_folder() / "cases/slab_band/case.yaml";

/// A line of points, a surface, and power, of a pulse that is on its way through the slab when the run ends.
const std::vector<std::string> small_run = {
    "order=2",
    "time.final=0.15 ns",
    "output.fields={every: 0.05 ns}",
    "output.checkpoint={every: 0.02 ns, keep: 1000}",
    "output.ledger=true",
    "monitors=[{name: reflected, type: flux, surface: front, frequencies: [5 GHz, 20 GHz]},"
    "{name: inside, type: fields, at: {region: slab}, frequencies: 20 GHz},"
    "{name: along, type: fields, at: {line: {from: [-8 mm, 1 mm], to: [10 mm, 1 mm], count: 7}}, "
    "frequencies: 20 GHz}]"};

TEST(OpenSpace, a_restart_amid_layers_and_monitors_has_the_bits_of_the_whole_run) {
  const CaseRun run(slab, small_run);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto expected = results_of(run.results);
  ASSERT_TRUE(expected.contains("monitors/reflected.csv") && expected.contains("ledger.csv"));
  const auto checkpoints = checkpoints_in(run.results);
  ASSERT_GE(checkpoints.size(), 6u);
  for (const std::size_t i : {checkpoints.size() - 2, std::size_t{2}}) {
    const ProgramResult result = go_on(run, slab, small_run, {"--restart", checkpoints[i].string()});
    ASSERT_EQ(result.status, 0) << result.errors;
    EXPECT_TRUE(results_of(run.results) == expected) << checkpoints[i];
  }
}

TEST(OpenSpace, the_ledger_closes_with_layers_as_a_sink) {
  const CaseRun run(slab, {"monitors=[]", "output.ledger=true", "output.fields={every: 1 ns}",
                           "sources=[{type: current, region: slab, density: [0, 0, 1], waveform: pulse}]"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const nlohmann::json ledger = run.summary()["ledger"];
  const double given = ledger["source"].get<double>();
  EXPECT_GT(ledger["loss"].get<double>(), 0.5 * given);
  EXPECT_LT(std::abs(ledger["remainder"].get<double>()), 1e-4 * given);
  EXPECT_LT(ledger["energy"].get<double>(), 1e-2 * given);
}

TEST(OpenSpace, frequencies_that_layers_hardly_absorb_are_warned_of) {
  const CaseRun run(slab, {"boundaries.ends.frequency=100 GHz"}, {"--check"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  for (const char* const text : {"monitor reflected: at frequency 3e+09 the layers of boundary ends leave",
                                 "waveforms.pulse: the layers of boundary ends leave"})
    EXPECT_NE(run.program.errors.find(text), std::string::npos) << run.program.errors;
}

}  // namespace
}  // namespace dgsolve::test
