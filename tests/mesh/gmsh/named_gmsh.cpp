#include <filesystem>
#include <fstream>

#include "mesh/gmsh/gmsh.hpp"
#include "mesh/gmsh/newer_words.hpp"
#include "mesh/read_mesh.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/meshes/mesh_error.hpp"
#include "tests/support/meshes/mesh_properties.hpp"
#include "tests/support/meshes/places.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve {
namespace {

/// The installed one, by its name.
TEST(NamedGmsh, makes_the_mesh_that_the_linked_one_makes) {
  if (!std::filesystem::exists(DGSOLVE_GMSH_LIBRARY)) GTEST_SKIP() << "Gmsh is packed in the bundle";
  const MeshOptions options = {.file = test::meshes / "disk.geo", .geometry_order = 2};
  const Mesh linked = read_mesh(options);
  const std::string version = gmsh_version();
  const test::EnvironmentVariable named("DGSOLVE_GMSH", DGSOLVE_GMSH_LIBRARY);
  MeshReport report;
  expect_same(read_mesh(options, &report), linked, "disk.geo");
  EXPECT_TRUE(std::ranges::any_of(report.notes, [](const std::string& note) {
    return note.starts_with("Gmsh is 4.") && note.ends_with(DGSOLVE_GMSH_LIBRARY);
  }));
  EXPECT_NE(gmsh_version(), version);
}

TEST(NamedGmsh, is_refused_where_it_is_no_library_of_gmsh) {
  const auto error_with = [](const std::string& name) {
    const test::EnvironmentVariable named("DGSOLVE_GMSH", name);
    return test::mesh_error_of([] { read_mesh({.file = test::meshes / "disk.geo"}); });
  };
  const test::TemporaryFolder folder;
  const std::string text = (folder.path() / "text.so").string();
  std::ofstream(text) << "no library\n";
  for (const std::string& name : {text, (folder.path() / "there_is_no_such.so").string()}) {
    const std::string error = error_with(name);
    EXPECT_TRUE(test::contains(error, "DGSOLVE_GMSH: " + name + " cannot be loaded; expected Gmsh's library"))
        << error;
  }
}

TEST(NewerWords, of_a_script_are_named_with_the_version_that_has_them) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "heal.geo";
  std::ofstream(file) << "SetFactory(\"OpenCASCADE\");\nRectangle(1) = {0, 0, 0, 1, 1}; // OCCFastUnbind\n"
                         "Print Sprintf(\"Extend\");\nHealShapes;\nGeometry.OCCBooleanGlue = 1;\n";
  EXPECT_EQ(
      advice_on_newer_words(file, "4.8.4"),
      "HealShapes needs Gmsh 4.10.2 or later, OCCBooleanGlue needs Gmsh 4.13.0 or later; this is Gmsh 4.8.4, "
      "and the environment variable DGSOLVE_GMSH can name the library of another one");
  EXPECT_TRUE(
      test::contains(advice_on_newer_words(file, "4.12.2-git"), "4.13.0 or later; this is Gmsh 4.12.2-git"));
  EXPECT_EQ(advice_on_newer_words(file, "4.13.0"), "");
  std::ofstream(file) << "Point(1) = {0, 0, 0}; a[] = OrientedBoundary { Point{1}; };\n";
  const std::string error = test::mesh_error_of([&] { read_mesh({.file = file}); });
  EXPECT_TRUE(test::contains(error, "OrientedBoundary needs Gmsh 4.15.0 or later")) << error;
}

}  // namespace
}  // namespace dgsolve
