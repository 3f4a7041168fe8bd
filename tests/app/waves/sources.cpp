/// Waveforms and sources in case files.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <numbers>

#include "tests/support/programs/checkpoint_setup.hpp"
#include "tests/support/programs/run_case.hpp"

namespace dgsolve::test {
namespace {

const char* const boxes_without_surface = R"(
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
  double largest = 0;
  for (const auto& row : numbers_in(run.results / "probes" / (probe + ".csv")))
    largest = std::max(largest, std::abs(row[1]));
  return largest;
}

struct SourceRun {
  SourceRun(const std::string& waveform, const std::string& source,
            const std::vector<std::string>& settings = {}) {
    std::ofstream(folder.path() / "boxes.geo") << boxes_without_surface;
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
  std::vector<double> largest;
  for (const std::string interpolation : {"", ", interpolation: cubic", ", interpolation: linear"}) {
    const SourceRun both("{table: table.csv" + interpolation + "}",
                         "{type: filament, at: [0, 0], waveform: pulse}");
    ASSERT_EQ(both.run->program.status, 0) << both.run->program.errors;
    largest.push_back(largest_Ez(*both.run, "inside"));
    EXPECT_GT(largest.back(), 0.01);
  }
  EXPECT_EQ(largest[1], largest[0]);
  EXPECT_NE(largest[2], largest[0]);
}

TEST(Sources, with_a_table_of_any_length_bring_what_its_function_brings_and_go_on_with_the_same_bits) {
  const TemporaryFolder folder;
  const std::string table = folder.path() / "samples.csv";
  {
    std::ofstream out(table);
    out << std::setprecision(17) << "time,value\n";
    for (int i = 0; i <= 20'000; ++i) {
      const double t = 4e-4 * i, a = std::pow(std::numbers::pi * (t - 1.5), 2);
      out << t << ',' << (1 - 2 * a) * std::exp(-a) << '\n';
    }
  }
  const std::string dipole = "{type: dipole, at: [0.1, 0.05], moment: [0, 0, 1], waveform: pulse}";
  const std::vector<std::string> settings = {"order=2", "time.final=3",
                                             "output.checkpoint={every: 0.4, keep: 100}"};
  const SourceRun by_formula("{type: ricker, frequency: 1, delay: 1.5}", dipole, settings),
      by_table("{table: \"" + table + "\"}", dipole, settings);
  ASSERT_EQ(by_table.run->program.status, 0) << by_table.run->program.errors;
  const double expected = largest_Ez(*by_formula.run, "outside");
  EXPECT_NEAR(largest_Ez(*by_table.run, "outside"), expected, 1e-8 * expected);
  const nlohmann::json found = by_table.run->summary()["waveforms"]["pulse"],
                       wanted = by_formula.run->summary()["waveforms"]["pulse"];
  for (const char* figure : {"peak", "lower", "upper"}) EXPECT_EQ(found[figure], wanted[figure]) << figure;
  const auto bits = results_of(by_table.run->results);
  const auto checkpoints = checkpoints_in(by_table.run->results);
  ASSERT_GE(checkpoints.size(), 3u);
  const ProgramResult again = go_on(*by_table.run, by_table.folder.path() / "case.yaml", settings,
                                    {"--restart", checkpoints[checkpoints.size() / 2].string()});
  ASSERT_EQ(again.status, 0) << again.errors;
  EXPECT_TRUE(results_of(by_table.run->results) == bits);
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
  refused(plane_wave, "sources[0].into: the surface is not closed", {"sources[0].into=scattered"});
  refused(plane_wave, "reaches the boundary walls, which is open",
          {"sources[0].into=scattered", "boundaries.walls=open"});
  refused("{type: dipole, at: [1.2, 0], moment: [0, 0, 1], waveform: pulse}",
          "sources[0]: got a place in the absorbing layer scattered_x+1", {"boundaries.walls=open"});
  refused(plane_wave, "encloses no part of the mesh", {"sources[0].into=walls"});
  refused(plane_wave, "polarisation perpendicular to direction", {"sources[0].polarisation=[1, 0, 1]"});
}

TEST(Sources, plane_wave_through_one_line_across_a_strip_is_refused_for_the_line_is_not_closed) {
  const CaseRun run(source_folder() / "cases/slab_band/case.yaml", {"sources[0].into=front"});
  EXPECT_EQ(run.program.status, 2);
  EXPECT_NE(run.program.errors.find("reaches the boundary ends, which is open"), std::string::npos)
      << run.program.errors;
}

const char* const nested = R"(
SetFactory("OpenCASCADE");
r() = {0.3, 0.6, 1, 2};
For i In {0 : 3}
  Rectangle(1 + i) = {-r(i), -r(i), 0, 2*r(i), 2*r(i)};
EndFor
BooleanFragments{ Surface{1:4}; Delete; }{ }
Physical Surface("core") = {1};
Physical Surface("coat") = {Surface In BoundingBox {-0.7, -0.7, -1, 0.7, 0.7, 1}};
Physical Surface("coat") -= {1};
around() = Surface In BoundingBox {-1.1, -1.1, -1, 1.1, 1.1, 1};
Physical Surface("around") = {around()};
Physical Surface("around") -= {Surface In BoundingBox {-0.7, -0.7, -1, 0.7, 0.7, 1}};
all() = Surface{:};
Physical Surface("air") = {all()};
Physical Surface("air") -= {around()};
walls() = CombinedBoundary{ Surface{:}; };
Physical Curve("walls") = Abs(walls());
MeshSize{:} = 0.2;
)";
const char* const antenna = R"yaml(
physics: maxwell
formulation: TM
units: natural
order: 4
mesh: {file: nested.geo}
regions: {core: {}, coat: {sigma: 2}, around: {}, air: {}}
boundaries: {walls: {type: open, frequency: 0.5}}
waveforms: {pulse: {type: modulated_gaussian, frequency: 0.5, bandwidth: 0.8}}
sources: [{type: filament, at: [0.05, 0.02], waveform: pulse}]
monitors:
  - {name: antenna, type: far_field, surface: [core, coat, around], frequencies: [0.4, 0.5], angles: {phi: {from: 0, to: 350, step: 10}}}
  - {name: given, type: flux, surface: core, frequencies: [0.4, 0.5]}
time: {final: 25}
)yaml";

