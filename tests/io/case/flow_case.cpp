/// Cases of flow: the gas, and states in primitive variables.

#include <gtest/gtest.h>

#include <fstream>

#include "io/case/case_on_mesh.hpp"
#include "io/case/case_reader.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/case/resolved_case.hpp"
#include "mesh/read_mesh.hpp"
#include "solver/waves/boundary_conditions.hpp"
#include "tests/support/meshes/places.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve {
namespace {

using test::TemporaryFolder;

class FlowCase : public testing::Test {
 protected:
  Case read(const std::string& text, const std::string& physics = "euler") const {
    std::ofstream(folder_.path() / "case.yaml")
        << "physics: " + physics + "\nmesh: {file: "
        << (test::source_folder() / "tests/meshes/square.msh").string() << "}\ntime: {final: 1}\n"
        << text;
    return read_case(folder_.path() / "case.yaml");
  }
  static double value(const std::map<std::string, Expression>& state, const std::string& name) {
    return state.at(name)(0.5, 0, 0, 0);
  }

 private:
  TemporaryFolder folder_;
};

const std::string walls = "boundaries: {left: slip_wall, right: slip_wall, walls: slip_wall}\n";

TEST_F(FlowCase, has_air_in_si_units_and_the_gas_constant_1_in_natural_ones) {
  for (const auto& [units, gas_constant] : {std::pair("si", 287.05), {"natural", 1.0}}) {
    const Case c = read(std::string("units: ") + units + "\n" + walls + "initial: {rho: 1, p: 1}\n");
    EXPECT_EQ(c.wave().medium.at("gamma"), 1.4);
    EXPECT_EQ(c.wave().medium.at("gas_constant"), gas_constant);
  }
}

TEST_F(FlowCase, takes_a_temperature_in_place_of_a_pressure) {
  const Case c = read("gas: {gas_constant: 300 J/kg/K}\n" + walls + "initial: {rho: 1 + x, T: 400 K}\n");
  EXPECT_NEAR(value(c.wave().initial, "p"), 1.5 * 300 * 400, 1e-9);
  EXPECT_FALSE(c.wave().initial.contains("T"));
}

TEST_F(FlowCase, takes_a_viscosity_with_its_unit) {
  const Case c = read("gas: {viscosity: 20 mPa*s}\n" + walls + "initial: {rho: 1, p: 1}\n", "navier_stokes");
  EXPECT_EQ(c.wave().medium.at("viscosity"), 0.02);
}

TEST_F(FlowCase, takes_viscosity_by_a_law) {
  const auto medium_of = [&](const std::string& law) {
    std::string text = "gas: {viscosity: " + law + "}\n" + walls + "initial: {rho: 1, p: 1}\n";
    return read(text, "navier_stokes").wave().medium;
  };
  const auto power = medium_of("{power: {mu: 1.7e-5 Pa*s, T: 273 K, exponent: 0.76}}"),
             sutherland = medium_of("{sutherland: {mu: 1.7e-5, T: 273, S: 111}}");
  for (const auto& medium : {power, sutherland}) {
    EXPECT_EQ(medium.at("viscosity"), 1.7e-5);
    EXPECT_EQ(medium.at("viscosity_temperature"), 273);
  }
  EXPECT_EQ(power.at("viscosity_exponent"), 0.76);
  EXPECT_EQ(power.at("sutherland_constant"), 0);
  EXPECT_EQ(sutherland.at("viscosity_exponent"), 0);
  EXPECT_EQ(sutherland.at("sutherland_constant"), 111);
}

TEST_F(FlowCase, takes_velocities_as_lists_and_by_component) {
  for (const char* velocity : {"velocity: [x, 3 m/s]", "u: x, v: 3 m/s"}) {
    const Case c = read(walls + "initial: {rho: 1, p: 1, " + velocity + "}\n");
    EXPECT_EQ(value(c.wave().initial, "u"), 0.5);
    EXPECT_EQ(value(c.wave().initial, "v"), 3);
  }
}

TEST_F(FlowCase, means_the_inflow_whose_parameters_it_gives) {
  const Case c = read(
      "boundaries:\n  left: {type: inflow, total_pressure: 2 Pa, total_temperature: 3 K, "
      "direction: [1, 0]}\n  right: {type: inflow, rho: 1, velocity: [-1, 0]}\n"
      "  walls: slip_wall\ninitial: {rho: 1, p: 1}\n");
  const EquationInfo system = system_of(c, 2);
  const auto first_parameter = [&](const char* group) {
    return find_boundary_type(system, c.wave().boundaries.at(group))->parameters.front().name;
  };
  EXPECT_EQ(first_parameter("left"), "total_pressure");
  EXPECT_EQ(first_parameter("right"), "rho");
}

TEST_F(FlowCase, takes_a_sponge_or_a_list_of_them) {
  const std::string sponge = "{region: vacuum, state: {rho: 2, u: 3 m/s, T: 400 K}, rate: ",
                    gas = walls + "gas: {gas_constant: 300 J/kg/K}\ninitial: {rho: 1, p: 1}\n";
  const Case one = read(gas + "sponge: " + sponge + "500 s^-1}\n"),
             two = read(gas + "sponge: [" + sponge + "x^2}, " + sponge + "0}]\n");
  ASSERT_EQ(one.wave().sponges.size(), 1);
  ASSERT_EQ(two.wave().sponges.size(), 2);
  const Sponge& first = one.wave().sponges.front();
  EXPECT_EQ(first.region, "vacuum");
  EXPECT_EQ(first.rate(0, 0, 0, 0), 500);
  EXPECT_EQ(value(first.state, "u"), 3);
  EXPECT_NEAR(value(first.state, "p"), 2 * 300 * 400, 1e-9);
  EXPECT_EQ(two.wave().sponges.front().rate(0.5, 0, 0, 0), 0.25);
  EXPECT_EQ(two.wave().sponges.back().key, "sponge[1]");
}

TEST_F(FlowCase, needs_no_regions_and_shows_primitive_variables) {
  Case c =
      read(walls + "initial: {rho: 1, p: 1}\noutput: {fields: {}, probes: [{name: a, at: [0.5, 0.5]}]}\n");
  Mesh mesh = read_mesh(c.mesh);
  fit_to_mesh(c, mesh);
  const std::vector<std::string> expected = {"rho", "u", "v", "p"};
  EXPECT_EQ(c.output.fields->names, expected);
  EXPECT_EQ(c.output.probes.front().fields, expected);
}

/// The resolved case of a flow is the same case.
TEST_F(FlowCase, resolves_to_a_case_that_reads_alike) {
  const Case c = read(walls + "initial: {rho: 1, velocity: [\"if(x < 0.5, 1, 2)\", 0], T: 300}\n");
  const Mesh mesh = read_mesh(c.mesh);
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "resolved.yaml") << resolved_text(c, mesh);
  const Case again = read_case(folder.path() / "resolved.yaml");
  EXPECT_EQ(again.wave().medium, c.wave().medium);
  for (const char* name : {"rho", "u", "v", "p"})
    EXPECT_EQ(value(again.wave().initial, name), value(c.wave().initial, name)) << name;
}

}  // namespace
}  // namespace dgsolve
