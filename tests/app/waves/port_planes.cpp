/// Ports at planes of symmetry, and ports that are a part of an open plane.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <fstream>
#include <numbers>

#include "tests/support/programs/checked_case.hpp"
#include "tests/support/programs/guide_case.hpp"

namespace dgsolve::test {
namespace {

std::complex<double> entry(const std::vector<std::string>& row, int first) {
  return {std::stod(row[first]), std::stod(row[first + 1])};
}

/// TE10 has a magnetic wall in the middle of its guide.
TEST(PortPlanes, a_half_of_a_guide_has_the_whole_ones_parameters_and_half_its_power) {
  const GuideCase guide;
  std::ofstream(guide.folder.path() / "guide.geo") << R"(
SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 1, 1};
MeshSize{ PointsOf{ Surface{1}; } } = 1;
guide() = Extrude{0, 0, 2}{ Surface{1}; Layers{2}; };
Physical Volume("air") = {guide(1)};
Physical Surface("feed") = {1};
Physical Surface("load") = {guide(0)};
Physical Surface("middle") = {guide(3)};
Physical Surface("walls") = {guide(2), guide(4), guide(5)};
)";
  const CaseRun run(guide.file, {"boundaries.middle=pmc"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_TRUE(contains(run.program.errors,
                       "port feed: 1 magnetic wall at its rim; where it is a plane of "
                       "symmetry the whole port carries 2 times the power"))
      << run.program.errors;
  const auto rows = read_csv(run.results / "s_parameters/guide.csv");
  for (std::size_t row = 1; row < rows.size(); ++row) {
    const double f = std::stod(rows[row][0]), beta = 2 * std::numbers::pi * std::sqrt(f * f - 0.25 * 0.25);
    EXPECT_LT(std::abs(entry(rows[row], 1)), 1e-3) << f;
    EXPECT_LT(std::abs(entry(rows[row], 5) - std::polar(1.0, -1.5 * beta)), 1e-3) << f;
  }
}

TEST(PortPlanes, ports_that_magnetic_walls_cut_otherwise_are_told_of) {
  const GuideCase guide;
  std::ofstream(guide.folder.path() / "guide.geo") << R"(
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 2, 1, 1};
Box(2) = {0, 0, 1, 2, 1, 1};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
MeshSize{ PointsOf{ Volume{:}; } } = 1;
e = 1e-3;
Physical Volume("air") = {1, 2};
Physical Surface("feed") = Surface In BoundingBox{-e, -e, -e, 2 + e, 1 + e, e};
Physical Surface("load") = Surface In BoundingBox{-e, -e, 2 - e, 2 + e, 1 + e, 2 + e};
Physical Surface("middle") = Surface In BoundingBox{2 - e, -e, -e, 2 + e, 1 + e, 1 + e};
Physical Surface("walls") = {Surface In BoundingBox{2 - e, -e, 1 - e, 2 + e, 1 + e, 2 + e},
                             Surface In BoundingBox{-e, -e, -e, e, 1 + e, 2 + e},
                             Surface In BoundingBox{-e, -e, -e, 2 + e, e, 2 + e},
                             Surface In BoundingBox{-e, 1 - e, -e, 2 + e, 1 + e, 2 + e}};
)";
  const std::string said = check(guide.file, {"boundaries.middle=pmc", "boundaries.feed.modes=[1]",
                                              "s_parameters.frequencies={from: 0.34, to: 0.36, count: 3}"});
  EXPECT_TRUE(contains(said, "ports: magnetic walls do not cut all of them alike")) << said;
}