std::vector<std::vector<double>> table_of(const CaseRun& run, const std::string& monitor) {
  return numbers_in(run.results / "monitors" / (monitor + ".csv"));
}

TEST(Sources, in_a_lossy_coat_have_a_gain_below_the_directivity_by_what_the_coat_takes) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "nested.geo") << nested;
  std::ofstream(folder.path() / "case.yaml") << antenna;
  const CaseRun run(folder.path() / "case.yaml");
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto power = table_of(run, "antenna_power"), given = table_of(run, "given");
  for (std::size_t f = 0; f < power.size(); ++f) {  // frequency, radiated, lost, efficiency
    EXPECT_NEAR(power[f][1] + power[f][2], given[f][1], 0.005 * given[f][1]);
    EXPECT_GT(power[f][2], 0.1 * given[f][1]);
    EXPECT_NEAR(power[f][3], power[f][1] / given[f][1], 0.005);
  }
  double mean = 0;
  const auto pattern = table_of(run, "antenna");  // frequency, phi, E_z, directivity, dBi, gain, dBi
  for (const auto& row : pattern) {
    EXPECT_NEAR(row[6] / row[4], power[row[0] < 0.45 ? 0 : 1][3], 1e-9);
    mean += row[4] / static_cast<double>(pattern.size());
  }
  EXPECT_NEAR(mean, 1, 1e-3);
  EXPECT_NE(read_text(run.results / "report.html").find("gain, dBi"), std::string::npos);
  const CaseRun inside(folder.path() / "case.yaml", {"regions.core={sigma: 1}", "time.final=2"});
  EXPECT_NE(inside.summary()["warnings"].dump().find("no gain is written"), std::string::npos);
}

TEST(Sources,
     outside_a_far_field_surface_or_in_a_run_that_ends_amid_ringing_have_no_radiated_power_as_the_run_says) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "case.yaml";
  std::ofstream(folder.path() / "nested.geo") << nested;
  std::ofstream(file) << antenna;
  const CaseRun outside(file, {"sources[0].at=[1.5, 0]", "time.final=3"});
  EXPECT_NE(outside.summary()["warnings"].dump().find("monitor antenna: a source stands outside the surface"),
            std::string::npos);
  // A closed box rings on; what has left the surface at the end may come back.
  const CaseRun ringing(
      file, {"boundaries.walls=pec", "regions.coat={}", "time.final=15",
             "monitors=[{name: given, type: flux, surface: core, frequencies: [0.3, 0.4, 0.5, 0.6]}]"});
  EXPECT_LT(table_of(ringing, "given")[0][1], 0);
  EXPECT_NE(ringing.summary()["warnings"].dump().find(
                "monitor given: at frequency 0.3 the power out of the surface is negative"),
            std::string::npos);
}

}  // namespace
}  // namespace dgsolve::test
