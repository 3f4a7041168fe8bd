/// What the reader makes of models: geometric orders, flat cells on curves, slivers, surfaces that are there
/// twice.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numbers>

#include "mesh/geometry/cell_quality.hpp"
#include "mesh/read_mesh.hpp"
#include "tests/support/meshes/mesh_error.hpp"
#include "tests/support/meshes/mesh_properties.hpp"
#include "tests/support/meshes/places.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

/// A .geo of that text.
class Script {
 public:
  explicit Script(const std::string& text) { std::ofstream(file()) << text; }
  std::filesystem::path file() const { return folder_.path() / "model.geo"; }
  MeshOptions options(std::map<std::string, double> parameters = {}) const {
    return {.file = file(), .parameters = std::move(parameters)};
  }

 private:
  TemporaryFolder folder_;
};

std::string error_of(const MeshOptions& options) {
  return mesh_error_of([&] { read_mesh(options); });
}

const char* const two_squares = R"(
SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 1, 1};
Rectangle(2) = {1, 0, 0, 1, 1};
)";
const char* const their_groups = R"(
Physical Surface("air") = {1};
Physical Surface("puck") = {2};
walls() = CombinedBoundary{ Surface{1, 2}; };
Physical Curve("walls") = {walls()};
MeshSize{:} = 0.3;
)";

TEST(GeometricOrder, is_as_high_as_the_fields_need_where_it_is_automatic_and_the_model_is_curved) {
  MeshOptions disk{.file = meshes / "disk.geo", .parameters = {{"h", 0.5}}};
  disk.geometry_order = MeshOptions::automatic;
  for (const auto& [fields, geometry] : {std::pair(1, 1), {2, 3}, {3, 4}, {7, 4}}) {
    disk.field_order = fields;
    MeshReport report;
    EXPECT_EQ(read_mesh(disk, &report).geometry_order, geometry) << "fields of order " << fields;
    EXPECT_EQ(report.flat.has_value(), geometry == 1);
  }
  disk.isoparametric = true;  // no higher than the fields
  for (const auto& [fields, geometry] : {std::pair(1, 1), {2, 2}, {3, 3}, {4, 4}, {7, 4}}) {
    disk.field_order = fields;
    EXPECT_EQ(read_mesh(disk).geometry_order, geometry) << "fields of order " << fields;
  }
  MeshOptions flat{.file = meshes / "cube_structured.geo", .parameters = {{"n", 2}}};
  flat.geometry_order = MeshOptions::automatic;
  flat.field_order = 5;
  MeshReport report;
  EXPECT_EQ(read_mesh(flat, &report).geometry_order, 1);
  EXPECT_FALSE(report.curved);
  EXPECT_FALSE(report.flat);
}

TEST(CurvedModels, are_told_from_extruded_planes_and_lines) {
  const std::string part = R"(
Point(1) = {0, 0, 0}; Point(2) = {1, 0, 0}; Point(3) = {0, 1, 0};
Line(1) = {1, 2}; Line(3) = {3, 1};
)",
                    rest = R"(
Curve Loop(1) = {1, 2, 3}; Plane Surface(1) = {1};
solid[] = Extrude {0.1, 0.2, 1} { Surface{1}; };
Physical Volume("solid") = {solid[1]};
Physical Surface("walls") = Boundary{ Volume{solid[1]}; };
MeshSize{:} = 5;
)";
  for (const auto& [side, curved] :
       {std::pair("Line(2) = {2, 3};", false), {"Circle(2) = {2, 1, 3};", true}}) {
    MeshReport report;
    read_mesh(Script(part + side + rest).options(), &report);
    EXPECT_EQ(report.curved, curved) << side;
  }
}

TEST(GeometricOrder, of_a_finished_mesh_is_its_own_where_it_is_automatic) {
  for (int order = 1; order <= 4; ++order) {
    MeshOptions options{.file = meshes / ("disk_order" + std::to_string(order) + "_v41_text.msh")};
    options.geometry_order = MeshOptions::automatic;
    EXPECT_EQ(read_mesh(options).geometry_order, order);
  }
}

