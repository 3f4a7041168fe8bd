/// Quantities with units: what they are worth, and where case files may have them.

#include "io/yaml/units.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <numbers>

#include "io/case/case.hpp"
#include "io/case/case_reader.hpp"
#include "tests/support/meshes/square_mesh.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve {
namespace {

double value(const std::string& text) { return parse_quantity(text).value().value; }

TEST(Units, a_prefix_moves_the_decimal_point_without_rounding_twice) {
  EXPECT_EQ(value("3 ns"), 3e-9);
  EXPECT_EQ(value("0.1 mm"), 1e-4);
  EXPECT_EQ(value("2.45GHz"), 2.45e9);
  EXPECT_EQ(value("-7e-3 pF"), -7e-15);
  EXPECT_EQ(value("1.5 µm"), value("1.5 um"));
  EXPECT_EQ(value("12 kg"), 12);
  EXPECT_EQ(value("1 in"), 0.0254);
  EXPECT_DOUBLE_EQ(value("180 deg"), std::numbers::pi);
}

TEST(Units, derived_units_are_products_of_their_definitions) {
  for (const auto& [unit, definition] : std::vector<std::pair<std::string, std::string>>{{"Hz", "s^-1"},
                                                                                         {"N", "kg*m/s^2"},
                                                                                         {"J", "N*m"},
                                                                                         {"W", "J/s"},
                                                                                         {"C", "A*s"},
                                                                                         {"V", "W/A"},
                                                                                         {"F", "C/V"},
                                                                                         {"ohm", "V/A"},
                                                                                         {"S", "A/V"},
                                                                                         {"Wb", "V*s"},
                                                                                         {"T", "Wb/m^2"},
                                                                                         {"H", "Wb/A"},
                                                                                         {"Ω", "S^-1"},
                                                                                         {"h", "min"},
                                                                                         {"mil", "in"},
                                                                                         {"V/m", "N/C"},
                                                                                         {"rad", "deg"},
                                                                                         {"km/h", "m/s"}}) {
    EXPECT_TRUE(fits(parse_quantity("1 " + unit).value(), definition)) << unit;
    EXPECT_FALSE(fits(parse_quantity("1 " + unit).value(), definition + "*A")) << unit;
  }
  EXPECT_DOUBLE_EQ(value("36 km/h"), 10);
  EXPECT_DOUBLE_EQ(value("5 kV/mm^2"), 5e9);
  EXPECT_EQ(value("1 h"), 3600);
}

TEST(Units, a_unit_of_its_own_name_comes_before_one_with_a_prefix) {
  EXPECT_TRUE(fits(parse_quantity("1 min").value(), "s"));
  EXPECT_TRUE(fits(parse_quantity("1 m").value(), "m"));
  EXPECT_TRUE(fits(parse_quantity("1 T").value(), "Wb/m^2"));
  EXPECT_TRUE(fits(parse_quantity("1 mil").value(), "m"));
  EXPECT_TRUE(fits(parse_quantity("1 meV").value(), "J"));
  EXPECT_FALSE(fits(parse_quantity("1 rad/s").value(), "Hz"));
}

TEST(Units, what_is_no_number_and_unit_is_no_quantity) {
  for (const char* text : {"", "3", "m", "3 x", "3 mmm", "3 m^", "3 m^x", "3 m/", "3 /m", "3 m m", "3 m^99",
                           "x m", "1e999 m", "3 kmin", "3 m + 2", "2*x", "0x3 m", "nan m", "3 m ^2"})
    EXPECT_FALSE(parse_quantity(text)) << text;
}

TEST(Units, a_quantity_says_what_it_measures) {
  EXPECT_EQ(kind_of(*parse_quantity("3 GHz")), "a frequency");
  EXPECT_EQ(kind_of(*parse_quantity("3 mm")), "a length");
  EXPECT_EQ(kind_of(*parse_quantity("3 pF/m")), "a permittivity");
  EXPECT_EQ(kind_of(*parse_quantity("3 kg*m")), "a quantity in m*kg");
  EXPECT_EQ(kind_of(*parse_quantity("3 rad/s")), "an angular frequency");
  EXPECT_EQ(kind_measured_in("F/m or S/m"), "a permittivity or a conductivity");
}

TEST(Units, one_that_is_unknown_is_named_with_the_one_meant) {
  EXPECT_EQ(unknown_unit("3 nss"), "unknown unit nss (did you mean ns?)");
  EXPECT_EQ(unknown_unit("3 S/mm^2*foo"), "unknown unit foo");
  for (const char* text : {"3", "3 ns", "2*pi", "x", "", "3 kV/mm^2", "3 m + 2", "1 A/m^2 * sin(t)", "3 m^x"})
    EXPECT_FALSE(unknown_unit(text)) << text;
}

const std::string wave =
    "physics: maxwell\nformulation: TM\nregions: {vacuum: {}}\nmesh: {file: " + test::square_msh.string() +
    "}\nboundaries: {left: pec}\ntime: {final: 1}\noutput: {fields: {}}\n";

Case read(const std::string& text, const std::vector<std::string>& overrides) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() / "case.yaml") << text;
  return read_case(folder.path() / "case.yaml", overrides);
}

