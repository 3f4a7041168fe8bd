/// Waveforms and sources in case files.

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
walls() = CombinedBoundary{ Surface{:}; };
Physical Curve("walls") = Abs(walls());
MeshSize{:} = 0.25;
)";

std::string case_text(const std::string& waveform, const std::string& source) {
  return R"yaml(
physics: maxwell
formulation: TM
units: natural
order: 5
mesh: {file: boxes.geo}
regions: {total: {}, scattered: {}}
boundaries: {walls: absorbing}
waveforms: {pulse: )yaml" +
         waveform + "}\nsources:\n  - " + source + R"yaml(
time: {final: 8}
output:
  ledger: {every: 0.02}
  probes: [{name: inside, at: [0.2, 0.1], fields: [Ez]}, {name: outside, at: [0.8, 0.7], fields: [Ez]}]
)yaml";
}

const std::string plane_wave =
    "{type: plane_wave, into: total, direction: [1, 1, 0], polarisation: [0, 0, 1], waveform: pulse}";

double largest_Ez(const CaseRun& run, const std::string& probe) {
  const auto rows = read_csv(run.results / "probes" / (probe + ".csv"));
  double largest = 0;
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (std::isdigit(static_cast<unsigned char>(rows[i][0][0])))
      largest = std::max(largest, std::abs(std::stod(rows[i][1])));
  return largest;
}

struct SourceRun {
  SourceRun(const std::string& waveform, const std::string& source,
            const std::vector<std::string>& settings = {}) {
    std::ofstream(folder.path() / "boxes.geo") << boxes;
    std::ofstream(folder.path() / "table.csv") << "time,value\n0,0\n1,0\n2,1\n3,0\n";
    std::ofstream(folder.path() / "case.yaml") << case_text(waveform, source);
    run.emplace(folder.path() / "case.yaml", settings);
  }
  TemporaryFolder folder;
  std::optional<CaseRun> run;
};

TEST(Sources, plane_wave_of_a_case_file_is_seen_in_its_region_only_and_its_spectrum_is_written) {
  const SourceRun both("{type: modulated_gaussian, frequency: 1, bandwidth: 1.4}", plane_wave);
  const CaseRun& run = *both.run;
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_NEAR(largest_Ez(run, "inside"), 1, 0.1);
  EXPECT_LT(largest_Ez(run, "outside"), 1e-4);
  const nlohmann::json summary = run.summary();
  EXPECT_TRUE(summary["warnings"].empty()) << summary["warnings"];
  EXPECT_NEAR(summary["waveforms"]["pulse"]["peak"].get<double>(), 1, 0.05);
  EXPECT_NEAR(summary["waveforms"]["pulse"]["lower"].get<double>(), 0.3, 0.05);
  EXPECT_NEAR(summary["waveforms"]["pulse"]["upper"].get<double>(), 1.7, 0.05);
  EXPECT_EQ(read_csv(run.results / "spectrum_pulse.csv")[0],
            (std::vector<std::string>{"frequency", "magnitude"}));
  const CaseRun again(run.results / "resolved.yaml");
  EXPECT_EQ(read_text(again.results / "probes/inside.csv"), read_text(run.results / "probes/inside.csv"));
}

TEST(Sources, of_every_type_put_energy_in_which_the_ledger_accounts_for) {
  for (const std::string source :
       {"{type: dipole, at: [0.1, 0.05], moment: [0, 0, 1], waveform: pulse}",
        "{type: magnetic_dipole, at: [0, 0.05], moment: [1, 0.5, 0], waveform: pulse}",
        "{type: filament, at: [-0.1, 0.35], current: 2, waveform: pulse}",
        "{type: current, region: scattered, density: [0, 0, \"x*y\"], waveform: pulse}"}) {
    const SourceRun both("{type: gaussian, bandwidth: 1.5}", source, {"time.final=6"});
    const CaseRun& run = *both.run;
    ASSERT_EQ(run.program.status, 0) << run.program.errors;
    EXPECT_GT(largest_Ez(run, "outside"), 1e-3) << source;
    const nlohmann::json ledger = run.summary()["ledger"];
    EXPECT_GT(ledger["source"].get<double>(), 0) << source;
    EXPECT_LT(std::abs(ledger["remainder"].get<double>()), 1e-3 * ledger["source"].get<double>()) << source;
  }
}

TEST(Sources, take_their_waveform_from_a_table) {
  const SourceRun both("{table: table.csv}", "{type: filament, at: [0, 0], waveform: pulse}");
  ASSERT_EQ(both.run->program.status, 0) << both.run->program.errors;
  EXPECT_GT(largest_Ez(*both.run, "inside"), 0.01);
}

TEST(Sources, that_mesh_or_step_cannot_carry_are_warned_of) {
  const SourceRun both("{type: modulated_gaussian, frequency: 20, bandwidth: 1}", plane_wave,
                       {"time.final=0.1"});
  ASSERT_EQ(both.run->program.status, 0) << both.run->program.errors;
  EXPECT_NE(both.run->summary()["warnings"].dump().find("nodes a wavelength"), std::string::npos);
}

TEST(Sources, that_cannot_be_are_refused_with_status_2) {
  const auto refused = [](const std::string& source, const std::string& why,
                          const std::vector<std::string>& settings = {}) {
    const SourceRun both("{type: gaussian, bandwidth: 1.5}", source, settings);
    EXPECT_EQ(both.run->program.status, 2);
    EXPECT_NE(both.run->program.errors.find(why), std::string::npos) << both.run->program.errors;
  };
  refused("{type: dipole, at: [3, 0], moment: [0, 0, 1], waveform: pulse}",
          "sources[0]: point (3, 0) is in no cell");
  refused(plane_wave, "is lossy", {"regions.total.sigma=1"});
  refused(plane_wave, "sources[0].into: the surface is open", {"sources[0].into=scattered"});
  refused(plane_wave, "encloses no part of the mesh", {"sources[0].into=walls"});
  refused(plane_wave, "polarisation perpendicular to direction", {"sources[0].polarisation=[1, 0, 1]"});
}

}  // namespace
}  // namespace dgsolve::test
