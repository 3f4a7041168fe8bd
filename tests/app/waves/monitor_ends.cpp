/// Results of monitors that cannot be right: of runs that end too early, and of sources that radiate nothing.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/programs/checked_case.hpp"
#include "tests/support/programs/strip_case.hpp"

namespace dgsolve::test {
namespace {

std::string warnings_of(const CaseRun& run) {
  EXPECT_EQ(run.program.status, 0) << run.program.errors;
  const nlohmann::json summary = run.summary();
  return summary["warnings"].dump();
}

void expect_in(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
}

TEST(MonitorEnds, of_a_run_that_ends_too_early_are_warned_of_with_the_time_that_would_do) {
  const StripCase strip;
  const CaseRun whole(strip.file);
  EXPECT_EQ(warnings_of(whole), "[]");
  const double right = strip.first_of(whole, "reflected", "share");
  const auto error_of = [&](const CaseRun& run) {
    return std::abs(strip.first_of(run, "reflected", "share") / right - 1);
  };
  const CaseRun early(strip.file, {"time.final=24"});
  const std::string said = warnings_of(early);
  EXPECT_GT(error_of(early), 1e-3);
  expect_in(said, {"monitor reflected: the run ends too early: at frequency 0.",
                   "expected time.final: ", "time: {stop: {decay: 1e-8}} ends a longer run"});
  const double enough = std::stod(behind(said, "expected time.final: "));
  EXPECT_LT(enough, 35);
  const CaseRun longer(strip.file, {"time.final=" + std::to_string(enough)});
  EXPECT_LT(error_of(longer), 1e-3) << "the time that the warning names";
  const CaseRun decayed(strip.file, {"time={final: 1000, stop: {decay: 1e-8}}"});
  EXPECT_EQ(warnings_of(decayed), "[]");
  EXPECT_LT(error_of(decayed), 1e-3);
}

TEST(MonitorEnds, amid_a_pulse_miss_what_is_reflected_and_transmitted) {
  const StripCase strip;
  const CaseRun run(strip.file, {"time.final=17"});
  expect_in(warnings_of(run), {"monitors reflected and transmitted: at frequency 0.", "together not 1"});
}

TEST(MonitorEnds, of_dipoles_below_a_cut_off_and_of_empty_sources_are_warned_of) {
  const StripCase strip;
  const std::vector<std::string> guide = {
      "boundaries.sides=pec",
      "boundaries.*_end=absorbing",
      "regions.slab={}",
      "monitors=[{name: box, type: flux, surface: slab, frequencies: [0.3, 0.4]}]",
      "output.ledger=true",
      "time.final=25",
      "sources=[{type: dipole, at: [0.26, 0.13], moment: [0, 0, 1], waveform: pulse}]"};
  const CaseRun below(strip.file, guide);
  expect_in(warnings_of(below),
            {"monitor box: at frequency 0.3 and 1 others the power out of the surface is ", "below a cut-off",
             "the ledger's source is no radiated power"});
  std::vector<std::string> empty = guide;
  empty.back() =
      "sources=[{type: current, region: slab, density: [0, 0, \"if(x > 9, 1, 0)\"], waveform: pulse}]";
  expect_in(check(strip.file, empty), {"sources[0]: it puts nothing in: its density is 0 in slab"});
}

}  // namespace
}  // namespace dgsolve::test