TEST(Units, every_key_with_a_dimension_takes_them_in_si_and_refuses_others) {
  struct Key {
    std::string path, quantity;
    double expected;
    std::function<double(const Case&)> value;
  };
  const std::vector<Key> keys = {
      {"time.final", "2 ns", 2e-9, [](const Case& c) { return c.wave().time.final; }},
      {"time.dt", "2 fs", 2e-15, [](const Case& c) { return *c.wave().time.dt; }},
      {"time.wall_limit", "2 h", 7200, [](const Case& c) { return *c.wave().time.wall_limit; }},
      {"output.fields.every", "2 us", 2e-6, [](const Case& c) { return c.output.fields->every; }},
      {"output.checkpoint.every", "3 min", 180, [](const Case& c) { return c.wave().checkpoint->every; }},
      {"mesh.scale", "1 mil", 254e-7, [](const Case& c) { return c.mesh.scale; }},
      {"regions.vacuum.sigma", "1.5 mS/m", 1.5e-3,
       [](const Case& c) { return c.wave().regions.at("vacuum").at("sigma")(0, 0, 0, 0); }},
      {"initial.Ez", "5 kV/m", 5000, [](const Case& c) { return c.wave().initial.at("Ez")(0, 0, 0, 0); }},
      {"exact.Hx", "5 mA/m", 5e-3, [](const Case& c) { return c.wave().exact.at("Hx")(0, 0, 0, 0); }},
      {"constants.f", "3 GHz", 3e9, [](const Case& c) { return c.wave().source.at("Ez")(0, 0, 0, 0); }}};
  for (const Key& key : keys) {
    SCOPED_TRACE(key.path);
    const std::vector<std::string> beside =
        key.path == "constants.f" ? std::vector<std::string>{"source.Ez=f"} : std::vector<std::string>{};
    const auto with = [&](const std::string& text, std::vector<std::string> more = {}) {
      more.insert(more.end(), beside.begin(), beside.end());
      more.push_back(key.path + '=' + text);
      return key.value(read(wave, more));
    };
    EXPECT_EQ(with(key.quantity), key.expected);
    EXPECT_EQ(with("0.25"), 0.25) << "a number alone";
    EXPECT_THROW(with(key.quantity, {"units=natural"}), CaseError);
    if (key.path != "constants.f") {
      EXPECT_THROW(with("3 kg"), CaseError);
    }
  }
}

TEST(Units, of_a_current_density_are_those_of_a_source_against_it) {
  const Case c = read(wave, {"current={Jz: 2 A/mm^2}"});
  EXPECT_EQ(c.wave().source.at("Ez")(0, 0, 0, 0), -2e6);
  EXPECT_EQ(read(wave, {"source={Hx: 2 V/m^2}"}).wave().source.at("Hx")(0, 0, 0, 0), 2);
  EXPECT_THROW(read(wave, {"current={Jz: 2 A/m}"}), CaseError);
  EXPECT_THROW(read(wave, {"current={Jz: 1}", "source={Ez: 1}"}), CaseError);
}

