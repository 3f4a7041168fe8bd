/// Case files of elliptic problems that are right: what is read from them, and defaults.

#include <gtest/gtest.h>

#include <fstream>

#include "io/case/case.hpp"
#include "io/case/case_reader.hpp"
#include "tests/support/meshes/square_mesh.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve {
namespace {

Case read_poisson(const std::string& text) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() / "case.yaml")
      << "physics: poisson\nmesh: {file: " << test::square_msh.string() << "}\n"
      << text;
  return read_case(folder.path() / "case.yaml");
}

TEST(EllipticCase, everything_that_a_file_says_is_read) {
  const Case c = read_poisson(R"yaml(
order: 7
constants: {k: 3}
regions: {vacuum: {kappa: [[k, "x/2"], ["x/2", 1+y]], lambda: 2}}
boundaries:
  left: {type: dirichlet, value: x*y}
  right: {type: robin, coefficient: 4, value: 5}
  walls: {type: floating, charge: -6}
source: k*x
exact: y
solver: {method: cg, preconditioner: jacobi, operator: bsr, tolerance: 1e-5, max_iterations: 12}
output: {matrix: [hdf5], fields: {names: [u, Ey]}}
)yaml");
  ASSERT_FALSE(c.time());
  const EllipticOptions& o = c.elliptic();
  EXPECT_EQ(c.order, 7);
  ASSERT_EQ(o.regions.at("vacuum").kappa.size(), 4u);
  const double expected[] = {3, 0.5, 0.5, 3};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(o.regions.at("vacuum").kappa[i](1, 2, 0, 0), expected[i]);
  EXPECT_EQ(o.regions.at("vacuum").lambda(0, 0, 0, 0), 2);
  EXPECT_EQ((*o.boundaries.at("left").value)(2, 3, 0, 0), 6);
  EXPECT_EQ(o.boundaries.at("right").condition, EllipticCondition::robin);
  EXPECT_EQ(o.boundaries.at("right").coefficient(0, 0, 0, 0), 4);
  EXPECT_EQ((*o.boundaries.at("right").value)(0, 0, 0, 0), 5);
  EXPECT_EQ(o.boundaries.at("walls").condition, EllipticCondition::floating);
  EXPECT_EQ(o.boundaries.at("walls").charge, -6);
  EXPECT_EQ((*o.source)(2, 0, 0, 0), 6);
  EXPECT_EQ((*o.exact)(0, 8, 0, 0), 8);
  EXPECT_EQ(o.solver.preconditioner, PreconditionerKind::jacobi);
  EXPECT_EQ(o.solver.form, OperatorForm::bsr);
  EXPECT_EQ(o.solver.tolerance, 1e-5);
  EXPECT_EQ(o.solver.max_iterations, 12);
  EXPECT_EQ(c.elliptic().matrix, std::vector<std::string>{"hdf5"});
  EXPECT_EQ(c.output.fields->names, (std::vector<std::string>{"u", "Ey"}));
}

TEST(EllipticCase, what_is_left_out_has_its_default) {
  const Case c = read_poisson(
      "regions: {vacuum: {kappa: 1}}\nboundaries: {left: dirichlet, right: neumann, walls: neumann}\n");
  const EllipticOptions& o = c.elliptic();
  EXPECT_TRUE(o.regions.at("vacuum").lambda.is_zero());
  EXPECT_FALSE(o.boundaries.at("left").value || o.source || o.exact);
  EXPECT_EQ(o.boundaries.at("right").condition, EllipticCondition::neumann);
  EXPECT_EQ(o.solver.preconditioner, PreconditionerKind::multigrid);
  EXPECT_EQ(o.solver.form, OperatorForm::automatic);
  EXPECT_EQ(o.solver.tolerance, 1e-8);
  EXPECT_EQ(o.solver.max_iterations, 500);
}

TEST(EllipticCase, a_periodic_pair_of_which_one_side_is_named_comes_out_with_both) {
  const Case c = read_poisson(
      "regions: {vacuum: {kappa: 1}}\nboundaries: {left: {type: periodic, with: right}, walls: dirichlet}\n");
  EXPECT_EQ(c.elliptic().boundaries.at("right").condition, EllipticCondition::periodic);
  EXPECT_EQ(c.elliptic().boundaries.at("right").with, "left");
}

}  // namespace
}  // namespace dgsolve
