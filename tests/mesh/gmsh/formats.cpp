#include <filesystem>
#include <fstream>
#include <sstream>

#include "mesh/read_mesh.hpp"
#include "tests/support/meshes/mesh_error.hpp"
#include "tests/support/meshes/mesh_properties.hpp"
#include "tests/support/meshes/places.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve {
namespace {

using test::contains;

/// Two triangles, regions "low" and "high", and the sides of the square, "wall". Formats of the same mesh.
const std::string names_21 =
    "$PhysicalNames\n3\n1 1 \"wall\"\n2 2 \"low\"\n2 3 \"high\"\n$EndPhysicalNames\n";
const std::string names_20 = "$PhysicalNames\n3\n1 \"wall\"\n2 \"low\"\n3 \"high\"\n$EndPhysicalNames\n";
const std::string nodes_2 = "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$EndNodes\n";
const std::string parametric_nodes_2 =
    "$ParametricNodes\n4\n1 0 0 0 0 1\n2 1 0 0 1 7 0.5\n3 1 1 0 2 8 0.5 0.25\n4 0 1 0 3 9\n"
    "$EndParametricNodes\n";
/// partitions: tags behind the group and the entity of every element.
std::string elements_2(int n_tags, const std::string& partitions) {
  struct Element {
    int type;
    const char *tags, *nodes;
  };
  const Element elements[] = {{1, "1 1", "1 2"}, {1, "1 2", "2 3"},   {1, "1 3", "3 4"},
                              {1, "1 4", "4 1"}, {2, "2 5", "1 2 3"}, {2, "3 6", "1 3 4"}};
  std::ostringstream out;
  out << "$Elements\n6\n";
  int number = 0;
  for (const auto& [type, tags, nodes] : elements)
    out << ++number << ' ' << type << ' ' << n_tags << ' ' << tags << ' ' << partitions << nodes << '\n';
  out << "$EndElements\n";
  return out.str();
}
std::string format_2(const std::string& version, const std::string& rest) {
  return "$MeshFormat\n" + version + " 0 8\n$EndMeshFormat\n" + rest;
}
const std::string plain_22 = format_2("2.2", names_21 + nodes_2 + elements_2(2, ""));

const std::string format_40 =
    "$MeshFormat\n4 0 8\n$EndMeshFormat\n" + names_21 +
    "$Entities\n0 1 2 0\n7 0 0 0 1 1 0 1 1 0\n5 0 0 0 1 1 0 1 2 1 7\n6 0 0 0 1 1 0 1 3 1 7\n$EndEntities\n"
    "$Nodes\n1 4\n5 2 1 4\n1 0 0 0 0 0\n2 1 0 0 1 0\n3 1 1 0 1 1\n4 0 1 0 0 1\n$EndNodes\n"
    "$Elements\n3 6\n7 1 1 4\n1 1 2\n2 2 3\n3 3 4\n4 4 1\n5 2 2 1\n5 1 2 3\n6 2 2 1\n6 1 3 4\n$EndElements\n";

/// Curve 14, which no line declares, is twice the embedded curve 7, as Gmsh 4.15 writes it.
const std::string embedded_41 =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n" + names_21 +
    "$Entities\n0 1 2 0\n7 0 0 0 1 1 0 1 1 0\n5 0 0 0 1 1 0 1 2 2 7 14\n6 0 0 0 1 1 0 1 3 1 7\n$EndEntities\n"
    "$Nodes\n1 4 1 4\n2 5 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n$EndNodes\n"
    "$Elements\n3 6 1 6\n1 7 1 4\n1 1 2\n2 2 3\n3 3 4\n4 4 1\n2 5 2 1\n5 1 2 3\n2 6 2 1\n6 1 3 4\n"
    "$EndElements\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

Mesh read_text_as(const std::string& text, const std::string& name = "square.msh", int refine = 0) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / name;
  std::ofstream(file, std::ios::binary) << text;
  return read_mesh({.file = file, .refine = refine});
}

std::string error_of_text(const std::string& text) {
  return test::mesh_error_of([&] { read_text_as(text); });
}