TEST(Units, of_electrostatics_are_those_of_charges_and_permittivities_or_of_currents_and_conductivities) {
  const std::string text =
      "physics: poisson\nregions: {vacuum: {kappa: 2 pF/m}}\nmesh: {file: " + test::square_msh.string() +
      "}\n";
  const auto kappa = [](const Case& c) { return c.elliptic().regions.at("vacuum").kappa[0](0, 0, 0, 0); };
  EXPECT_EQ(kappa(read(text, {})), 2e-12);
  EXPECT_EQ(kappa(read(text, {"regions.vacuum.kappa=2 mS/m"})), 2e-3);
  EXPECT_THROW(read(text, {"regions.vacuum.kappa=2 V"}), CaseError);
  EXPECT_DOUBLE_EQ(kappa(read(text, {"regions={vacuum: {epsilon_r: 4}}"})), 4 * 8.8541878188e-12);
  EXPECT_EQ(kappa(read(text, {"regions={vacuum: {epsilon_r: 4}}", "units=natural"})), 4);
  EXPECT_THROW(read(text, {"regions={vacuum: {epsilon_r: 4, kappa: 1}}"}), CaseError);
  const Case c = read(text, {"boundaries.left={type: floating, charge: 3 nC}"});
  EXPECT_EQ(c.elliptic().boundaries.at("left").charge, 3e-9);
  EXPECT_THROW(read(text, {"boundaries.left={type: floating, charge: 3 V}"}), CaseError);
}

TEST(Case, constants_may_be_formulas_of_earlier_ones_and_of_physical_ones) {
  const auto source = [](const std::vector<std::string>& overrides) {
    return read(wave, overrides).wave().source.at("Ez")(0, 0, 0, 0);
  };
  EXPECT_EQ(source({"constants={f: 3 GHz, w: 2*f, k: w/c0}", "source.Ez=k"}), 6e9 / 299792458);
  EXPECT_NEAR(source({"source.Ez=eta0"}), 376.730313, 1e-6);
  EXPECT_NEAR(source({"source.Ez=eps0*mu0*c0^2"}), 1, 1e-11) << "they have eleven digits";
  EXPECT_EQ(source({"source.Ez=kB/e"}), 1.380649e-23 / 1.602176634e-19);
  EXPECT_EQ(source({"units=natural", "source.Ez=eps0 + mu0 + c0 + eta0"}), 4);
  EXPECT_THROW(source({"units=natural", "source.Ez=e"}), CaseError);
}

TEST(Case, a_step_that_is_set_takes_the_place_of_the_file_s_cfl_and_the_other_way_round) {
  const auto with = [](const std::string& key) {
    std::string text = wave;
    return text.replace(text.find("{final: 1}"), 10, "{final: 1, " + key + "}");
  };
  EXPECT_EQ(read(with("cfl: 0.5"), {"time.dt=0.1"}).wave().time.dt, 0.1);
  const Case c = read(with("dt: 0.1"), {"time.cfl=0.5"});
  EXPECT_FALSE(c.wave().time.dt);
  EXPECT_EQ(c.wave().time.cfl, 0.5);
  EXPECT_THROW(read(with("dt: 0.1, cfl: 0.5"), {}), CaseError);
  EXPECT_THROW(read(wave, {"time.dt=0.1", "time.cfl=0.5"}), CaseError);
}

TEST(Units, of_electrostatics_are_volts_at_a_dirichlet_boundary) {
  const std::string text =
      "physics: poisson\nregions: {vacuum: {kappa: 1}}\nmesh: {file: " + test::square_msh.string() + "}\n";
  const Case c = read(text, {"boundaries.left={type: dirichlet, value: 5 mV}"});
  EXPECT_EQ((*c.elliptic().boundaries.at("left").value)(0, 0, 0, 0), 5e-3);
  EXPECT_THROW(read(text, {"boundaries.left={type: dirichlet, value: 5 V/m}"}), CaseError);
  EXPECT_THROW(read(text, {"boundaries.left={type: neumann, value: 5 V}"}), CaseError);
}

TEST(Units, probes_stand_at_lengths) {
  const Case c = read(wave, {"output.probes=[{name: p, at: [10 mm, 0.5]}]"});
  EXPECT_EQ(c.output.probes[0].points[0][0], 1e-2);
  EXPECT_EQ(c.output.probes[0].points[0][1], 0.5);
}

TEST(Units, a_length_given_to_a_script_is_converted_to_the_script_s_own_units) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() / "a.geo") << "// never read\n";
  const Case c = read(wave, {"mesh={file: " + (folder.path() / "a.geo").string() +
                             ", parameters: {h: 0.5 mm, n: 7}, scale: 1e-3}"});
  EXPECT_DOUBLE_EQ(c.mesh.parameters.at("h"), 0.5);
  EXPECT_EQ(c.mesh.parameters.at("n"), 7);
}

}  // namespace
}  // namespace dgsolve
