/// Where monitors look: planes that waves pass, open boundaries, and surfaces of far fields that end on
/// walls.

#include <gtest/gtest.h>

#include <numbers>

#include "tests/support/exact/slab.hpp"
#include "tests/support/programs/checked_case.hpp"
#include "tests/support/programs/strip_case.hpp"

namespace dgsolve::test {
namespace {

TEST(MonitorSurfaces,
     of_a_mirrored_case_have_the_numbers_of_the_case_and_open_ones_are_where_they_are_drawn) {
  const double exact = slab_power(2, 2 * 0.5 * 2 * std::numbers::pi * 0.3).reflected;
  ASSERT_GT(exact, 0.1);
  for (const std::string m : {"1", "-1"}) {
    const StripCase strip;
    const CaseRun run(strip.file, {"mesh.parameters.m=" + m, "sources[0].direction=[" + m + ", 0, 0]"});
    ASSERT_EQ(run.program.status, 0) << run.program.errors;
    EXPECT_NEAR(strip.first_of(run, "reflected", "share"), -exact, 2e-3) << m;
    EXPECT_NEAR(strip.first_of(run, "transmitted", "share"), 1 - exact, 2e-3) << m;
    EXPECT_NEAR(strip.first_of(run, "open", "share"), exact, 2e-3) << "out of the mesh, before the layers";
    EXPECT_TRUE(run.summary()["warnings"].empty()) << run.summary()["warnings"];
  }
}

/// A plate below a box, in a ground; below = 1: the mesh goes on below the ground at one side.
const char* const plate = R"(
SetFactory("OpenCASCADE");
DefineConstant[below = 0];
Rectangle(1) = {-2, 0, 0, 4, 2};
Rectangle(2) = {-0.5, 0, 0, 1, 0.5};
Rectangle(3) = {-1, 0, 0, 2, 1};
n = 3;
If (below)
  Rectangle(4) = {1, -1, 0, 1, 1};
  n = 4;
EndIf
BooleanFragments{ Surface{1}; Delete; }{ Surface{2:n}; Delete; }
e = 1e-5;
near() = Surface In BoundingBox{-0.5 - e, -e, -e, 0.5 + e, 0.5 + e, e};
far() = Surface{:};
far() -= near();
Physical Surface("near") = near();
Physical Surface("far") = far();
plate() = Curve In BoundingBox{-1 - e, -e, -e, 1 + e, e, e};
outside() = Abs(CombinedBoundary{ Surface{:}; });
outside() -= plate();
ground() = {Curve In BoundingBox{-2 - e, -e, -e, -1 + e, e, e}};
If (!below)
  ground() += Curve In BoundingBox{1 - e, -e, -e, 2 + e, e, e};
EndIf
outside() -= ground();
Physical Curve("plate") = plate();
Physical Curve("ground") = ground();
Physical Curve("outer") = outside();
MeshSize{:} = 0.5;
)";
const char* const above_plate = R"yaml(
physics: maxwell
formulation: TM
units: natural
order: 1
mesh: {file: plate.geo}
regions: {near: {}, far: {}}
boundaries: {plate: pec, ground: pec, outer: absorbing}
waveforms: {pulse: {type: ricker, frequency: 0.3}}
sources: [{type: dipole, at: [0.1, 0.2], moment: [0, 0, 1], waveform: pulse}]
monitors: [{name: far, type: far_field, surface: near, frequencies: 0.3}]
time: {final: 10}
)yaml";

TEST(MonitorSurfaces, end_on_whole_planes_of_the_meshs_outside_only) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "case.yaml";
  std::ofstream(folder.path() / "plate.geo") << plate;
  std::ofstream(file) << above_plate;
  check(file, {});
  expect_refused(
      file, {"boundaries.ground=absorbing"},
      "plate, at (-0.75, 0), which is no symmetry plane: in its plane, outside the surface, lies the "
      "boundary ground, which is absorbing");
  expect_refused(file, {"mesh.parameters.below=1"},
                 "which is no symmetry plane: the mesh goes on behind its plane");
  expect_refused(file, {"boundaries.outer=pec"}, "outside the surface lies the boundary outer, which is pec");
}

}  // namespace
}  // namespace dgsolve::test
