/// Quantities with units: what they are worth, and where case files may have them.

#include "io/yaml/units.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <numbers>

#include "io/case/case.hpp"
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
}

TEST(Units, what_is_no_number_and_unit_is_no_quantity) {
  for (const char* text : {"", "3", "m", "3 x", "3 mmm", "3 m^", "3 m^x", "3 m/", "3 /m", "3 m m", "3 m^99",
                           "x m", "1e999 m", "3 kmin", "3 m + 2", "2*x", "0x3 m", "nan m", "3 m ^2"})
    EXPECT_FALSE(parse_quantity(text)) << text;
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
      {"time.final", "2 ns", 2e-9, [](const Case& c) { return c.time->final; }},
      {"time.dt", "2 fs", 2e-15, [](const Case& c) { return *c.time->dt; }},
      {"time.wall_limit", "2 h", 7200, [](const Case& c) { return *c.time->wall_limit; }},
      {"output.fields.every", "2 us", 2e-6, [](const Case& c) { return c.output.fields->every; }},
      {"output.checkpoint.every", "3 min", 180, [](const Case& c) { return c.output.checkpoint->every; }},
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
  EXPECT_EQ(c.output.probes[0].at[0], 1e-2);
  EXPECT_EQ(c.output.probes[0].at[1], 0.5);
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
