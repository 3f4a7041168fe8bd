/// A plane wave in a case file enters a region: inside it is seen, outside it is not, and it leaves no trace
/// in the ledger.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "tests/support/programs/run_case.hpp"

namespace dgsolve::test {
namespace {

const char* const boxes = R"(
SetFactory("OpenCASCADE");
Rectangle(1) = {-1, -1, 0, 2, 2};
Rectangle(2) = {-0.5, -0.5, 0, 1, 1};
BooleanFragments{ Surface{1}; Delete; }{ Surface{2}; Delete; }
inside() = Surface In BoundingBox {-0.6, -0.6, -1, 0.6, 0.6, 1};
all() = Surface{:};
outside() = {};
For i In {0 : #all() - 1}
  If (all(i) != inside(0))
    outside() += all(i);
  EndIf
EndFor
Physical Surface("total") = {inside()};
Physical Surface("scattered") = {outside()};
Physical Curve("surface") = Abs(Boundary{ Surface{inside()}; });
walls() = CombinedBoundary{ Surface{:}; };
Physical Curve("walls") = Abs(walls());
MeshSize{:} = 0.25;
)";
const char* const incident = R"yaml(
physics: maxwell
formulation: TM
units: natural
order: 4
mesh: {file: boxes.geo}
regions: {total: {}, scattered: {}}
boundaries:
  walls: absorbing
  surface:
    type: incident
    into: total
    plane_wave: {direction: [1, 1, 0], polarisation: [0, 0, 1], waveform: "exp(-((t - 2)/0.4)^2)"
}
time: {final: 5}
output:
  ledger: {every: 0.02}
  probes: [{name: inside, at: [0.2, 0.1], fields: [Ez]}, {name: outside, at: [0.8, 0.7], fields: [Ez]}]
)yaml";

double largest_Ez(const std::filesystem::path& probe) {
  const auto rows = read_csv(probe);
  double largest = 0;
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (rows[i][0][0] != '#' && std::isdigit(rows[i][0][0]))
      largest = std::max(largest, std::abs(std::stod(rows[i][1])));
  return largest;
}

TEST(Incident, a_plane_wave_of_a_case_file_is_seen_in_its_region_only_and_its_energy_is_accounted_for) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "boxes.geo") << boxes;
  std::ofstream(folder.path() / "case.yaml") << incident;
  const CaseRun run(folder.path() / "case.yaml");
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_NEAR(largest_Ez(run.results / "probes/inside.csv"), 1, 1e-3);
  EXPECT_LT(largest_Ez(run.results / "probes/outside.csv"), 1e-3);
  const nlohmann::json summary = run.summary();
  EXPECT_TRUE(summary["warnings"].empty()) << summary["warnings"];
  EXPECT_LT(std::abs(summary["ledger"]["incoming"].get<double>()), 1e-3);  // it left again
  const CaseRun again(run.results / "resolved.yaml");
  EXPECT_EQ(read_text(again.results / "probes/inside.csv"), read_text(run.results / "probes/inside.csv"));
}

TEST(Incident, a_wave_through_a_part_of_a_surface_is_refused) {
  const TemporaryFolder folder;
  std::string part = boxes;
  const std::string whole = "Abs(Boundary{ Surface{inside()}; })";
  part.replace(part.find(whole), whole.size(), "Curve In BoundingBox {-0.6, -0.6, -1, 0.6, -0.4, 1}");
  std::ofstream(folder.path() / "boxes.geo") << part;
  std::ofstream(folder.path() / "case.yaml") << incident;
  const CaseRun run(folder.path() / "case.yaml");
  EXPECT_EQ(run.program.status, 2);
  EXPECT_NE(run.program.errors.find("do not enclose total: a way leads around them"), std::string::npos)
      << run.program.errors;
}

}  // namespace
}  // namespace dgsolve::test
