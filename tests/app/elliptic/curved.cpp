/// The program on elliptic problems with curved cells: fields that they have exactly, data that they meet
/// only nearly.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {
namespace {

/// A case in natural units, κ = 1, on a mesh of the tests.
struct CurvedRun {
  CurvedRun(const std::string& mesh, const std::string& rest, const std::vector<std::string>& settings = {})
      : run(write(mesh, rest), settings) {
    EXPECT_EQ(run.program.status, 0) << run.program.errors;
  }
  std::filesystem::path write(const std::string& mesh, const std::string& rest) const {
    std::ofstream(folder.path() / "case.yaml")
        << "physics: poisson\nunits: natural\nregions: {default: {kappa: 1}}\nmesh: {file: "
        << (source_folder() / "tests/meshes" / mesh).string() << "}\n"
        << rest;
    return folder.path() / "case.yaml";
  }
  bool says(const std::string& text) const { return run.program.errors.find(text) != std::string::npos; }

  const TemporaryFolder folder;
  const CaseRun run;
};

const std::string lacks = "warning: mesh.geometry_order: curved cells of order";

TEST(CurvedCells, have_uniform_fields_exactly_by_default) {
  const std::string uniform = "boundaries: {default: dirichlet}\nexact: x/2-y\nsolver: {tolerance: 1e-13}\n";
  for (const auto& [mesh, order] :
       {std::pair("ball_in_box.geo", "2"), {"disk.geo", "2"}, {"disk.geo", "3"}}) {
    const CurvedRun run(mesh, uniform, {std::string("order=") + order});
    EXPECT_TRUE(run.says(std::string("geometric order ") + order)) << run.run.program.errors;
    EXPECT_LT(run.run.summary()["errors"]["u"]["linf"].get<double>(), 1e-11) << mesh << ", order " << order;
    EXPECT_LT(run.run.summary()["errors"]["u"]["h1_seminorm"].get<double>(), 1e-10) << mesh << order;
    EXPECT_FALSE(run.says(lacks)) << run.run.program.errors;
  }
}

TEST(CurvedCells, of_a_higher_order_than_the_fields_are_told_to_lack_uniform_fields) {
  const std::string uniform = "boundaries: {default: dirichlet}\nexact: y\norder: 1\n";
  const CurvedRun lacking("disk.geo", uniform, {"mesh.geometry_order=3"});
  EXPECT_TRUE(lacking.says(lacks + " 3 lack linear functions in fields of order 1"))
      << lacking.run.program.errors;
  EXPECT_TRUE(lacking.says("expected mesh.geometry_order: 1")) << lacking.run.program.errors;
  EXPECT_GT(lacking.run.summary()["errors"]["u"]["h1_seminorm"].get<double>(), 1e-2);
}

/// ∫1 over the disk is half its rim: on cells that only nearly meet the circle it is nearly so.
TEST(CurvedCells, that_miss_the_circle_by_little_let_neumann_data_balance_with_a_warning) {
  const std::string disk = "source: 1\noutput: {probes: [{name: c, at: [[0, 0], [0.5, 0]]}]}\n";
  const CurvedRun run("disk.geo", disk + "boundaries: {rim: {type: neumann, value: -0.5}}\n");
  EXPECT_TRUE(run.says("quadrature on these cells explains it")) << run.run.program.errors;
  EXPECT_TRUE(run.says("the solution's mean is made 0"));
  const std::vector<std::vector<std::string>> rows = read_csv(run.run.results / "probes/c.csv");
  EXPECT_NEAR(std::stod(rows[1][2]), 1.0 / 8, 1e-6);  // 1/8 − r²/4
  EXPECT_NEAR(std::stod(rows[2][2]), 1.0 / 8 - 1.0 / 16, 1e-6);
  const CaseRun off(run.folder.path() / "case.yaml", {"boundaries.rim={type: neumann, value: -0.51}"});
  EXPECT_EQ(off.program.status, 2);
  EXPECT_NE(off.program.errors.find("they must add up to 0"), std::string::npos) << off.program.errors;
}

}  // namespace
}  // namespace dgsolve::test
