/// The program on conductors: capacitance matrices, units, parts of the energy.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <regex>

#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/text_files.hpp"

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

/// On the square (−1, 1)², whose sides left and walls meet in its corners.
CaseRun on_the_square(const TemporaryFolder& folder, const std::string& rest) {
  std::ofstream(folder.path() / "case.yaml")
      << "physics: poisson\norder: 1\nmesh: {file: " << (source_folder() / "tests/meshes/square.msh").string()
      << "}\n"
      << (rest.find("regions") == std::string::npos ? "regions: {vacuum: {epsilon_r: 1}}\n" : "") << rest;
  return CaseRun(folder.path() / "case.yaml");
}

TEST(Contacts, of_conductors_whose_capacitance_is_asked_for_are_told_with_the_place) {
  const TemporaryFolder folder;
  const std::string one_volt = "{type: dirichlet, value: 1 V}";
  const auto said = [&](const std::string& walls, const std::string& list) {
    const CaseRun run =
        on_the_square(folder, "boundaries: {left: " + one_volt + ", right: " + one_volt +
                                  ", walls: " + walls + "}\noutput: {capacitance: " + list + "}\n");
    EXPECT_EQ(run.program.status, 0) << run.program.errors;
    // u is constant, and all fluxes are round-off.
    EXPECT_EQ(run.program.errors.find("not to be trusted"), std::string::npos) << run.program.errors;
    return run.program.errors;
  };
  const std::string begin = "warning: output.capacitance: conductors ";
  const std::regex left(begin + "(left and walls|walls and left) touch at \\(-1, -?1, 0\\): the"),
      both(begin +
           "(walls and|left and|right and) .* touch at \\(-?1, -?1, 0\\), and 1 other pairs too: the");
  EXPECT_TRUE(std::regex_search(said(one_volt, "[left]"), left));
  EXPECT_TRUE(std::regex_search(said(one_volt, "[walls]"), both));
  EXPECT_TRUE(std::regex_search(said(one_volt, "true"), both));
  for (const std::string& none : {said("neumann", "true"), said(one_volt, "false")})
    EXPECT_EQ(none.find("touch"), std::string::npos) << none;
}

TEST(Contacts, of_a_floating_conductor_are_refused_with_the_place) {
  const TemporaryFolder folder;
  const std::string floating = "{type: floating, charge: 1e-12 C/m}";
  const auto run = [&](const std::string& walls, const std::string& rest = "") {
    return on_the_square(
        folder, "boundaries: {left: " + floating + ", right: neumann, walls: " + walls + "}\n" + rest);
  };
  for (const std::string& walls : {std::string("dirichlet"), floating}) {
    const CaseRun refused = run(walls);
    EXPECT_EQ(refused.program.status, 2) << walls;
    for (const char* part :
         {" is floating and touches the conductor ", " at (-1, ", "expected one group for both"})
      EXPECT_NE(refused.program.errors.find(part), std::string::npos) << refused.program.errors;
    EXPECT_FALSE(std::filesystem::exists(refused.results));
  }
  EXPECT_EQ(run("neumann", "source: -5e-13\n").program.status, 2);  // that is not balanced
  EXPECT_EQ(run("dirichlet", "exact: x+1\n").program.status, 0);
}

TEST(Capacitance, is_computed_without_a_warning_that_nothing_is_put_in) {
  const std::string zero = wires + "boundaries: {box: dirichlet, left: dirichlet, right: dirichlet}\n",
                    warning = "nothing is put in";
  ConductorRun asked("three_conductors.geo", zero + "output: {capacitance: [left]}\n", {"order=1"}),
      not_asked("three_conductors.geo", zero, {"order=1"});
  EXPECT_GT(asked.C("left", "left"), 0);
  EXPECT_EQ(asked.run.program.errors.find(warning), std::string::npos) << asked.run.program.errors;
  EXPECT_NE(not_asked.run.program.errors.find(warning), std::string::npos) << not_asked.run.program.errors;
}

/// u may be a temperature.
TEST(EllipticUnits, of_u_and_its_gradient_are_volts_only_where_the_case_tells) {
  const TemporaryFolder folder;
  const auto header = [&](const std::string& kappa, const std::string& value) {
    const CaseRun run =
        on_the_square(folder, "boundaries: {left: {type: dirichlet, value: " + value +
                                  "}, right: dirichlet, walls: neumann}\noutput: {probes: " +
                                  "[{name: p, at: [0.1, 0.2]}]}\nregions: {vacuum: {" + kappa + "}}\n");
    EXPECT_EQ(run.program.status, 0) << run.program.errors;
    const std::vector<std::vector<std::string>> rows = read_csv(run.results / "probes/p.csv");
    std::string line;
    for (const std::string& cell : rows.at(0)) line += cell + ',';
    return line;
  };
  for (const auto& [kappa, value, volts] : {std::tuple("kappa: 400", "20", false),
                                            {"kappa: 400", "20 V", true},
                                            {"epsilon_r: 4", "20", true},
                                            {"kappa: 400 S/m", "20", true}}) {
    const std::string line = header(kappa, value);
    EXPECT_EQ(line.find("(V)") != std::string::npos, volts) << line;
    EXPECT_EQ(line.find("(V/m)") != std::string::npos, volts) << line;
  }
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
