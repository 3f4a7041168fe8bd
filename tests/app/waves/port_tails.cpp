/// S-parameters of structures that ring when their runs end.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <fstream>

#include "tests/support/programs/checked_case.hpp"
#include "tests/support/programs/guide_case.hpp"

namespace dgsolve::test {
namespace {

/// A guide of 2 by 1 by 4 with two pairs of strips across it, between which it rings near f = 0.33.
struct ResonatorCase : GuideCase {
  ResonatorCase() {
    std::ofstream(folder.path() / "guide.geo") << R"(
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 2, 1, 4};
Rectangle(11) = {0, 0, 1, 0.65, 1};
Rectangle(12) = {1.35, 0, 1, 0.65, 1};
Rectangle(13) = {0, 0, 3, 0.65, 1};
Rectangle(14) = {1.35, 0, 3, 0.65, 1};
BooleanFragments{ Volume{1}; Delete; }{ Surface{11:14}; Delete; }
MeshSize{ PointsOf{ Volume{:}; } } = 1;
e = 1e-3;
Physical Volume("air") = Volume{:};
Physical Surface("feed") = Surface In BoundingBox{-e, -e, -e, 2 + e, 1 + e, e};
Physical Surface("load") = Surface In BoundingBox{-e, -e, 4 - e, 2 + e, 1 + e, 4 + e};
Physical Surface("strips") = {Surface In BoundingBox{-e, -e, 1 - e, 2 + e, 1 + e, 1 + e},
                              Surface In BoundingBox{-e, -e, 3 - e, 2 + e, 1 + e, 3 + e}};
Physical Surface("walls") = {Surface In BoundingBox{-e, -e, -e, e, 1 + e, 4 + e},
                             Surface In BoundingBox{2 - e, -e, -e, 2 + e, 1 + e, 4 + e},
                             Surface In BoundingBox{-e, -e, -e, 2 + e, e, 4 + e},
                             Surface In BoundingBox{-e, 1 - e, -e, 2 + e, 1 + e, 4 + e}};
)";
  }
  /// A run to a time, of few cells and an order of 2: what is tested is time.
  static std::vector<std::string> settings(double final) {
    return {"boundaries.strips=pec", "order=2", "s_parameters.drive=feed",
            "s_parameters.frequencies={from: 0.34, to: 0.38, count: 17}",
            "time={final: " + std::to_string(final) + "}"};
  }
};

/// max |S − S'| over frequencies and entries.
double difference(const CaseRun& a, const CaseRun& b) {
  const auto rows = read_csv(a.results / "s_parameters/guide.csv"),
             others = read_csv(b.results / "s_parameters/guide.csv");
  double largest = 0;
  for (std::size_t row = 1; row < rows.size(); ++row)
    for (const int column : {1, 5}) {
      const auto value = [&](const auto& of) {
        return std::complex(std::stod(of[row][column]), std::stod(of[row][column + 1]));
      };
      largest = std::max(largest, std::abs(value(rows) - value(others)));
    }
  return largest;
}

TEST(PortTails, of_a_resonator_are_extrapolated_with_an_error_that_holds) {
  const ResonatorCase resonator;
  const CaseRun whole(resonator.file, ResonatorCase::settings(200)),
      cut(resonator.file, ResonatorCase::settings(90));
  for (const CaseRun* run : {&whole, &cut}) ASSERT_EQ(run->program.status, 0) << run->program.errors;
  const auto of = [](const CaseRun& run, const char* key) {
    return run.summary()["s_parameters"][key].get<double>();
  };
  EXPECT_LT(of(whole, "energy_left"), 0.01 * of(cut, "energy_left"));
  // The root of the energy is the amplitude that is still to come.
  EXPECT_GT(of(cut, "energy_left"), 1e-2);
  EXPECT_LT(difference(cut, whole), 1e-5);
  EXPECT_LE(difference(cut, whole), of(cut, "error") + of(whole, "error"));
  for (const CaseRun* run : {&whole, &cut}) {
    EXPECT_LT(of(*run, "error"), 1e-5);
    EXPECT_FALSE(contains(run->program.errors, "too early")) << run->program.errors;
  }
  EXPECT_TRUE(contains(read_text(cut.results / "report.html"), "What they cut off is extrapolated"));
}

TEST(PortTails, that_nothing_is_known_of_are_warned_of) {
  const ResonatorCase resonator;
  const CaseRun early(resonator.file, ResonatorCase::settings(70));  // the pulse has hardly left
  ASSERT_EQ(early.program.status, 0) << early.program.errors;
  EXPECT_TRUE(early.summary()["s_parameters"]["error"].is_null());
  EXPECT_TRUE(
      contains(early.program.errors,
               "s_parameters: at frequency 0.34 so little of a run follows its pulse that what its end "
               "cuts off is not known"))
      << early.program.errors;
}

}  // namespace
}  // namespace dgsolve::test