/// A slab of 1 by 1 between plates guides a wave that fades beside it; each port reaches from -1.8 to 1.8 of
/// a plane from -2 to 2 that is open.
struct SlabCase : GuideCase {
  SlabCase() {
    std::ofstream(folder.path() / "guide.geo") << R"(
SetFactory("OpenCASCADE");
x() = {-2, -1.8, -0.5, 0.5, 1.8, 2};
For i In {0:4}
  Rectangle(i + 1) = {x(i), 0, 0, x(i + 1) - x(i), 1};
EndFor
BooleanFragments{ Surface{1:5}; Delete; }{}
MeshSize{ PointsOf{ Surface{:}; } } = 1;
Extrude{0, 0, 1.5}{ Surface{1:5}; Layers{3}; }
e = 1e-3;
Physical Volume("slab") = Volume In BoundingBox{-0.5 - e, -e, -e, 0.5 + e, 1 + e, 2};
air() = Volume{:};
air() -= {Volume In BoundingBox{-0.5 - e, -e, -e, 0.5 + e, 1 + e, 2}};
Physical Volume("air") = {air()};
Physical Surface("feed") = Surface In BoundingBox{-1.8 - e, -e, -e, 1.8 + e, 1 + e, e};
Physical Surface("load") = Surface In BoundingBox{-1.8 - e, -e, 1.5 - e, 1.8 + e, 1 + e, 1.5 + e};
Physical Surface("space") = {Surface In BoundingBox{-2 - e, -e, -e, -1.8 + e, 1 + e, e},
                             Surface In BoundingBox{1.8 - e, -e, -e, 2 + e, 1 + e, e},
                             Surface In BoundingBox{-2 - e, -e, 1.5 - e, -1.8 + e, 1 + e, 1.5 + e},
                             Surface In BoundingBox{1.8 - e, -e, 1.5 - e, 2 + e, 1 + e, 1.5 + e}};
Physical Surface("walls") = {Surface In BoundingBox{-3, -e, -e, 3, e, 2}, Surface In BoundingBox{-3, 1 - e, -e, 3, 1 + e, 2},
                             Surface In BoundingBox{-2 - e, -e, -e, -2 + e, 1 + e, 2},
                             Surface In BoundingBox{2 - e, -e, -e, 2 + e, 1 + e, 2}};
)";
  }
  const std::vector<std::string> settings = {"regions.slab={epsilon_r: 9}",
                                             "boundaries.feed={type: port, modes: [TEM]}",
                                             "boundaries.load={type: port, modes: [TEM]}",
                                             "boundaries.space=open",
                                             "s_parameters.frequencies={from: 0.28, to: 0.3, count: 3}",
                                             "time={final: 40}"};
};

TEST(PortPlanes, a_port_that_is_a_part_of_an_open_plane_has_a_tube_of_its_own_behind_it) {
  const SlabCase slab;
  const CaseRun run(slab.file, slab.settings);
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_TRUE(contains(run.program.errors,
                       "layers: port feed is a part of an open plane: its layers are a "
                       "tube of their own, with sides of pec"))
      << run.program.errors;
  const auto rows = read_csv(run.results / "s_parameters/guide.csv"),
             modes = read_csv(run.results / "s_parameters/modes.csv");
  for (std::size_t row = 1; row < rows.size(); ++row) {
    EXPECT_LT(std::abs(entry(rows[row], 1)), 1e-2) << rows[row][0];
    EXPECT_LT(std::abs(entry(rows[row], 5) - std::polar(1.0, -1.5 * std::stod(modes[row][2]))), 1e-2)
        << rows[row][0];
  }
}

TEST(PortPlanes, a_mode_that_reaches_the_open_plane_beside_its_port_is_refused) {
  const SlabCase slab;
  std::vector<std::string> settings = slab.settings;
  settings.front() = "regions.slab={epsilon_r: 1.5}";
  const std::string said = check(slab.file, settings, 2);
  EXPECT_TRUE(contains(said, "has not faded at the port's open rim")) << said;
}

TEST(PortPlanes, layers_of_a_port_that_differ_from_those_of_its_plane_are_refused) {
  const SlabCase slab;
  std::vector<std::string> settings = slab.settings;
  settings.push_back("boundaries.feed.layers=3");
  const std::string said = check(slab.file, settings, 2);
  EXPECT_TRUE(contains(said, "whose layers are others; expected the same")) << said;
}

TEST(PortPlanes, oblique_ports_are_refused) {
  const GuideCase guide;
  std::ofstream(guide.folder.path() / "guide.geo") << R"(
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 2, 1, 2};
Rotate{{0, 1, 0}, {0, 0, 0}, 0.3}{ Volume{1}; }
MeshSize{ PointsOf{ Volume{1}; } } = 1;
Physical Volume("air") = {1};
Physical Surface("feed") = {5};
Physical Surface("load") = {6};
Physical Surface("walls") = {1:4};
)";
  const std::string said = check(guide.file, {}, 2);
  EXPECT_TRUE(contains(said, "open boundaries and ports lie in planes perpendicular to x, y or z")) << said;
}

}  // namespace
}  // namespace dgsolve::test
