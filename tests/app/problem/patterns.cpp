/// Entries of a case that stand for several groups of the mesh.

#include <gtest/gtest.h>

#include "tests/support/programs/checked_case.hpp"

namespace dgsolve::test {
namespace {

const std::vector<std::string> coarse_strip = {"order=2", "time.final=0.5", "output={}"};

std::vector<std::string> with(std::vector<std::string> settings) {
  settings.insert(settings.begin(), coarse_strip.begin(), coarse_strip.end());
  return settings;
}

const std::string left =
    "left: {type: incoming, data: {Ez: \"exp(-((t-x-3)/0.2)^2)\", Hy: \"-exp(-((t-x-3)/0.2)^2)\"}}";

TEST(Patterns, give_the_same_run_as_every_name_written_out) {
  const CaseRun named(interface_case, with({}));
  const CaseRun patterns(
      interface_case, with({"regions={\"a*\": {epsilon_r: 1}, default: {epsilon_r: 4}}",
                            "boundaries={" + left + ", \"?o*t*m\": pmc, right: absorbing, default: pmc}"}));
  ASSERT_EQ(patterns.program.status, 0) << patterns.program.errors;
  EXPECT_EQ(patterns.summary()["energy"], named.summary()["energy"]);
  EXPECT_EQ(patterns.summary()["errors"], named.summary()["errors"]);
}

TEST(Patterns, are_counted_by_the_check_and_boundaries_say_which_they_took) {
  const std::string said =
      check(interface_case, with({"boundaries={" + left + ", right: absorbing, default: pmc}"}));
  EXPECT_NE(said.find("boundaries: \"default\" takes 2 of them: bottom, top"), std::string::npos) << said;
  EXPECT_NE(said.find("boundary bottom: pmc (by \"default\"), 48 faces"), std::string::npos) << said;
}

TEST(Patterns, that_fit_nothing_or_fit_twice_are_mistakes) {
  const std::string none = check(
      interface_case, with({"boundaries={" + left + ", right: absorbing, \"wall*\": pec, default: pmc}"}), 2);
  EXPECT_NE(none.find("boundaries.wall*: the mesh has no boundary group of that name"), std::string::npos)
      << none;
  const std::string twice =
      check(interface_case,
            with({"boundaries={" + left + ", right: absorbing, \"t*\": pec, \"*p\": pmc, bottom: pmc}"}), 2);
  EXPECT_NE(twice.find("the pattern fits top, and \"*p\" fits it too"), std::string::npos) << twice;
}

}  // namespace
}  // namespace dgsolve::test