/// Also by Gmsh, which splits cells.
void expect_square(const std::string& text, const std::string& what, const std::string& name = "square.msh") {
  SCOPED_TRACE(what);
  for (const int refine : {0, 1}) {
    const Mesh mesh = read_text_as(text, name, refine);
    expect_sound(mesh, false);
    EXPECT_EQ(mesh.n_elements(), refine == 0 ? 2 : 8);
    EXPECT_EQ(sorted_names(mesh.region_names), (std::vector<std::string>{"high", "low"}));
    for (int e = 0; e < mesh.n_elements(); ++e)
      EXPECT_EQ(mesh.region_names[mesh.region[e]],
                centroid(mesh, e)[0] > centroid(mesh, e)[1] ? "low" : "high");
    EXPECT_NEAR(boundary_measure(mesh, "wall"), 4, 1e-12);
  }
}

TEST(MshFormats, before_2_2_and_4_0_are_the_mesh_that_2_2_is) {
  expect_square(plain_22, "2.2");
  expect_square(format_2("2.2", names_21 + nodes_2 + elements_2(4, "1 3 ")), "2.2 with a partition");
  expect_square(format_2("2.1", names_21 + nodes_2 + elements_2(3, "3 ")), "2.1 with a partition");
  expect_square(format_2("2", names_20 + nodes_2 + elements_2(3, "3 ")), "2");
  expect_square(format_2("2.0", names_20 + nodes_2 + elements_2(2, "")), "2.0");
  expect_square(format_40, "4.0");
}

TEST(MshFormats, with_parameters_of_nodes_and_embedded_entities_are_read) {
  expect_square(format_2("2.2", names_21 + parametric_nodes_2 + elements_2(2, "")), "2.2, parametric");
  expect_square(embedded_41, "4.1, embedded");
}

TEST(MshFormats, may_have_blanks_behind_sections_other_ends_of_lines_and_capitals_in_the_extension) {
  for (const std::string& text : {plain_22, format_40, embedded_41}) {
    expect_square(replaced(text, "\n", " \n"), "blanks");
    expect_square(replaced(text, "\n", "\t\r\n"), "blanks and CR");
    expect_square(replaced(text, "\n", "\r\n"), "CR");
    expect_square(text, "capitals", "SQUARE.MSH");
  }
}

TEST(MshFormats, may_give_one_name_to_two_groups) {
  const Mesh mesh = read_text_as(replaced(plain_22, "\"high\"", "\"low\""));
  EXPECT_EQ(mesh.region_names, std::vector<std::string>{"low"});
}

TEST(MshFormats, may_give_an_element_a_group_and_no_entity) {
  const Mesh mesh = read_mesh({.file = test::meshes / "element_with_one_tag.msh"});
  EXPECT_EQ(mesh.region_names, std::vector<std::string>{"vacuum"});
  EXPECT_EQ(mesh.n_elements(), 4);
}

TEST(MshFormats, of_every_version_are_checked_alike) {
  for (const std::string& text : {plain_22, format_40, embedded_41}) {
    EXPECT_TRUE(contains(error_of_text(replaced(text, " 1 3 4\n", " 1 3 5\n")), "refers to node 5")) << text;
    EXPECT_TRUE(contains(error_of_text(text.substr(0, text.size() - 13)), "the file is cut short")) << text;
  }
  const std::string format_1 =
      "$NOD\n3\n1 0 0 0\n2 1 0 0\n3 0 1 0\n$ENDNOD\n$ELM\n1\n1 2 5 5 3 1 2 3\n$ENDELM\n";
  EXPECT_TRUE(
      contains(error_of_text(replaced(format_1, "3 1 2 3\n", "3 1 2 9\n")), "line 9: an element refers"))
      << error_of_text(replaced(format_1, "3 1 2 3\n", "3 1 2 9\n"));
  EXPECT_TRUE(contains(error_of_text(replaced(format_1, "5 5 3", "5 5 4")),
                       "found an element of 4 nodes; expected 3"));
  EXPECT_TRUE(contains(error_of_text(replaced(format_40, "4 0 8", "4 1 8")),
                       "found format 4.0 in binary, which no Gmsh of today writes; expected"));
}

}  // namespace
}  // namespace dgsolve
