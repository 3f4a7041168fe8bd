/// Entries of a case that stand for several groups of the mesh.

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/programs/checked_case.hpp"

namespace dgsolve::test {
namespace {

const std::vector<std::string> coarse_strip = {"order=2", "time.final=0.5", "output={}"};

std::vector<std::string> with(std::vector<std::string> settings) {
  settings.insert(settings.begin(), coarse_strip.begin(), coarse_strip.end());
  return settings;
}

const std::string left =
    "left: {type: incoming, data: {Ez: \"exp(-((t-x-3)/0.2)^2)\", Hy: \"-exp(-((t-x-3)/0.2)^2)\"}}";

TEST(Patterns, give_the_same_run_as_every_name_written_out) {
  const CaseRun named(interface_case, with({}));
  const CaseRun patterns(
      interface_case, with({"regions={\"a*\": {epsilon_r: 1}, default: {epsilon_r: 4}}",
                            "boundaries={" + left + ", \"?o*t*m\": pmc, right: absorbing, default: pmc}"}));
  ASSERT_EQ(patterns.program.status, 0) << patterns.program.errors;
  EXPECT_EQ(patterns.summary()["energy"], named.summary()["energy"]);
  EXPECT_EQ(patterns.summary()["errors"], named.summary()["errors"]);
}

TEST(Patterns, are_counted_by_the_check_and_boundaries_say_which_they_took) {
  const std::string said =
      check(interface_case, with({"boundaries={" + left + ", right: absorbing, default: pmc}"}));
  EXPECT_NE(said.find("boundaries: \"default\" takes 2 of them: bottom, top"), std::string::npos) << said;
  EXPECT_NE(said.find("boundary bottom: pmc (by \"default\"), 48 faces"), std::string::npos) << said;
}

TEST(Patterns, that_fit_nothing_or_fit_twice_are_mistakes) {
  const std::string none = check(
      interface_case, with({"boundaries={" + left + ", right: absorbing, \"wall*\": pec, default: pmc}"}), 2);
  EXPECT_NE(none.find("boundaries.wall*: the mesh has no boundary group of that name"), std::string::npos)
      << none;
  const std::string twice =
      check(interface_case,
            with({"boundaries={" + left + ", right: absorbing, \"t*\": pec, \"*p\": pmc, bottom: pmc}"}), 2);
  EXPECT_NE(twice.find("the pattern fits top, and \"*p\" fits it too"), std::string::npos) << twice;
}

TEST(Patterns, that_stand_for_the_others_may_find_none_beside_names) {
  const std::string said =
      check(interface_case,
            with({"boundaries={" + left + ", right: absorbing, \"?o*t*m\": pmc, top: pmc, default: pec}"}));
  EXPECT_NE(said.find("boundaries: \"default\" takes none of them"), std::string::npos) << said;
}

/// The unit square in 18 triangles of the region "all". Its opposite sides are periodic, and no elements.
void write_torus(const std::filesystem::path& file) {
  std::ofstream out(file);
  const auto node = [](int i, int j) { return 4 * j + i + 1; };
  out << "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 1 \"all\"\n$EndPhysicalNames\n"
         "$Entities\n0 4 1 0\n1 0 0 0 1 0 0 0 0\n2 1 0 0 1 1 0 0 0\n3 0 1 0 1 1 0 0 0\n4 0 0 0 0 1 0 0 0\n"
         "1 0 0 0 1 1 0 1 1 0\n$EndEntities\n$Nodes\n1 16 1 16\n2 1 0 16\n";
  for (int number = 1; number <= 16; ++number) out << number << '\n';
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 4; ++i) out << i / 3. << ' ' << j / 3. << " 0\n";
  out << "$EndNodes\n$Elements\n1 18 1 18\n2 1 2 18\n";
  for (int cell = 0; cell < 9; ++cell) {
    const int i = cell % 3, j = cell / 3;
    out << 2 * cell + 1 << ' ' << node(i, j) << ' ' << node(i + 1, j) << ' ' << node(i + 1, j + 1) << '\n'
        << 2 * cell + 2 << ' ' << node(i, j) << ' ' << node(i + 1, j + 1) << ' ' << node(i, j + 1) << '\n';
  }
  out << "$EndElements\n$Periodic\n2\n1 2 4\n0\n4\n";
  for (int k = 0; k < 4; ++k) out << node(3, k) << ' ' << node(0, k) << '\n';
  out << "1 3 1\n0\n4\n";
  for (int k = 0; k < 4; ++k) out << node(k, 3) << ' ' << node(k, 0) << '\n';
  out << "$EndPeriodic\n";
}

TEST(Patterns, that_stand_for_all_boundaries_find_none_in_a_periodic_mesh_without_any) {
  const TemporaryFolder folder;
  write_torus(folder.path() / "torus.msh");
  const std::filesystem::path file = folder.path() / "case.yaml";
  for (const char* physics : {"maxwell", "euler"}) {
    const ProgramResult draft = run_program(
        {"new", (folder.path() / "torus.msh").string(), file.string(), "--physics", physics}, folder.path());
    ASSERT_EQ(draft.status, 0) << draft.errors;
    const CaseRun ran(file, {"order=1", "time.final=1e-9"});
    EXPECT_EQ(ran.program.status, 0) << ran.program.errors;
    EXPECT_NE(ran.program.errors.find("boundaries: \"default\" takes none, for the mesh has none"),
              std::string::npos)
        << ran.program.errors;
    std::filesystem::remove(file);
  }
}

/// Two triangles, regions a and b; "skin" is all of the outside but the left side.
void write_square(const std::filesystem::path& file, bool skin_is_inside_too) {
  std::ofstream(file)
      << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n4\n1 1 \"left\"\n1 2 \"skin\"\n"
         "2 3 \"a\"\n2 4 \"b\"\n$EndPhysicalNames\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n"
         "$EndNodes\n$Elements\n"
      << (skin_is_inside_too ? 7 : 6)
      << "\n1 2 2 3 1 1 2 3\n2 2 2 4 2 1 3 4\n3 1 2 1 1 4 1\n4 1 2 2 2 1 2\n5 1 2 2 2 2 3\n"
         "6 1 2 2 2 3 4\n"
      << (skin_is_inside_too ? "7 1 2 2 2 1 3\n" : "") << "$EndElements\n";
}

TEST(Groups, with_faces_inside_and_outside_have_conditions_outside_where_they_make_no_sense_inside) {
  const TemporaryFolder folder;
  const std::string potential =
      "physics: poisson\nunits: natural\norder: 2\nregions: {default: {kappa: 1}}\nsource: 1\n";
  const std::string wave =
      "physics: maxwell\nformulation: TM\nunits: natural\norder: 2\nregions: {default: {}}\n"
      "initial: {Ez: x*y}\ntime: {final: 0.5}\n";
  const std::string left_out =
      "boundaries.skin: acts on the group's 3 faces at the mesh's outside; its 1 faces inside";
  const auto run = [&](const std::string& problem, bool skin_is_inside_too) {
    write_square(folder.path() / "square.msh", skin_is_inside_too);
    const std::filesystem::path file = folder.path() / "case.yaml";
    std::ofstream(file) << problem << "\nmesh: {file: square.msh}\n";
    const CaseRun ran(file);
    EXPECT_EQ(ran.program.status, 0) << ran.program.errors;
    EXPECT_EQ(ran.program.errors.find(left_out) != std::string::npos, skin_is_inside_too)
        << ran.program.errors;
    return ran.summary()["energy"]["final"].get<double>();
  };
  for (const std::string& problem :
       {potential + "boundaries: {left: dirichlet, skin: {type: robin, coefficient: 2}}",
        potential + "boundaries: {left: {type: robin, coefficient: 1}, default: dirichlet}",
        wave + "boundaries: {left: pec, skin: absorbing}", wave + "boundaries: {default: pec}"})
    EXPECT_NEAR(run(problem, true), run(problem, false), 1e-9) << problem;
}

}  // namespace
}  // namespace dgsolve::test