TEST(FlatCells, on_a_circle_are_found_with_the_area_that_it_loses) {
  double before = 1;
  for (const double h : {0.6, 0.3, 0.15}) {
    MeshOptions disk{.file = meshes / "disk.geo", .parameters = {{"h", h}}};
    disk.field_order = 4;
    MeshReport report;
    const Mesh mesh = read_mesh(disk, &report);
    EXPECT_EQ(mesh.geometry_order, 1);
    ASSERT_TRUE(report.flat);
    const double lost = 1 - total_volume(mesh) / std::numbers::pi;
    EXPECT_NEAR(report.flat->lost_share() / lost, 1, 0.3) << "h = " << h;
    EXPECT_LT(report.flat->lost_share(), 0.5 * before);
    before = report.flat->lost_share();
  }
}

TEST(Slivers, that_would_hold_the_time_step_down_are_meshed_away) {
  const Script guide(R"(
SetFactory("OpenCASCADE");
DefineConstant[ h = 9 ];
Box(1) = {0, 0, 0, 22.86, 10.16, 100};
Physical Volume("guide") = {1};
Physical Surface("walls") = {1:6};
MeshSize{:} = h;
)");
  int n_improved = 0;
  for (const double h : {9., 8., 7.5, 7., 6.5}) {
    MeshReport report;
    const Mesh mesh = read_mesh(guide.options({{"h", h}}), &report);
    EXPECT_GT(mesh_quality(mesh).worst, 0.2) << "h = " << h;
    EXPECT_NEAR(total_volume(mesh), 22.86 * 10.16 * 100, 1e-6);
    for (const std::string& note : report.notes) n_improved += note.find("meshed again") != std::string::npos;
  }
  EXPECT_GT(n_improved, 0);  // else this guide no longer shows anything
}

TEST(Bodies, that_lie_in_what_is_around_them_are_refused_by_the_names_of_both) {
  const Script body(R"(
SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 4, 4};
Disk(2) = {2, 2, 0, 1};
Physical Surface("air") = {1};
Physical Surface("rod") = {2};
Physical Curve("walls") = Boundary{ Surface{1}; };
Physical Curve("rim") = Boundary{ Surface{2}; };
MeshSize{:} = 0.5;
)");
  const std::string error = error_of(body.options());
  EXPECT_NE(error.find("overlaps of parts that no face joins"), std::string::npos) << error;
  EXPECT_NE(error.find("region air and region rod, in "), std::string::npos) << error;
}

TEST(Hxt, meshes_volumes_where_it_is_asked_for_and_can) {
  const Script cube(R"(
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 1, 1};
Physical Volume("cube") = {1};
Physical Surface("walls") = {1:6};
MeshSize{:} = 0.2;
)");
  MeshOptions options = cube.options();
  options.algorithm = VolumeAlgorithm::hxt;
  const Mesh by_hxt = read_mesh(options);
  options.algorithm = VolumeAlgorithm::delaunay;
  const Mesh by_delaunay = read_mesh(options);
  EXPECT_NE(by_hxt.nodes, by_delaunay.nodes);  // not their numbers: HXT's mesh is another one each time
  EXPECT_NEAR(total_volume(by_hxt), total_volume(by_delaunay), 1e-9);
  EXPECT_GT(mesh_quality(by_hxt).worst, 0.1);
  const Script layers(R"(
SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 22.86, 10.16};
MeshSize{ PointsOf{ Surface{1}; } } = 8;
guide() = Extrude{0, 0, 60}{ Surface{1}; Layers{8}; };
Physical Volume("guide") = {1};
Physical Surface("walls") = {1:6};
)");
  MeshOptions extruded = layers.options();
  EXPECT_EQ(error_of(extruded), "");
  extruded.algorithm = VolumeAlgorithm::hxt;
  EXPECT_NE(error_of(extruded).find("mesh.algorithm"), std::string::npos);
}

TEST(DuplicateFaces, between_two_regions_are_named_with_the_cure) {
  const std::string error = error_of(Script(std::string(two_squares) + their_groups).options());
  EXPECT_NE(error.find("4 faces between region air and region puck"), std::string::npos) << error;
  EXPECT_NE(error.find("Coherence"), std::string::npos) << error;
  EXPECT_EQ(error_of(Script(std::string(two_squares) + "Coherence;" + their_groups).options()), "");
}

TEST(CadModels, name_faces_by_a_colour_that_stands_out) {
  const Mesh can = read_mesh({.file = meshes / "can_with_red_side.step", .parameters = {{"h", 0.02}}});
  const std::vector<std::string> expected = {"color_ff0000", "surface_2", "surface_3"};
  std::vector<std::string> names = can.boundary_names;
  std::ranges::sort(names);
  EXPECT_EQ(names, expected);
}

}  // namespace
}  // namespace dgsolve::test
