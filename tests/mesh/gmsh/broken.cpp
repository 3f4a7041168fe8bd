#include <filesystem>
#include <map>
#include <sstream>

#include "mesh/read_mesh.hpp"
#include "tests/support/meshes/mesh_properties.hpp"
#include "tests/support/meshes/places.hpp"

namespace dgsolve {
namespace {

const std::filesystem::path broken = test::source_folder() / "tests" / "meshes" / "broken";

std::vector<std::filesystem::path> broken_meshes() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(broken)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// The message that reading the mesh ends in; fails the test where there is none. Second-order meshes say so
/// in their names.
std::string message_of(const std::filesystem::path& file) {
  const bool second_order = file.stem().string().ends_with("_order2");
  try {
    read_mesh({.file = file, .parameters = {}, .geometry_order = second_order ? 2 : 1});
  } catch (const MeshError& error) {
    return error.what();
  }
  ADD_FAILURE() << file << " was read without an error";
  return "";
}

class Broken : public ::testing::TestWithParam<std::filesystem::path> {};
INSTANTIATE_TEST_SUITE_P(, Broken, ::testing::ValuesIn(broken_meshes()),
                         [](const auto& p) { return p.param.stem().string(); });

TEST_P(Broken, mesh_gives_an_error_that_names_the_file_in_every_line) {
  const std::string message = message_of(GetParam());
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);)
    EXPECT_TRUE(line.starts_with(GetParam().string() + ": ")) << message;
}

TEST(BrokenMeshes, errors_say_where_and_what_is_wrong) {
  // A file and what its message must contain, in this order: what was found, and where.
  const std::map<std::string, std::vector<std::string>> expected = {
      {"binary_garbage", {"line 1:", "expected $MeshFormat"}},
      {"dented_boundary_order2", {"optimiser did not help", "cell ", " at (", "smallest Jacobian -"}},
      {"duplicate_cell", {"duplicate cells: cell 0 at (0.5, 0.166667, 0) and cell 4"}},
      {"duplicate_cell_alone", {"duplicate cells: cell 0", "and cell 1"}},
      {"empty", {"the file is empty; expected"}},
      {"flat_tetrahedron", {"degenerate", "cell 1 at (0.333333, 0.333333, 0.333333)"}},
      {"folded_tetrahedra", {"same side of their face", "cell 0", "and cell 1"}},
      {"garbage_inside_binary", {"byte ", ": found node number"}},
      {"hanging_node", {"hanging nodes", "node at (1, 0.5, 0) lies inside face"}},
      {"hanging_node_in_a_group", {"hanging nodes", "node at (1, 0.5, 0) lies inside face"}},
      {"hanging_node_3d", {"hanging nodes", "node at (0.5, 0.5, 0) lies inside face"}},
      {"hexahedron", {"Hexahedron", "expected triangles (2D) or tetrahedra (3D)"}},
      {"infinite_coordinate", {"not finite numbers: (inf, 0.5, 0)"}},
      {"inverted_cell_order2", {"inverted", "cell ", " at (", "smallest Jacobian -"}},
      {"inverted_tetrahedron_order2", {"inverted", "cell ", " at (", "smallest Jacobian -"}},
      {"missing_node", {"line 22: an element refers to node 5"}},
      {"mixed_geometric_orders", {"Triangle 6", "geometric order 2", "geometry_order is 1"}},
      {"nan_coordinate", {"not finite numbers: (0.5, nan, 0)"}},
      {"only_boundary_elements", {"no cells; expected triangles"}},
      {"quadrilaterals", {"1 quadrilateral (of type Quadrilateral"}},
      {"three_cells_on_a_face", {"more than two cells: cells 0 4 5 at (0.5, 0, 0)"}},
      {"triangles_in_space", {"plane z = constant"}},
      {"truncated_binary", {"byte ", ": the file is cut short"}},
      {"truncated_text_22", {"cut short: expected $EndElements"}},
      {"unknown_version", {"line 2: found format \"3.7 0 8\"; expected version 2, 2.1, 2.2, 4 or 4.1"}},
      {"zero_area_cell", {"degenerate", "cell 0 at (0.5, 0, 0)"}},
  };
  for (const auto& [name, parts] : expected) {
    const std::string message = message_of(broken / (name + ".msh"));
    std::size_t at = 0;
    for (const std::string& part : parts) {
      at = message.find(part, at);
      EXPECT_NE(at, std::string::npos) << message << "\nexpected: " << part;
    }
  }
}

TEST(BrokenMeshes, missing_files_and_wrong_options_are_errors_too) {
  EXPECT_NE(message_of(broken / "there_is_no_such.msh").find("no such file"), std::string::npos);
  EXPECT_NE(message_of(broken / "mesh.vtu").find("unknown extension"), std::string::npos);
  EXPECT_NE(message_of(broken.parent_path()).find("extension"), std::string::npos);
  const auto good = broken.parent_path() / "disk_order1_v41_text.msh";
  for (const int order : {-1, 5, 99})
    EXPECT_THROW(read_mesh({.file = good, .parameters = {}, .geometry_order = order}), MeshError);
  for (const double scale : {0.0, -1.0, static_cast<double>(NAN), static_cast<double>(INFINITY)})
    EXPECT_THROW(read_mesh({.file = good, .parameters = {}, .geometry_order = 1, .scale = scale}), MeshError);
}

}  // namespace
}  // namespace dgsolve
