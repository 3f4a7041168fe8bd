/// Gains and efficiencies of antennas that ports drive.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "tests/support/programs/checked_case.hpp"

namespace dgsolve::test {
namespace {

/// The value of a column in the last row of a table.
double last(const std::filesystem::path& file, const std::string& column) {
  const auto rows = read_csv(file);
  const auto at = std::ranges::find(rows.front(), column);
  EXPECT_NE(at, rows.front().end()) << column;
  return std::stod(rows.back()[at - rows.front().begin()]);
}

/// An eighth of a flat dipole without losses, which nearly fits the port.
TEST(DrivenAntennas, radiate_what_ports_accept_and_realized_gain_counts_what_they_reflect) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "case.yaml";
  std::filesystem::copy_file(source_folder() / "tests/meshes/strip_dipole.geo",
                             folder.path() / "strip_dipole.geo");
  std::ofstream(file) << R"yaml(
physics: maxwell
units: natural
order: 1
mesh: {file: strip_dipole.geo}
regions: {near: {}, far: {}}
boundaries:
  gap: {type: lumped_port, resistance: 0.2, direction: z}
  arm: pec
  x: pmc
  y: pmc
  z: pec
  outer: {type: open, frequency: 0.8}
s_parameters: {frequencies: [0.9, 1, 1.1], name: antenna}
monitors: [{name: far, type: far_field, surface: near, frequencies: 1, angles: {phi: 0, theta: [0, 90]}}]
time: {final: 11}
)yaml";
  const CaseRun run(file);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const std::filesystem::path monitors = run.results / "driven_gap/monitors";
  const auto rows = read_csv(run.results / "s_parameters/antenna.csv");
  const double S11 = std::hypot(std::stod(rows[2][1]), std::stod(rows[2][2]));
  EXPECT_GT(S11, 0.2);
  const double gain = last(monitors / "far.csv", "gain"),
               realized = last(monitors / "far.csv", "realized_gain"),
               directivity = last(monitors / "far.csv", "directivity"),
               radiation = last(monitors / "far_power.csv", "radiation_efficiency");
  EXPECT_NEAR(realized / gain, 1 - S11 * S11, 1e-3);
  EXPECT_NEAR(gain / directivity, radiation, 1e-9);
  EXPECT_NEAR(realized / directivity, last(monitors / "far_power.csv", "total_efficiency"), 1e-9);
  EXPECT_NEAR(radiation, 1, 0.1);
  EXPECT_NEAR(directivity, 1.6, 0.1);
}

}  // namespace
}  // namespace dgsolve::test
