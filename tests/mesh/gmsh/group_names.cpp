/// Names of cells and faces that have no group, one without a name, or several.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "mesh/base/labels.hpp"
#include "mesh/read_mesh.hpp"
#include "tests/support/meshes/mesh_error.hpp"
#include "tests/support/meshes/mesh_properties.hpp"
#include "tests/support/meshes/places.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

using Counts = std::map<std::string, int>;

/// Cells by what their label says.
Counts cells_of(const Mesh& mesh) {
  Counts counts;
  for (const int region : mesh.region) ++counts[label_text(mesh.region_names.at(region))];
  return counts;
}

/// Sides likewise: faces inside the mesh have two.
Counts sides_of(const Mesh& mesh) {
  Counts counts;
  for (const int group : mesh.boundary)
    if (group >= 0) ++counts[label_text(mesh.boundary_names.at(group))];
  return counts;
}

Mesh mesh_in(const std::string& name, MeshReport* report = nullptr) {
  return read_mesh({.file = meshes / name}, report);
}

Mesh mesh_of_script(const std::string& text) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "model.geo") << text;
  return read_mesh({.file = folder.path() / "model.geo"});
}

std::string notes_of(const MeshReport& report) {
  std::string all;
  for (const std::string& note : report.notes) all += note + '\n';
  return all;
}

TEST(Names, are_those_of_entities_where_a_mesh_has_no_groups) {
  const Mesh mesh = mesh_in("no_physical_groups.msh");
  expect_sound(mesh, false);
  EXPECT_EQ(cells_of(mesh), (Counts{{"surface_1", 4}}));
  EXPECT_EQ(sides_of(mesh), (Counts{{"curve_1", 1}, {"curve_2", 1}, {"curve_3", 1}, {"curve_4", 1}}));
}

TEST(Names, are_those_of_entities_where_a_script_has_no_groups) {
  const Mesh mesh = mesh_of_script(R"(
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 1, 1};
Box(2) = {1, 0, 0, 1, 1, 1};
BooleanFragments{ Volume{1, 2}; Delete; }{}
Rectangle(77) = {5, 5, 5, 1, 1};  // construction: a surface of no volume
MeshSize{:} = 2;
)");
  expect_sound(mesh, false);
  EXPECT_EQ(mesh.dim, 3);
  EXPECT_EQ(sorted_names(mesh.region_names), (std::vector<std::string>{"volume_1", "volume_2"}));
  EXPECT_EQ(mesh.boundary_names.size(), 11u)
      << "the surface between the boxes has a name, the other one none";
  for (const std::string& name : mesh.boundary_names) EXPECT_TRUE(name.starts_with("surface_")) << name;
}

TEST(Names, are_numbers_of_groups_without_a_name) {
  EXPECT_EQ(cells_of(mesh_in("nameless_group.msh")), (Counts{{"group_2", 4}}));
  EXPECT_EQ(sides_of(mesh_in("nameless_boundary_group.msh")), (Counts{{"group_1", 4}}));
}

TEST(Names, are_given_to_cells_outside_all_groups_only) {
  EXPECT_EQ(cells_of(mesh_in("some_cells_in_no_group.msh")), (Counts{{"vacuum", 3}, {"surface_2", 1}}));
  EXPECT_EQ(sides_of(mesh_in("faces_of_an_entity_in_no_group.msh")),
            (Counts{{"electrode", 1}, {"curve_1", 5}}));
}

TEST(Names, of_exterior_faces_that_are_no_elements_are_ungrouped) {
  MeshReport report;
  EXPECT_EQ(sides_of(mesh_in("unassigned_exterior_face.msh", &report)),
            (Counts{{"walls", 3}, {"ungrouped", 1}}));
  EXPECT_EQ(sides_of(mesh_in("unassigned_exterior_faces_3d.msh")), (Counts{{"walls", 4}, {"ungrouped", 2}}));
  EXPECT_NE(notes_of(report).find("1 exterior faces are in no group: they are the boundary ungrouped"),
            std::string::npos)
      << notes_of(report);
}

TEST(Names, that_the_file_has_for_other_groups_are_not_given_again) {
  const Mesh mesh = mesh_of_script(R"(
SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 1, 1};
Rectangle(2) = {1, 0, 0, 1, 1};
BooleanFragments{ Surface{1, 2}; Delete; }{}
Physical Surface("surface_2") = {1};
)");
  EXPECT_EQ(sorted_names(mesh.region_names), (std::vector<std::string>{"surface_2", "surface_2_"}));
}

