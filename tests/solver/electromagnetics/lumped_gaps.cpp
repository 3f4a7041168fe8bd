/// Faces of lumped elements: which conductors they span, how long and how wide they are, and what is refused.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "kernels/base/names.hpp"
#include "mesh/box.hpp"
#include "solver/electromagnetics/lumped/gap_faces.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/waves/guides.hpp"

namespace dgsolve::test {
namespace {

using guides::name_faces;

bool is_near(double a, double b) { return std::abs(a - b) < 1e-9; }

/// Plates 1 m apart in z, 2 m wide in y, 4 m long in x, with the faces "gap" between them at x = 2.
Mesh plates(const std::function<bool(const Point& x)>& is_meant = [](const Point&) { return true; }) {
  Mesh mesh = make_box({.dim = 3, .cells = {4, 2, 1}, .upper = {4, 2, 1}});
  name_faces(mesh, "gap", [&](const Point& x) { return is_near(x[0], 2) && is_meant(x); });
  return mesh;
}
const std::vector<std::string> plates_alone = {"zmin", "zmax"};
const LumpedGap along_z{.direction = Point{0, 0, 5}};

std::string refusal(const Mesh& mesh, const std::string& group, const LumpedGap& gap,
                    const std::vector<std::string>& pec, const std::vector<std::string>& open = {}) {
  return error_of([&] { find_gap(mesh, group, gap, pec, open); });
}
void expect_in(const std::string& text, const std::string& said) {
  EXPECT_NE(said.find(text), std::string::npos) << text << " is not in\n" << said;
}

TEST(LumpedGaps, of_plates_inside_and_at_the_end_of_a_mesh_have_their_length_and_width) {
  const Mesh mesh = plates();
  for (const char* group : {"gap", "xmax"}) {
    const GapFaces gap = find_gap(mesh, group, along_z, plates_alone);
    EXPECT_NEAR(gap.length(), 1, 1e-14);
    EXPECT_NEAR(gap.width(), 2, 1e-13);
    EXPECT_NEAR(gap.squares, 0.5, 1e-13);
    EXPECT_EQ(gap.unit_field({2, 0.3, 0.7}), (Point{0, 0, 1}));
    expect_in("zmin at", gap.conductors[0]);
    expect_in("zmax at", gap.conductors[1]);
  }
}

TEST(LumpedGaps, do_not_meet_layers) {
  expect_in("meets boundary ymin at (2, 0, ", refusal(plates(), "gap", along_z, plates_alone, {"ymin"}));
  EXPECT_EQ(refusal(plates([](const Point& x) { return x[1] > 1; }), "gap", along_z, plates_alone, {"ymin"}),
            "no error");
}

TEST(LumpedGaps, are_as_wide_as_their_faces_and_begin_where_the_direction_does) {
  const GapFaces half =
      find_gap(plates([](const Point& x) { return x[1] < 1; }), "gap", along_z, plates_alone);
  EXPECT_NEAR(half.width(), 1, 1e-13);
  const GapFaces down = find_gap(plates(), "gap", {.direction = Point{0, 0, -1}}, plates_alone);
  EXPECT_EQ(down.unit_field({2, 0.3, 0.7}), (Point{0, 0, -1}));
  expect_in("zmax at", down.conductors[0]);
}

TEST(LumpedGaps, of_rings_have_the_logarithm_of_their_radii) {
  const double a = 0.001, b = 0.0023024;
  const Mesh mesh = guides::guide("coax.geo", 4);
  const GapFaces ring = find_gap(mesh, "feed", {}, {"wall"});
  EXPECT_NEAR(ring.begin, a, 1e-9);
  EXPECT_NEAR(ring.end, b, 1e-9);
  EXPECT_NEAR(ring.squares / (std::log(b / a) / (2 * std::numbers::pi)), 1, 1e-6);
  const double r = 0.0015, phi = 0.7;
  const Point field = ring.unit_field({0, r * std::cos(phi), r * std::sin(phi)});
  EXPECT_NEAR(field[1], std::cos(phi) / (r * std::log(b / a)), 1e-4);
  EXPECT_NEAR(field[2], std::sin(phi) / (r * std::log(b / a)), 1e-4);
}

/// With straight cells a tube is a prism.
TEST(LumpedGaps, of_tubes_are_as_wide_as_their_circumference) {
  for (const int order : {1, 3}) {
    const GapFaces tube =
        find_gap(guides::tube(order), "tube", {.direction = Point{1, 0, 0}}, {"feed", "end"});
    EXPECT_NEAR(tube.length(), guides::tube_length, 1e-12);
    EXPECT_NEAR(tube.width() / (2 * std::numbers::pi * guides::tube_radius), 1, order == 1 ? 0.03 : 1e-4);
  }
}

TEST(LumpedGaps, that_do_not_span_two_conductors_are_refused_with_what_they_meet) {
  expect_in("meets no conductor", refusal(plates(), "gap", along_z, {}));
  expect_in("does not span two conductors: its rim meets 1 piece of pec, zmin at (2, 0, 0); expected two",
            refusal(plates(), "gap", along_z, {"zmin"}));
  // A wall beside them joins both ends.
  expect_in("does not span two conductors: its rim meets 1 piece of pec, ymin, zmax, zmin at",
            refusal(plates(), "gap", along_z, {"zmin", "zmax", "ymin"}));
}

TEST(LumpedGaps, of_varying_length_or_width_are_refused) {
  expect_in("its length varies: zmin at (2, 0, 0) lies between 0 and 2 along the direction",
            refusal(plates(), "gap", {.direction = Point{0, 1, 0}}, plates_alone));
  // A corner is missing.
  Mesh mesh = make_box({.dim = 3, .cells = {2, 2, 2}, .upper = {4, 2, 1}});
  name_faces(mesh, "gap", [&](const Point& x) { return is_near(x[0], 2) && !(x[1] < 1 && x[2] < 0.5); });
  expect_in("its edge at", refusal(mesh, "gap", along_z, plates_alone));
}

TEST(LumpedGaps, whose_faces_do_not_run_along_the_direction_are_refused) {
  expect_in("does not run along the direction; expected faces of a plane or a tube",
            refusal(plates(), "gap", {.direction = Point{1, 0, 0.00001}}, plates_alone));
  expect_in("from the ring's axis", refusal(plates(), "gap", {}, plates_alone));
}

TEST(LumpedGaps, across_or_beside_a_conductor_are_refused) {
  Mesh crossed = make_box({.dim = 3, .cells = {2, 2, 2}, .upper = {4, 2, 1}});
  name_faces(crossed, "gap", [&](const Point& x) { return is_near(x[0], 2); });
  name_faces(crossed, "sheet", [&](const Point& x) { return is_near(x[2], 0.5) && x[0] < 2; });
  expect_in("is crossed by sheet at", refusal(crossed, "gap", along_z, {"zmin", "zmax", "sheet"}));
}

TEST(LumpedGaps, with_faces_inside_the_mesh_and_outside_are_refused) {
  Mesh mesh = plates();
  name_faces(mesh, "gap", [&](const Point& x) { return is_near(x[0], 4); });
  const std::string said = refusal(mesh, "gap", along_z, plates_alone);
  expect_in("has faces inside the mesh, as face", said);
  expect_in("and at its outside, as face", said);
}

TEST(LumpedGaps, complete_the_elements_of_a_case) {
  const Mesh mesh = plates();
  WaveOptions options;
  options.boundaries["zmin"].type = options.boundaries["zmax"].type = "pec";
  BoundaryOptions& boundary = options.boundaries["gap"];
  boundary.type = lumped_port;
  boundary.lumped.emplace().R = 50;
  boundary.gap = along_z;
  set_lumped_elements(mesh, options);
  EXPECT_EQ(boundary.type, lumped_boundary);
  EXPECT_NEAR(boundary.lumped->squares, 0.5, 1e-13);
  EXPECT_NEAR(boundary.lumped->unit_field({2, 1, 0.2})[2], 1, 1e-13);
  EXPECT_NEAR(boundary.gap->found->width, 2, 1e-13);
  options.boundaries["zmax"].type = "pmc";
  expect_in("boundaries.gap: does not span two conductors",
            error_of([&] { set_lumped_elements(mesh, options); }));
}

}  // namespace
}  // namespace dgsolve::test
