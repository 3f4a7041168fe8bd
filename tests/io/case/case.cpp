/// Case files that are right: what is read from them, defaults, --set.

#include "io/case/case.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "io/case/case_on_mesh.hpp"
#include "io/case/case_reader.hpp"
#include "solver/waves/physics/physics.hpp"
#include "tests/support/meshes/square_mesh.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve {
namespace {

using test::square_mesh;
using test::square_msh;
using test::TemporaryFolder;

/// A case file in a folder of its own.
class CaseFile {
 public:
  explicit CaseFile(const std::string& text) : path(folder_.path() / "case.yaml") {
    std::ofstream(path) << text;
  }

 private:
  TemporaryFolder folder_;

 public:
  const std::filesystem::path path;
};

Case read(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return read_case(CaseFile(text).path, overrides);
}

/// What is said about a case; empty where nothing is.
std::string mistakes(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    read(text, overrides);
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

const std::string smallest =
    "physics: maxwell\nmesh: {file: " + square_msh.string() + "}\nregions: {vacuum: {}}\ntime: {final: 2}\n";
const std::string cavity = smallest + "formulation: TM\nboundaries: {left: pec, right: pec, walls: pec}\n";

const std::string full = R"yaml(
title: "A \"full\" case"
physics: maxwell
units: natural
formulation: TM
order: 7
precision: single
device: cuda:3
constants: {width: 0.5, ramp_2: -2e-3}
regions:
  vacuum: {epsilon_r: "1 + width*x^2", mu_r: 2, sigma: 0.25}
boundaries:
  left:
    type: incoming
    data: {Ez: "exp(-(t-3)^2/width)", Hy: ramp_2*y}
  right: absorbing
  walls: {type: pmc}
source: {Ez: "sin(t)*x"}
flux: {alpha: 0}
initial: {Hx: "x*y"}
exact: {Ez: "cos(t)"}
time: {final: 12.5, dt: 0.25}
output:
  directory: somewhere/else
  fields: {format: hdf5, every: 0.5, precision: double, names: [Ez, Hx]}
  probes:
    - {name: p-0, at: [0.1, -2e-1]}
    - {name: p_1, at: [0, 0], fields: [Hy]}
mesh: {geometry_order: 1, scale: 1e-3, file: )yaml" +
                         square_msh.string() + "}\n";

TEST(Case, says_what_the_file_says) {
  const CaseFile file(full);
  const Case c = read_case(file.path);
  EXPECT_EQ(c.title, "A \"full\" case");
  EXPECT_FALSE(c.si);
  EXPECT_EQ(c.precision, Precision::single);
  EXPECT_EQ(c.device, "cuda:3");
  EXPECT_EQ(c.mesh.file, square_msh);
  EXPECT_EQ(c.mesh.scale, 1e-3);
  EXPECT_EQ(c.physics, "maxwell");
  EXPECT_EQ(c.formulation, "TM");
  EXPECT_EQ(c.wave().units.epsilon_0, 1);
  EXPECT_EQ(c.order, 7);
  EXPECT_EQ(c.wave().flux_parameters.at("alpha"), 0);
  EXPECT_EQ(c.wave().time.final, 12.5);
  EXPECT_EQ(c.wave().time.dt, 0.25);
  EXPECT_EQ(c.output.directory, file.path.parent_path() / "somewhere" / "else");
  ASSERT_TRUE(c.output.fields);
  EXPECT_EQ(c.output.fields->format, "hdf5");
  EXPECT_EQ(c.output.fields->every, 0.5);
  EXPECT_EQ(c.output.fields->precision, Precision::double_);
  EXPECT_EQ(c.output.fields->names, (std::vector<std::string>{"Ez", "Hx"}));
  ASSERT_EQ(c.output.probes.size(), 2u);
  EXPECT_EQ(c.output.probes[0].points[0][1], -0.2);
  EXPECT_EQ(c.output.probes[1].fields, std::vector<std::string>{"Hy"});
  EXPECT_NO_THROW(check_case_against_mesh(c, square_mesh()));
}

TEST(Case, formulas_use_constants_and_coordinates) {
  const Case c = read(full);
  const auto& vacuum = c.wave().regions.at("vacuum");
  EXPECT_DOUBLE_EQ(vacuum.at("epsilon_r")(2, 0, 0, 0), 3);
  EXPECT_DOUBLE_EQ(vacuum.at("sigma")(0, 0, 0, 0), 0.25);
  const BoundaryOptions& left = c.wave().boundaries.at("left");
  EXPECT_EQ(left.type, "incoming");
  EXPECT_DOUBLE_EQ(left.data.at("Ez")(0, 0, 0, 4), std::exp(-2.0));
  EXPECT_DOUBLE_EQ(left.data.at("Hy")(0, 10, 0, 0), -2e-2);
  EXPECT_EQ(c.wave().boundaries.at("right").type, "absorbing");
  EXPECT_EQ(c.wave().boundaries.at("walls").type, "pmc");
  EXPECT_DOUBLE_EQ(c.wave().source.at("Ez")(3, 0, 0, 1), 3 * std::sin(1.0));
  EXPECT_DOUBLE_EQ(c.wave().initial.at("Hx")(2, 5, 0, 0), 10);
  EXPECT_DOUBLE_EQ(c.wave().exact.at("Ez")(0, 0, 0, 1), std::cos(1.0));
}

TEST(Case, left_out_keys_take_their_defaults) {
  const CaseFile file(smallest);
  const Case c = read_case(file.path);
  EXPECT_TRUE(c.si);
  EXPECT_EQ(c.device, "auto");
  EXPECT_EQ(c.precision, Precision::double_);
  EXPECT_EQ(c.wave().flux_parameters.at("alpha"), 1);
  EXPECT_EQ(c.wave().time.cfl, 1);
  EXPECT_FALSE(c.wave().time.dt);
  EXPECT_FALSE(c.output.fields);
  EXPECT_EQ(c.output.directory, file.path.parent_path() / "results");
  EXPECT_TRUE(c.wave().exact.empty());
}

TEST(Case, fields_are_written_at_the_end_where_no_interval_is_given) {
  EXPECT_EQ(read(smallest + "output: {fields: {}}\n").output.fields->every, 2);
}

TEST(Case, si_units_give_the_speed_of_light) {
  const Units units = read(smallest).wave().units;
  EXPECT_NEAR(1 / std::sqrt(units.epsilon_0 * units.mu_0), 299792458.0, 0.1);
}

TEST(Case, one_named_side_of_a_periodic_pair_is_enough) {
  const std::string left = "{type: periodic, with: right}", right = "{type: periodic, with: left}";
  for (const std::string& pair :
       {"left: " + left + ", right: " + right, "left: " + left, "right: " + right}) {
    const Case c = read(smallest + "formulation: TE\nboundaries: {walls: pec, " + pair + "}\n");
    EXPECT_EQ(c.wave().boundaries.at("left").with, "right") << pair;
    EXPECT_EQ(c.wave().boundaries.at("right").with, "left") << pair;
    EXPECT_NO_THROW(check_case_against_mesh(c, square_mesh())) << pair;
  }
}

TEST(Case, a_group_inside_the_mesh_may_be_left_out_or_be_a_sheet) {
  EXPECT_NO_THROW(check_case_against_mesh(read(cavity), square_mesh()));
  for (const char* sheet : {"pec", "pmc"})
    EXPECT_NO_THROW(
        check_case_against_mesh(read(cavity, {std::string("boundaries.diagonal=") + sheet}), square_mesh()));
}

TEST(Case, a_formulation_is_refused_in_3d) {
  Mesh mesh = square_mesh();
  mesh.dim = 3;
  try {
    check_case_against_mesh(read(cavity), mesh);
    FAIL();
  } catch (const CaseError& error) {
    EXPECT_NE(std::string(error.what()).find("formulation: got \"TM\"; maxwell in 3D has no formulations"),
              std::string::npos)
        << error.what();
  }
}

TEST(Set, overrides_and_adds_values) {
  const Case c =
      read(cavity, {"order=6", "mesh.scale=2.5", "initial.Ez=sin(pi*x)", "time={final: 3, cfl: 0.5}",
                    "output.probes=[{name: p, at: [0, 0]}]", "order=5"});
  EXPECT_EQ(c.order, 5) << "the last one counts";
  EXPECT_EQ(c.mesh.scale, 2.5);
  EXPECT_DOUBLE_EQ(c.wave().initial.at("Ez")(0.5, 0, 0, 0), 1);
  EXPECT_EQ(c.wave().time.final, 3);
  EXPECT_EQ(c.output.probes.size(), 1u);
}

TEST(Set, mistakes_show_the_argument) {
  EXPECT_EQ(mistakes(cavity, {"order=99"}),
            "--set order=99: order: got \"99\"; expected a whole number from 1 to 10");
  EXPECT_NE(mistakes(cavity, {"mesh.sclae=1"}).find("--set mesh.sclae=1: mesh.sclae: unknown key; expected"),
            std::string::npos);
  EXPECT_NE(mistakes(cavity, {"order"}).find("--set order: expected KEY=VALUE"), std::string::npos);
  EXPECT_NE(mistakes(cavity, {"=3"}).find("expected KEY=VALUE"), std::string::npos);
  EXPECT_NE(mistakes(cavity, {"mesh..scale=3"}).find("expected a dotted path"), std::string::npos);
  EXPECT_NE(mistakes(cavity, {"mesh.=3"}).find("expected a key after the last dot"), std::string::npos);
  EXPECT_NE(mistakes(cavity, {"order="}).find("order: got nothing"), std::string::npos);
  EXPECT_NE(
      mistakes(cavity, {"boundaries.left.type=pmc"}).find("boundaries.left: got \"pec\"; expected a mapping"),
      std::string::npos);
  EXPECT_NE(mistakes(cavity, {"title='unclosed"}).find("this is no valid YAML"), std::string::npos);
}

TEST(Set, an_entry_of_a_list_is_reached_by_its_index) {
  const std::string with_probes =
      cavity + "output: {probes: [{name: p, at: [0, 0]}, {name: q, at: [0, 1]}]}\n";
  const Case c = read(with_probes, {"output.probes[1].at=[3, 4]", "output.probes[0].at[1]=5"});
  EXPECT_EQ(c.output.probes[0].points[0], (std::array<double, 3>{0, 5, 0}));
  EXPECT_EQ(c.output.probes[1].points[0], (std::array<double, 3>{3, 4, 0}));
  const std::string wrong = mistakes(with_probes, {"output.probes[1].at=[one, 2]"});
  EXPECT_EQ(wrong.find("--set output.probes[1].at=[one, 2]: output.probes[1].at: got"), 0u) << wrong;
}

TEST(Set, an_index_that_a_list_does_not_have_is_told_with_those_it_has) {
  const std::string with_probes = cavity + "output: {probes: [{name: p, at: [0, 0]}]}\n";
  const auto told = [&](const std::string& path, const std::string& message) {
    const std::string found = mistakes(with_probes, {path + "=[1, 1]"});
    EXPECT_NE(found.find(message), std::string::npos) << found;
  };
  told("output.probes[1].at", "output.probes: got the index 1; the list has 1 entry: expected 0");
  told("output.probes[0].at[2]",
       "output.probes[0].at: got the index 2; the list has 2 entries: expected 0 to 1");
  told("output.probes.at", "output.probes: got a list of 1; expected one of them by its number");
  told("output.probes.0.at", "output.probes: got a list of 1; expected one of them by its number");
  told("output.probes[-1].at", "got \"probes[-1]\"; expected an index such as [0]");
  told("output.probes[0", "got \"probes[0\"; expected an index such as [0]");
  told("order[0]", "order: got nothing; expected a list");
  told("time[0]", "time: got a mapping; expected a list");
}

TEST(Set, null_takes_out_what_the_file_has) {
  const std::string with_all =
      "constants: {a: 1}\n" + cavity +
      "waveforms: {pulse: {type: gaussian, bandwidth: 1 GHz}}\n"
      "sources: [{type: filament, at: [0.5, 0.5], waveform: pulse}]\n"
      "monitors: [{name: m, type: flux, surface: left, frequencies: [1 GHz]}]\n"
      "output: {fields: {}, probes: [{name: p, at: [0, 0]}], checkpoint: {every: 1}, ledger: true}\n";
  const Case whole = read(with_all);
  EXPECT_TRUE(whole.output.fields && whole.wave().checkpoint && whole.wave().ledger);
  const Case c = read(with_all, {"output.fields=null", "output.checkpoint=~", "output.ledger=null",
                                 "output.probes=null", "sources=null", "monitors=null", "initial=null"});
  EXPECT_FALSE(c.output.fields || c.wave().checkpoint || c.wave().ledger);
  EXPECT_TRUE(c.output.probes.empty() && c.wave().sources.empty() && c.wave().monitors.empty());
  EXPECT_TRUE(c.wave().initial.empty());
  EXPECT_EQ(read(cavity, {"output.fields=null"}).output.fields.has_value(), false);
  EXPECT_TRUE(read(with_all, {"output.fields=null", "output.fields.every=1"}).output.fields)
      << "the last counts";
  EXPECT_NE(mistakes(cavity, {"output.feilds=null"}).find("output.feilds: unknown key"), std::string::npos);
  EXPECT_NE(mistakes(cavity, {"time=null"}).find("--set time=null: time: missing"), std::string::npos);
  EXPECT_NE(mistakes(cavity + "output: {fields: null}\n").find("output.fields: got nothing"),
            std::string::npos);
}

TEST(Set, null_takes_out_no_entry_of_a_group_that_is_not_there) {
  const std::string wave = mistakes(cavity, {"regions.vacuom=null", "boundaries.wals=null"});
  const std::string potential = mistakes(
      "physics: poisson\norder: 2\nmesh: {file: a.msh}\nregions: {default: {kappa: 1}}\n"
      "boundaries: {default: neumann}\n",
      {"regions.volume_1=null", "boundaries.surface_1=null"});
  for (const char* key : {"regions.vacuom", "boundaries.wals"})
    EXPECT_NE(wave.find(std::string(key) + ": got no value, and the case has no such entry"),
              std::string::npos)
        << wave;
  for (const char* key : {"regions.volume_1", "boundaries.surface_1"})
    EXPECT_NE(
        potential.find(std::string(key) + ": got no value, and the case has no such entry that could be "
                                          "taken out; it has: default"),
        std::string::npos)
        << potential;
}

TEST(Set, mistakes_against_the_mesh_show_the_argument) {
  try {
    check_case_against_mesh(read(cavity, {"boundaries.wals=pec"}), square_mesh());
    FAIL();
  } catch (const CaseError& error) {
    EXPECT_EQ(std::string(error.what()).find("--set boundaries.wals=pec: boundaries.wals: the mesh has no"),
              0u)
        << error.what();
  }
}

}  // namespace
}  // namespace dgsolve