TEST(SharedEntities, have_all_their_groups) {
  EXPECT_EQ(sides_of(mesh_in("face_in_two_groups.msh")), (Counts{{"walls", 3}, {"inlet and walls", 1}}));
  EXPECT_EQ(cells_of(mesh_in("cell_in_two_groups.msh")), (Counts{{"vacuum", 3}, {"glass and vacuum", 1}}));
}

TEST(SharedEntities, are_the_same_from_a_script_and_from_its_meshes) {
  const Mesh mesh = mesh_of_script(R"(
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 1, 1};
Physical Volume("all") = {1};
Physical Volume("iron") = {1};
Physical Surface("walls") = {1:6};
Physical Surface("inlet") = {3};
Physical Surface(9) = {3};
MeshSize{:} = 2;
)");
  expect_sound(mesh, false);
  EXPECT_EQ(mesh.region_names.size(), 1u);
  EXPECT_EQ(label_text(mesh.region_names[0]), "all and iron");
  const Counts sides = sides_of(mesh);
  EXPECT_EQ(sides.size(), 2u);
  EXPECT_TRUE(sides.contains("group_9 and inlet and walls"));
}

TEST(FacesWithoutCells, are_left_out_and_told_by_group_number_and_place) {
  MeshReport report;
  const Mesh mesh = mesh_in("boundary_face_of_no_cell.msh", &report);
  expect_sound(mesh, false);
  EXPECT_EQ(sides_of(mesh), (Counts{{"walls", 4}}));
  EXPECT_EQ(mesh.nodes.size(), 5u) << "no node lies outside the cells";
  EXPECT_EQ(
      report.warnings,
      std::vector<std::string>{
          "1 lines of the group walls, from (3, 0, 0) to (4, 0, 0), belong to no cell: they are left out"});
  EXPECT_TRUE(report.groups_without_cells.empty());
}

TEST(FacesWithoutCells, that_are_whole_groups_are_told_in_metres_with_what_Gmsh_makes) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "model.geo") << R"(
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 1, 1};
Rectangle(20) = {2, 0, 0, 1, 1};
Physical Volume("air") = {1};
Physical Surface("walls") = {1:6};
Physical Surface("sheet") = {20};
MeshSize{:} = 2;
)";
  MeshReport report;
  const Mesh mesh = read_mesh({.file = folder.path() / "model.geo", .scale = 0.001}, &report);
  expect_sound(mesh, false);
  EXPECT_EQ(sorted_names(mesh.boundary_names), std::vector<std::string>{"walls"});
  EXPECT_EQ(report.groups_without_cells, std::vector<std::string>{"sheet"});
  ASSERT_EQ(report.warnings.size(), 1u);
  EXPECT_NE(
      report.warnings[0].find(" triangles of the group sheet, from (0.002, 0, 0) to (0.003, 0.001, 0), "),
      std::string::npos)
      << report.warnings[0];
  EXPECT_NE(report.warnings[0].find("nothing of the group is left"), std::string::npos) << report.warnings[0];
}

TEST(PeriodicEntities, that_are_turned_against_each_other_stay_apart_and_are_named) {
  MeshReport report;
  const Mesh mesh = mesh_in("periodic_nodes_that_are_no_translates.msh", &report);
  expect_sound(mesh, true);
  const std::array<std::string, 2> others = {"both", "both"};
  EXPECT_EQ(mesh.periodic_pairs, std::vector{others}) << "left and right stay apart";
  EXPECT_NE(notes_of(report).find("is not joined to its other side, which is no translate of it"),
            std::string::npos)
      << notes_of(report);
}

TEST(Names, that_are_given_leave_curved_cells_as_groups_do) {
  const std::string ball = R"(
SetFactory("OpenCASCADE");
Sphere(1) = {0, 0, 0, 1};
MeshSize{:} = 0.4;
)";
  const auto nodes = [](const std::string& script) {
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "model.geo") << script;
    return read_mesh({.file = folder.path() / "model.geo",
                      .geometry_order = 3,
                      .algorithm = VolumeAlgorithm::delaunay})
        .nodes;
  };
  EXPECT_EQ(nodes(ball),
            nodes(ball + "Physical Volume(\"ball\") = {1}; Physical Surface(\"skin\") = {1};\n"));
}

TEST(Labels, are_names_where_they_are_of_one_group) {
  EXPECT_EQ(label_of({"skin"}), "skin");
  EXPECT_EQ(groups_in(label_of({"b", "a b", "b"})), (std::vector<std::string>{"a b", "b"}));
}

}  // namespace
}  // namespace dgsolve::test
