/// The program on elliptic problems at the edge of what it can solve: the highest orders, one cell, numbers
/// that no computer holds.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {
namespace {

class EllipticLimits : public testing::Test {
 protected:
  /// The square (−1, 1)², or one triangle, or one tetrahedron.
  CaseRun run(const std::string& mesh, const std::vector<std::string>& settings) const {
    const std::filesystem::path file = folder_.path() / "case.yaml";
    std::ofstream(folder_.path() / "triangle.geo")
        << "Point(1) = {0, 0, 0, 9}; Point(2) = {1, 0, 0, 9}; Point(3) = {0, 1, 0, 9};\n"
        << "Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 1};\n"
        << "Curve Loop(1) = {1, 2, 3}; Plane Surface(1) = {1};\n"
        << "Physical Surface(\"all\") = {1}; Physical Curve(\"walls\") = {1, 2, 3};\n";
    std::ofstream(file) << "physics: poisson\nunits: natural\norder: 2\nregions: {default: {kappa: 1}}\n"
                        << "boundaries: {default: neumann}\nsource: x-y\nmesh: {file: "
                        << (mesh == "square.msh" ? source_folder() / "tests/meshes" : folder_.path()).string()
                        << '/' << mesh << "}\noutput: {probes: [{name: p, at: [0.25, 0.5], fields: [u]}]}\n";
    return CaseRun(file, settings);
  }
  void expect_refused(const CaseRun& run, const std::vector<std::string>& messages, int status = 2) const {
    EXPECT_EQ(run.program.status, status) << run.program.errors;
    for (const std::string& message : messages)
      EXPECT_NE(run.program.errors.find(message), std::string::npos) << message << '\n' << run.program.errors;
  }
  static double probed(const CaseRun& run) {
    EXPECT_EQ(run.program.status, 0) << run.program.errors;
    return std::stod(read_csv(run.results / "probes/p.csv").back()[2]);
  }

  const TemporaryFolder folder_;
};

/// u = cos(πx) sin(πy/2) has no flux through the square's sides.
TEST_F(EllipticLimits, nothing_fixes_the_level_at_orders_nine_and_ten_either) {
  const double exact = std::cos(M_PI / 4) * std::sin(M_PI / 4);
  for (const char* order : {"9", "10"})
    EXPECT_NEAR(probed(run("square.msh", {std::string("order=") + order, "solver.tolerance=1e-12",
                                          "source=5/4*pi^2*cos(pi*x)*sin(pi*y/2)"})),
                exact, 1e-3)
        << "order " << order;
}

TEST_F(EllipticLimits, a_single_cell_without_a_level_is_refused_with_what_would_do) {
  const std::string cure = "solver.preconditioner=jacobi";
  expect_refused(run("triangle.geo", {}), {"mesh: has one cell, and nothing fixes the level of u", "jacobi"});
  const double alone = probed(run("triangle.geo", {cure, "order=8"})),
               split = probed(run("triangle.geo", {"mesh.refine=1", "order=8"}));
  EXPECT_NEAR(alone, split, 1e-3 * std::abs(split));
  EXPECT_NEAR(probed(run("triangle.geo", {cure, "source=0"})), 0, 1e-12);
}

TEST_F(EllipticLimits, numbers_beyond_what_the_matrix_holds_are_named) {
  const std::string range = "expected entries from 1e-30 to 1e+30";
  for (const char* value : {"1e300", "1e40", "1e-40", "1e-300"}) {
    const std::string kappa = std::string("regions.default.kappa=") + value;
    expect_refused(run("square.msh", {kappa}), {"regions.vacuum.kappa: is 1e", " at (", range});
    expect_refused(run("triangle.geo", {kappa, "boundaries.default=dirichlet"}),
                   {"regions.all.kappa: is 1e"});
  }
  expect_refused(run("square.msh", {"regions.default.lambda=1e200"}),
                 {"regions.vacuum.lambda: is 1e+200", range});
  expect_refused(run("square.msh", {"boundaries.default={type: robin, coefficient: 1e60}"}),
                 {".coefficient: is 1e+60", range});
  expect_refused(run("square.msh", {"regions.default.kappa=[[1e200, 0], [0, 1e200]]"}),
                 {"regions.vacuum.kappa: is 1e+200"});
}

TEST_F(EllipticLimits, data_whose_squares_vanish_or_overflow_are_named) {
  for (const std::string value : {"1e200", "1e-200"})
    expect_refused(
        run("square.msh", {"source=0", "boundaries.default={type: dirichlet, value: " + value + "}"}),
        {"source, boundary values and charges: the largest entry of the right-hand side is ",
         "expected 0, or 1e-140 to 1e+140"});
}

TEST_F(EllipticLimits, a_level_that_next_to_nothing_holds_is_told_by_the_coefficients) {
  expect_refused(run("triangle.geo", {"regions.default.lambda=1e-20", "source=1"}),
                 {"solver.preconditioner: multigrid", "kappa is 1, lambda 1e-20", "expected"}, 1);
}

}  // namespace
}  // namespace dgsolve::test
