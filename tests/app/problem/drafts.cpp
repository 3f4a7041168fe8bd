/// Drafts of cases, with all names of a mesh.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "tests/app/problem/named_case.hpp"
#include "tests/support/programs/checked_case.hpp"

namespace dgsolve::test {
namespace {

class DraftsOf : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(, DraftsOf,
                         ::testing::Values("no_physical_groups.msh", "cell_in_two_groups.msh", "skin.geo",
                                           "two_boxes.step", "disk.brep", "periodic_2d.geo"),
                         [](const auto& p) {
                           std::string name = p.param;
                           std::ranges::replace(name, '.', '_');
                           return name;
                         });

TEST_P(DraftsOf, poisson_run_with_nothing_but_a_solution) {
  const NamedCase files;
  const std::filesystem::path mesh = files.mesh(GetParam());
  const ProgramResult result = run_program({"new", "--physics", "poisson", mesh.string()}, files.path());
  ASSERT_EQ(result.status, 0) << result.errors;
  std::filesystem::path file = mesh;
  file.replace_extension(".yaml");
  const CaseRun run(file, {"order=2", "exact=\"1 + 2*x - 3*y\"", "boundaries.default=dirichlet"});
  expect_linear(run);
  const ProgramResult again = run_program({"new", mesh.string()}, files.path());
  EXPECT_EQ(again.status, 2);
  EXPECT_NE(again.errors.find("there is such a file"), std::string::npos) << again.errors;
}

TEST(Drafts, of_other_cells_than_simplices_cut_them) {
  const NamedCase files;
  const std::filesystem::path mesh = files.write("quadrilaterals.geo", R"(
SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 2, 1};
Transfinite Surface{1};
Recombine Surface{1};
)");
  const std::filesystem::path file = files.path() / "quadrilaterals.yaml";
  const ProgramResult result = run_program({"new", "--physics", "poisson", mesh.string()}, files.path());
  ASSERT_EQ(result.status, 0) << result.errors;
  const std::vector<std::string> settings = {"exact=\"1 + 2*x - 3*y\"", "boundaries.default=dirichlet"};
  expect_linear(CaseRun(file, settings));
  const CaseRun whole(file, {settings[0], settings[1], "mesh.split=false"});
  EXPECT_EQ(whole.program.status, 2);
  EXPECT_NE(whole.program.errors.find("mesh: {split: true}"), std::string::npos) << whole.program.errors;
}

TEST(Drafts, have_names_in_the_order_of_the_mesh_and_of_the_check) {
  const NamedCase files;
  const std::filesystem::path mesh = files.mesh("two_boxes.step"), file = files.path() / "two_boxes.yaml";
  ASSERT_EQ(run_program({"new", mesh.string()}, files.path()).status, 0);
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  const std::string said = check(file, {"order=1"});
  std::size_t in_draft = 0, in_check = 0;
  for (int number = 1; number <= 12; ++number) {
    const std::string name = "surface_" + std::to_string(number) + ": ";
    in_draft = text.str().find("# " + name, in_draft);
    in_check = said.find("boundary " + name, in_check);
    ASSERT_NE(in_draft, std::string::npos) << name << text.str();
    ASSERT_NE(in_check, std::string::npos) << name << said;
  }
}

TEST(Drafts, are_named_as_a_shell_takes_them_and_need_a_mesh) {
  const NamedCase files;
  const std::filesystem::path mesh = files.path() / "it's a b.msh";
  std::filesystem::copy_file(meshes / "no_physical_groups.msh", mesh);
  const ProgramResult result = run_program({"new", mesh.string()}, files.path());
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_NE(result.errors.find(R"(/it'\''s a b.yaml' --check)"), std::string::npos) << result.errors;
  const ProgramResult empty = run_program({"new", ""}, files.path()),
                      missing = run_program({"new", (files.path() / "none.geo").string()}, files.path());
  EXPECT_EQ(empty.status, 2);
  EXPECT_NE(empty.errors.find("new: got an empty name; expected a mesh"), std::string::npos) << empty.errors;
  EXPECT_EQ(missing.status, 2);
  EXPECT_EQ(missing.errors.find("Gmsh meshes"), std::string::npos) << missing.errors;
}

TEST(FacesInside, are_told_from_those_of_the_outside_by_a_draft_and_by_a_check) {
  const NamedCase files;
  const std::filesystem::path file = files.path() / "case.yaml", mesh = files.write("halves.geo", R"(
SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 1, 1};
Rectangle(2) = {1, 0, 0, 1, 1};
BooleanFragments{ Surface{1, 2}; Delete; }{}
plate() = Curve In BoundingBox{0.9, -0.1, -0.1, 1.1, 1.1, 0.1};
walls() = Curve{:};
walls() -= plate();
Physical Curve("plate") = plate();
Physical Curve("walls") = walls();
MeshSize{:} = 0.5;
)");
  const ProgramResult result =
      run_program({"new", "--physics", "poisson", mesh.string(), file.string()}, files.path());
  ASSERT_EQ(result.status, 0) << result.errors;
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_TRUE(behind(text.str(), "# plate: ")
                  .starts_with("dirichlet  # 2 faces inside the mesh, length 1, from (1, 0) to (1, 1); a "
                               "condition makes it a sheet\n"))
      << text.str();
  EXPECT_TRUE(behind(text.str(), "# walls: ").starts_with("dirichlet  # 12 faces, length 6,")) << text.str();
  EXPECT_TRUE(
      behind(check(file, {}), "boundary plate: ").starts_with("no condition, 2 faces inside the mesh,"));
  EXPECT_TRUE(behind(check(file, {"boundaries.plate=dirichlet"}), "boundary plate: ")
                  .starts_with("dirichlet, 2 faces inside the mesh,"));
}

TEST(Drafts, have_the_names_with_sizes_and_places) {
  const NamedCase files;
  const std::filesystem::path mesh = files.mesh("skin.geo"), file = files.path() / "other.yaml";
  for (const char* physics : {"maxwell", "poisson", "euler", "navier_stokes"}) {
    std::filesystem::remove(file);
    const ProgramResult result =
        run_program({"new", mesh.string(), file.string(), "--physics", physics}, files.path());
    ASSERT_EQ(result.status, 0) << result.errors;
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    for (const char* part : {"# left: ", "area 1, from (0, 0, 0) to (0, 1, 1)", "# skin: ", "area 10, from "})
      EXPECT_NE(text.str().find(part), std::string::npos) << text.str();
    check(file, {"order=1"});
  }
  const ProgramResult none = run_program({"new", mesh.string(), "--physics", "heat"}, files.path());
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.errors.find("--physics: got \"heat\"; expected maxwell, poisson"), std::string::npos);
}

}  // namespace
}  // namespace dgsolve::test
