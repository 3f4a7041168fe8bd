/// The program on conductors: capacitance matrices, units, parts of the energy.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "tests/support/programs/run_case.hpp"

namespace dgsolve::test {
namespace {

/// A case on a mesh of the tests.
struct ConductorRun {
  ConductorRun(const std::string& mesh, const std::string& rest,
               const std::vector<std::string>& settings = {})
      : run(write(mesh, rest), settings) {}

  const nlohmann::json& summary() {
    EXPECT_EQ(run.program.status, 0) << run.program.errors;
    if (summary_.empty()) summary_ = run.summary();
    return summary_;
  }
  double C(const std::string& i, const std::string& j) { return summary()["capacitance"][j][i]; }

  std::filesystem::path write(const std::string& mesh, const std::string& rest) const {
    std::ofstream(folder.path() / "case.yaml")
        << "physics: poisson\nmesh: {file: " << (source_folder() / "tests/meshes" / mesh).string()
        << ", geometry_order: 3}\nsolver: {tolerance: 1e-12}\n"
        << rest;
    return folder.path() / "case.yaml";
  }

  const TemporaryFolder folder;
  const CaseRun run;

 private:
  nlohmann::json summary_;
};

const std::string wires = "order: 3\nregions: {oil: {epsilon_r: 2.2}}\n";
const std::string coax = "units: natural\nregions: {dielectric: {kappa: 1}}\noutput: {capacitance: true}\n" +
                         std::string("boundaries: {inner: {type: dirichlet, value: 1}, outer: dirichlet}\n");

TEST(Capacitance, of_a_coaxial_line_is_that_of_the_theory_and_converges_faster_than_its_energy) {
  const double exact = 2 * std::numbers::pi / std::log(2.0);
  const auto error = [&](int refine) {
    ConductorRun run("coax.geo", coax, {"order=2", "mesh.refine=" + std::to_string(refine)});
    EXPECT_NEAR(run.C("inner", "inner"), run.C("outer", "outer"), 1e-9);
    return std::pair(std::abs(run.C("inner", "inner") - exact),
                     std::abs(2 * run.summary()["energy"]["final"].get<double>() - exact));
  };
  const auto [charge, energy] = error(0);
  const auto [finer_charge, finer_energy] = error(1);
  EXPECT_GE(std::log2(charge / finer_charge), 3.5) << "2 N: " << charge << ", " << finer_charge;
  EXPECT_LT(finer_charge, finer_energy / 4) << energy;
}

/// Each conductor may be given its potential or its charge; where none has a potential, only differences
/// count.
TEST(Capacitance, is_the_same_whatever_is_given_of_the_conductors) {
  const std::string all = wires + "output: {capacitance: true}\nboundaries: {box: dirichlet, left: " +
                          "{type: dirichlet, value: 3 V}, right: dirichlet}\n";
  ConductorRun fixed("three_conductors.geo", all);
  const std::vector<std::string> names = {"box", "left", "right"};
  for (const std::string& i : names) {
    double sum = 0, size = 0;
    for (const std::string& j : names) {
      sum += fixed.C(i, j);
      size += std::abs(fixed.C(i, j));
      EXPECT_EQ(fixed.C(i, j), fixed.C(j, i));
      EXPECT_TRUE(i == j ? fixed.C(i, j) > 0 : fixed.C(i, j) < 0) << i << ", " << j;
    }
    EXPECT_LT(std::abs(sum), 1e-9 * size) << i;
  }
  const std::vector<std::vector<std::string>> given = {
      {"boundaries.left={type: floating, charge: 1 nC/m}"},
      {"boundaries.left={type: floating, charge: 0}", "boundaries.right={type: floating, charge: 2 nC/m}"},
      {"boundaries.left={type: floating, charge: 1 nC/m}", "boundaries.right={type: floating, charge: 0}",
       "boundaries.box={type: floating, charge: -1 nC/m}"}};
  for (const std::vector<std::string>& settings : given) {
    ConductorRun floating("three_conductors.geo", all, settings);
    for (const std::string& i : names)
      for (const std::string& j : names)
        EXPECT_NEAR(floating.C(i, j), fixed.C(i, j), 1e-9 * fixed.C("box", "box")) << i << ", " << j;
  }
}

TEST(Capacitance, of_some_conductors_leaves_the_others_at_zero_or_without_a_charge) {
  const auto matrix = [](const std::string& right) {
    return ConductorRun("three_conductors.geo", wires + "output: {capacitance: [left]}\nboundaries: {box: " +
                                                    "dirichlet, left: dirichlet, right: " + right + "}\n");
  };
  ConductorRun all("three_conductors.geo",
                   wires +
                       "output: {capacitance: true}\nboundaries: {box: dirichlet, left: dirichlet, right: "
                       "dirichlet}\n");
  ConductorRun grounded = matrix("{type: dirichlet, value: 7}"),
               floating = matrix("{type: floating, charge: 5 C/m}");
  EXPECT_EQ(keys(grounded.summary()["capacitance"]), std::set<std::string>{"left"});
  const double scale = all.C("left", "left"), mutual = all.C("left", "right");
  EXPECT_NEAR(grounded.C("left", "left"), scale, 1e-9 * scale);
  EXPECT_NEAR(floating.C("left", "left"), scale - mutual * mutual / all.C("right", "right"), 1e-9 * scale);
}

TEST(Capacitance, of_what_is_no_conductor_is_refused) {
  const auto refused = [](const std::string& wanted, const std::string& message) {
    ConductorRun run("three_conductors.geo",
                     wires + "output: {capacitance: " + wanted +
                         "}\nboundaries: {box: neumann, left: dirichlet, right: dirichlet}\n");
    EXPECT_EQ(run.run.program.status, 2) << wanted;
    EXPECT_NE(run.run.program.errors.find(message), std::string::npos) << run.run.program.errors;
  };
  refused("[left, box]", "output.capacitance");
  refused("left", "expected true, false, or a list of conductors");
  ConductorRun lonely("three_conductors.geo",
                      wires +
                          "output: {capacitance: true}\nboundaries: {box: neumann, left: neumann, right: " +
                          "{type: floating, charge: 0}}\n");
  EXPECT_NE(lonely.run.program.status, 0);
  EXPECT_NE(lonely.run.program.errors.find("expected another one in the list"), std::string::npos)
      << lonely.run.program.errors;
}

TEST(EllipticUnits, follow_from_a_unit_in_the_case_and_survive_in_the_resolved_case) {
  struct Given {
    std::string region, charge, flux, capacitance, energy;
  };
  for (const auto& [region, charge, flux, capacitance, energy] :
       {Given{"epsilon_r: 2", "0", "C/m", "F/m", "J/m"}, Given{"kappa: 3 S/m", "0", "A/m", "S/m", "W/m"},
        Given{"kappa: [[2 S/m, 0], [0, 3]]", "0", "A/m", "S/m", "W/m"},
        Given{"kappa: 3", "1 C/m", "C/m", "F/m", "J/m"}}) {
    ConductorRun run("three_conductors.geo",
                     "order: 1\nregions: {oil: {" + region + "}}\noutput: {capacitance: [left]}\n" +
                         "boundaries: {box: dirichlet, left: {type: dirichlet, value: 1}, right: {type: " +
                         "floating, charge: " + charge + "}}\n");
    const nlohmann::json units = run.summary()["units"];
    EXPECT_EQ(units["flux"], flux) << region;
    EXPECT_EQ(units["capacitance"], capacitance) << region;
    EXPECT_EQ(units["energy"], energy) << region;
    EXPECT_NE(run.run.program.errors.find(' ' + flux + "\n"), std::string::npos) << run.run.program.errors;
    const CaseRun again(run.run.results / "resolved.yaml");
    EXPECT_EQ(again.summary()["units"], units) << region;
    EXPECT_NEAR(again.summary()["capacitance"]["left"]["left"].get<double>() / run.C("left", "left"), 1,
                1e-9);
  }
}

TEST(EllipticUnits, that_contradict_each_other_are_refused) {
  ConductorRun run("three_conductors.geo", wires + "boundaries: {box: dirichlet, left: {type: floating, " +
                                               "charge: 1 A/m}, right: dirichlet}\n");
  EXPECT_EQ(run.run.program.status, 2);
  EXPECT_NE(run.run.program.errors.find("boundaries.left.charge: is in A/m, so that kappa is a conductivity, "
                                        "but by regions.oil.epsilon_r it is a permittivity"),
            std::string::npos)
      << run.run.program.errors;
}

/// u = 1 everywhere: no gradient, and ½∫λu² of half the area.
TEST(EllipticEnergy, has_the_part_of_lambda_apart) {
  const CaseRun run(shipped_cases / "poisson_lshape/case.yaml",
                    {"regions.plate={kappa: 1, lambda: 3}", "source=3", "exact=1", "order=2"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_NEAR(run.summary()["energy"]["lambda"].get<double>(), 3.0 * 3 / 2, 1e-6);
  EXPECT_NEAR(run.summary()["energy"]["final"].get<double>(), 0, 1e-6);
  const CaseRun without(shipped_cases / "poisson_lshape/case.yaml", {"order=1"});
  EXPECT_FALSE(without.summary()["energy"].contains("lambda"));
}

}  // namespace
}  // namespace dgsolve::test
