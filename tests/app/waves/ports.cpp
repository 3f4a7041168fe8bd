/// Ports in a case file: S-parameters of a straight guide, runs that are stopped, and mistakes.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <fstream>
#include <numbers>

#include "tests/support/programs/checked_case.hpp"
#include "tests/support/programs/guide_case.hpp"

namespace dgsolve::test {
namespace {

class Ports : public testing::Test {
 protected:
  const GuideCase guide;
  const std::filesystem::path& file = guide.file;
};

/// Columns frequency, then for S11, S21, S12, S22: real and imaginary part, dB, degrees.
TEST_F(Ports, of_a_straight_guide_reflect_nothing_and_transmit_all_with_the_phase_of_the_mode) {
  const CaseRun run(file);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto rows = read_csv(run.results / "s_parameters/guide.csv");
  ASSERT_EQ(rows.size(), 4);
  for (std::size_t row = 1; row < rows.size(); ++row) {
    const auto number = [&](int column) { return std::stod(rows[row][column]); };
    const double f = number(0), way = 2 - 0.5;
    const double beta = 2 * std::numbers::pi * std::sqrt(f * f - 0.25 * 0.25);
    for (const int reflection : {1, 13})
      EXPECT_LT(std::hypot(number(reflection), number(reflection + 1)), 1e-3) << f;
    for (const int transmission : {5, 9})
      EXPECT_LT(std::abs(std::complex(number(transmission), number(transmission + 1)) -
                         std::polar(1.0, -beta * way)),
                1e-3)
          << f;
  }
  const nlohmann::json found = run.summary()["s_parameters"];
  EXPECT_NEAR(found["largest_singular_value"].get<double>(), 1, 1e-3);
  EXPECT_LT(found["asymmetry"].get<double>(), 1e-5);
  EXPECT_NEAR(found["ports"][0]["cut_off"].get<double>(), 0.25, 1e-6);
  EXPECT_TRUE(std::filesystem::exists(run.results / "s_parameters/guide.s2p"));
  EXPECT_TRUE(std::filesystem::exists(run.results / "driven_load/summary.json"));
  EXPECT_TRUE(contains(read_text(run.results / "report.html"), "Group delay"));
}

/// Profiles and impedances change over the band where two media fill a guide.
TEST_F(Ports, that_several_media_fill_launch_and_measure_their_hybrid_modes) {
  std::ofstream(guide.folder.path() / "guide.geo") << R"(
SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 1, 1};
Rectangle(2) = {1, 0, 0, 1, 1};
BooleanFragments{ Surface{1}; Delete; }{ Surface{2}; Delete; }
MeshSize{ PointsOf{ Surface{:}; } } = 1;
guide() = Extrude{0, 0, 1}{ Surface{1, 2}; Layers{1}; };
Physical Volume("slab") = {1};
Physical Volume("air") = {2};
e = 1e-3;
Physical Surface("feed") = Surface In BoundingBox{-1, -1, -e, 3, 3, e};
Physical Surface("load") = Surface In BoundingBox{-1, -1, 1 - e, 3, 3, 1 + e};
all() = CombinedBoundary{ Volume{:}; };
walls() = {};
ends() = {Surface In BoundingBox{-1, -1, -e, 3, 3, e}, Surface In BoundingBox{-1, -1, 1 - e, 3, 3, 1 + e}};
walls() = Abs(all());
walls() -= ends();
Physical Surface("walls") = {walls()};
)";
  std::vector<std::string> settings = {
      "regions.slab={epsilon_r: 2.56}", "boundaries.feed={type: port, modes: [1]}",
      "boundaries.load={type: port, modes: [1]}", "s_parameters.frequencies={from: 0.3, to: 0.36, count: 3}"};
  const CaseRun run(file, settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto rows = read_csv(run.results / "s_parameters/guide.csv"),
             modes = read_csv(run.results / "s_parameters/modes.csv");
  for (std::size_t row = 1; row < rows.size(); ++row) {
    const auto number = [&](int column) { return std::stod(rows[row][column]); };
    EXPECT_LT(std::hypot(number(1), number(2)), 2e-3) << rows[row][0];
    EXPECT_LT(std::abs(std::complex(number(5), number(6)) - std::polar(1.0, -std::stod(modes[row][2]))), 3e-3)
        << rows[row][0];
  }
  EXPECT_LT(run.summary()["s_parameters"]["asymmetry"].get<double>(), 1e-5);
  // Profiles of the launch are sought at the driven ports alone.
  settings.emplace_back("s_parameters.drive=load");
  const std::string said = check(file, settings);
  EXPECT_TRUE(contains(said, "port load: profiles of 1 change over the band")) << said;
  EXPECT_FALSE(contains(said, "port feed: profiles of")) << said;
}

TEST_F(Ports, a_run_stopped_in_a_driven_port_goes_on_there_with_the_same_bits) {
  const CaseRun whole(file), parts(file, {"time.wall_limit=0.2"});
  ASSERT_EQ(whole.program.status, 0) << whole.program.errors;
  ASSERT_EQ(parts.program.status, 3) << parts.program.errors;
  const TemporaryFolder scratch;
  const auto go_on = [&](const std::string& setting) {
    return run_program({file.string(), "--output", parts.results.string(), "--restart", "--set", setting},
                       scratch.path());
  };
  const ProgramResult second = go_on("time.wall_limit=0.3");
  EXPECT_TRUE(second.status == 3 || second.status == 0) << second.errors;
  if (second.status == 3) {
    const ProgramResult last = go_on("time.wall_limit=null");
    ASSERT_EQ(last.status, 0) << last.errors;
  }
  for (const char* name : {"s_parameters/guide.s2p", "s_parameters/waves_feed.csv"})
    EXPECT_EQ(read_text(parts.results / name), read_text(whole.results / name)) << name;
}

TEST_F(Ports, go_on_in_their_own_band_only) {
  const CaseRun part(file, {"time.wall_limit=0.2"});
  ASSERT_EQ(part.program.status, 3) << part.program.errors;
  const TemporaryFolder scratch;
  const ProgramResult other = run_program({file.string(), "--output", part.results.string(), "--restart",
                                           "--set", "s_parameters.frequencies=[0.35, 0.37]"},
                                          scratch.path());
  EXPECT_EQ(other.status, 2);
  for (const char* sentence :
       {"--set s_parameters.frequencies=[0.35, 0.37]: s_parameters.frequencies: got [0.35, 0.37]; --restart: "
        "port feed was driven at {from: 0.34, to: 0.4, count: 3}, as ",
        "expected these frequencies, or a run from the beginning"})
    EXPECT_TRUE(contains(other.errors, sentence)) << sentence << " is not in\n" << other.errors;
}

TEST_F(Ports, whose_waves_are_known_are_not_driven_again) {
  const CaseRun run(file, {"output.checkpoint.every=30"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const std::filesystem::path network = run.results / "s_parameters/guide.s2p";
  const std::string whole = read_text(network);
  std::filesystem::remove(run.results / "s_parameters/waves_load.csv");
  std::filesystem::remove(network);
  const TemporaryFolder scratch;
  const ProgramResult again = run_program(
      {file.string(), "--output", run.results.string(), "--restart", "--set", "output.checkpoint.every=30"},
      scratch.path());
  ASSERT_EQ(again.status, 0) << again.errors;
  EXPECT_TRUE(contains(again.errors, "port feed: its waves are known")) << again.errors;
  EXPECT_EQ(read_text(network), whole);
  std::filesystem::remove(run.results / "s_parameters/waves_load.csv");
  const ProgramResult other = run_program(
      {file.string(), "--output", run.results.string(), "--restart", "--set", "regions.air.epsilon_r=1.1"},
      scratch.path());
  EXPECT_EQ(other.status, 2) << other.errors;
  EXPECT_TRUE(contains(other.errors, "port feed was driven in another case")) << other.errors;
}

TEST_F(Ports, that_are_not_driven_leave_their_columns_out) {
  const CaseRun run(file, {"s_parameters.drive=feed", "s_parameters.frequencies=0.36"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_EQ(read_csv(run.results / "s_parameters/guide.csv")[0].size(), 1 + 2 * 4);
  EXPECT_FALSE(std::filesystem::exists(run.results / "s_parameters/guide.s2p"));
  EXPECT_FALSE(std::filesystem::exists(run.results / "driven_load"));
  EXPECT_TRUE(contains(run.program.errors, "a Touchstone file needs all of them: drive: all"));
}

TEST_F(Ports, say_what_is_missing_around_them) {
  expect_refused(file, {"s_parameters=null"}, "s_parameters: missing; the ports need it");
  expect_refused(file, {"boundaries.feed=pec", "boundaries.load=pec"}, "the case has no ports");
  expect_refused(file, {"boundaries.feed=port"},
                 "the modes are missing; expected {type: port, modes: [TE10]}");
  expect_refused(file, {"s_parameters.drive=fed"}, "did you mean feed?");
  expect_refused(file, {"s_parameters.frequencies=[0.4, 0.34]"}, "do not rise");
  expect_refused(file, {"boundaries.feed.modes=[TE10, TE10]"}, "got TE10 twice");
  expect_refused(file, {"boundaries.feed.modes=[TE10, 1]"}, "TE10 and 1 are both TE10");
}

TEST_F(Ports, refuse_bands_that_a_mode_does_not_fit) {
  expect_refused(file, {"s_parameters.frequencies=[0.2, 0.3]"},
                 "the cut-off 0.25 lies in the band from 0.2 to 0.3");
  expect_refused(file, {"s_parameters.frequencies=[0.1, 0.2]"},
                 "boundaries.feed.modes: TE10 propagates above 0.25, and the frequencies end at 0.2");
  expect_refused(file, {"s_parameters.frequencies=[0.253, 0.4]"},
                 "expected a longer run, or a band further above");
}

TEST_F(Ports, warn_of_modes_that_propagate_and_are_not_listed) {
  const std::string said = check(file, {"s_parameters.frequencies=[0.53, 0.55]", "mesh.parameters.h=0.5"});
  EXPECT_TRUE(contains(said,
                       "port feed: at frequency 0.55 TE20, TE01 propagate too, and power in them is not "
                       "in S"))
      << said;
  EXPECT_FALSE(contains(check(file, {}), "propagate")) << "TE10 alone";
}

TEST_F(Ports, tell_the_check_of_the_waves_that_they_let_in) {
  const std::string said = check(file, {});
  EXPECT_FALSE(contains(said, "no wave is given")) << said;
  const double highest = std::stod(behind(said, "sources and incoming waves reach frequency "));
  EXPECT_GT(highest, 0.34);
  EXPECT_LT(highest, 0.45);
  const std::string with_poles =
      check(file, {"regions.air={epsilon_r: 1, lorentz: [{delta: 0.1, frequency: 5, damping: 0.1}]}",
                   "s_parameters.frequencies={from: 0.34, to: 0.38, count: 3}", "mesh.parameters.h=0.5",
                   "mesh.parameters.layers=4"});
  EXPECT_FALSE(contains(with_poles, "of its amplitude per wavelength")) << with_poles;
}

TEST_F(Ports, refuse_planes_that_layers_cannot_go_on_from) {
  expect_refused(file, {"mesh.parameters.slant=0.5"}, "at another than a right angle");
  expect_refused(file, {"regions.air.epsilon_r=1 + 0.1*z"},
                 "is a formula, and the port feed is at this region");
  expect_refused(file, {"regions.air.sigma=0.5"}, "tan");
  expect_refused(file, {"boundaries.walls=absorbing"}, "port feed has no mode TE10");
}

TEST_F(Ports, refuse_references_without_a_meaning) {
  expect_refused(file, {"boundaries.feed.reference=50"}, "TE10 is a mode of a hollow guide");
  expect_refused(file, {"boundaries.feed.reference=50", "s_parameters.drive=feed"},
                 "some ports are not driven");
}

TEST_F(Ports, of_plane_meshes_are_refused) {
  std::ofstream(guide.folder.path() / "guide.geo")
      << "SetFactory(\"OpenCASCADE\");\nRectangle(1) = {0, 0, 0, 2, 1};\nPhysical Surface(\"air\") = {1};\n"
         "Physical Curve(\"feed\") = {4};\nPhysical Curve(\"load\") = {2};\n"
         "Physical Curve(\"walls\") = {1, 3};\n";
  expect_refused(file, {"formulation=TM"}, "expected a mesh of volumes, whose ports are planes");
}

}  // namespace
}  // namespace dgsolve::test
