/// Materials by name: the library is what its sources say, passive, and what a run takes of it is near.

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <numbers>
#include <random>

#include "io/case/case_on_mesh.hpp"
#include "io/case/case_reader.hpp"
#include "io/case/materials/material_library.hpp"
#include "io/case/resolved_case.hpp"
#include "solver/electromagnetics/media/pole_fit.hpp"
#include "solver/electromagnetics/media/pole_slots.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/meshes/square_mesh.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve {
namespace {

using test::error_of;
using test::square_mesh;

constexpr double turn = 2 * std::numbers::pi, light = 299792458;

const Material& material(const std::string& name) {
  const Material* const found = find_material(name);
  if (!found) throw std::invalid_argument(unknown_material(name));
  return *found;
}

/// n − jk at a wavelength in µm.
std::complex<double> index_of_light(const std::string& name, double wavelength) {
  const std::complex<double> index =
      std::sqrt(permittivity(material(name), turn * light / (1e-6 * wavelength)));
  return index.imag() > 0 ? -index : index;
}

// n and k that refractiveindex.info tabulates of the same sources, to their digits: an oscillator that is
// missing, or a damping in the wrong unit, is seen at once.
TEST(Materials, of_the_library_are_what_tables_of_their_sources_have) {
  struct Row {
    const char* name;
    double wavelength, n, k;
  };
  for (const Row& row : {Row{"silver", 0.60060, 0.13943, 3.5650},
                         {"silver", 3.0107, 1.2442, 19.905},
                         {"aluminium", 0.59798, 1.1801, 6.9560},
                         {"aluminium", 2.9935, 4.3326, 29.332},
                         {"gold", 0.60362, 0.35530, 2.8828},
                         {"gold", 2.9938, 1.7542, 18.725},
                         {"beryllium", 0.60041, 3.4104, 3.1641},
                         {"beryllium", 2.9988, 2.3843, 11.834},
                         {"chromium", 0.60041, 3.2417, 4.3143},
                         {"chromium", 2.9988, 3.5993, 9.1939},
                         {"copper", 0.60236, 0.39326, 3.2590},
                         {"copper", 2.9979, 1.5778, 20.200},
                         {"nickel", 0.59954, 1.9311, 3.5205},
                         {"nickel", 3.0025, 4.0592, 11.184},
                         {"palladium", 0.60082, 1.7559, 4.0341},
                         {"palladium", 3.0042, 4.1969, 13.035},
                         {"platinum", 0.60082, 2.2261, 3.9881},
                         {"platinum", 3.0042, 3.1396, 10.458},
                         {"titanium", 0.60050, 1.9529, 3.0981},
                         {"titanium", 3.0025, 4.5700, 5.9674},
                         {"tungsten", 0.60082, 3.5880, 2.8652},
                         {"tungsten", 3.0042, 1.4288, 13.081},
                         {"fused_quartz", 0.5876, 1.45846, 0},
                         {"bk7", 0.5876, 1.51680, 0},
                         {"silicon", 1.55, 3.47772, 0},
                         {"gallium_arsenide", 1.55, 3.37017, 0},
                         {"germanium", 4, 4.02472, 0},
                         {"indium_phosphide", 1.55, 3.16493, 0},
                         {"silicon_nitride", 1.55, 1.99628, 0},
                         {"pmma", 0.5876, 1.49062, 0},
                         {"lithium_niobate_o", 1.064, 2.23211, 0},
                         {"lithium_niobate_e", 1.064, 2.15554, 0},
                         {"water_optical", 0.5893, 1.33335, 0}}) {
    const std::complex<double> index = index_of_light(row.name, row.wavelength);
    EXPECT_NEAR(index.real() / row.n, 1, 2e-4) << row.name << ' ' << row.wavelength;
    EXPECT_NEAR(-index.imag(), row.k, 2e-4 * row.k) << row.name << ' ' << row.wavelength;
  }
  // All five oscillators: without the last it would be −10.05.
  EXPECT_NEAR(permittivity(material("Au"), turn * light / 600e-9).real(), -7.99, 0.01);
}

// Conductivity and permittivity of muscle by the calculator of the Italian National Research Council, which
// has the same source; water and the laminate by what they are given as.
TEST(Materials, of_radio_frequencies_are_what_their_sources_say) {
  const Material& muscle = material("muscle");
  for (const auto& [frequency, sigma, epsilon] : {std::tuple{10.0, 0.20197, 2.57e7},
                                                  {1e4, 0.34083, 25909.0},
                                                  {1e7, 0.61683, 170.73},
                                                  {1e10, 10.626, 42.764}}) {
    const std::complex<double> found = permittivity(muscle, turn * frequency);
    EXPECT_NEAR(found.real() / epsilon, 1, 2e-4);
    EXPECT_NEAR(-found.imag() * turn * frequency * 8.8541878188e-12 / sigma, 1, 2e-4);
  }
  const std::complex<double> water = permittivity(material("water"), 1 / 8.27e-12);
  EXPECT_NEAR(water.real(), 5.2 + 36.6, 1e-9);
  EXPECT_NEAR(-water.imag(), 36.6, 1e-9);
  const std::complex<double> fr4 = permittivity(material("FR-4"), turn * 1e9);
  EXPECT_NEAR(fr4.real(), 4.4, 1e-6);
  EXPECT_NEAR(-fr4.imag() / fr4.real(), 0.02, 1e-8);
}

TEST(Materials, of_the_library_are_passive_to_ten_thousand_times_beyond_their_bands) {
  EXPECT_GE(material_library().size(), 20u);
  for (const Material& each : material_library()) {
    EXPECT_FALSE(each.source.empty()) << each.name;
    EXPECT_LT(each.band.lower, each.band.upper) << each.name;
    EXPECT_GE(each.poles.epsilon_infinity, 1) << each.name;
    const double lowest = each.band.lower / 1e4, highest = each.band.upper * 1e4;
    for (int i = 0; i <= 4000; ++i) {
      const double omega = turn * lowest * std::pow(highest / lowest, i / 4000.0);
      EXPECT_LE(permittivity(each, omega).imag(), 0) << each.name << ' ' << omega;
    }
    if (each.has_poles_only()) require_passive(each.poles);
  }
}

// Over a third of the source's band, as of a run: all rows within 1 %, by fewer poles than the source has or
// by these, and the medium stores an energy.
TEST(Materials, in_a_band_are_within_one_percent_of_their_sources) {
  for (const Material& each : material_library()) {
    const double middle = std::sqrt(each.band.lower * each.band.upper),
                 width = std::pow(each.band.upper / each.band.lower, 1.0 / 6);
    const MaterialChoice choice{each.name, each, {}};
    const MaterialFit fit = take_poles(choice, Band{middle / width, middle * width}, most_slots_on_host);
    require_passive(fit.medium);
    EXPECT_LE(fit.largest, each.name == "muscle" ? 0.05 : 0.01) << each.name;
    for (const double share : {-0.9, -0.3, 0.2, 0.8}) {
      const double omega = turn * middle * std::pow(width, share);
      EXPECT_LT(std::abs(permittivity(fit.medium, omega) / permittivity(each, omega) - 1.0),
                each.name == "muscle" ? 0.05 : 0.011)
          << each.name << ' ' << omega;
    }
    EXPECT_LE(pole_slots(fit.medium).n_electric, 2 * most_slots_on_host) << each.name;
  }
}

/// 61 rows from 400 to 1000 nm.
PermittivityRows visible_rows(const std::string& name) {
  PermittivityRows rows;
  for (int i = 0; i < 61; ++i) {
    rows.omega.push_back(turn * light / (1000e-9 - 10e-9 * i));
    rows.epsilon.push_back(permittivity(material(name), rows.omega.back()));
  }
  return rows;
}

// The best known fits of such media, from an independent search with passive poles, and a tenth more.
TEST(Materials, of_metals_in_the_visible_are_fitted_as_well_as_pairs_can) {
  for (const auto& [name, one, two] : {std::tuple{"gold", 7.8e-3, 7.4e-3},
                                       {"silver", 8.7e-5, 9.1e-5},
                                       {"aluminium", 3.1e-2, 2.1e-3},
                                       {"copper", 5.3e-3, 1.9e-3}}) {
    const PermittivityRows rows = visible_rows(name);
    for (int pairs = 1; pairs <= 2; ++pairs) {
      const std::optional<PoleFit> fit = fit_poles(rows, {1, pairs, false});
      ASSERT_TRUE(fit) << name;
      EXPECT_LT(fit->error, 1.1 * (pairs == 1 ? one : two)) << name << ' ' << pairs;
      require_passive(fit->medium);
      pole_slots(fit->medium);
    }
  }
}

TEST(Materials, of_metals_with_noise_are_fitted_to_the_noise_in_three_seconds) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal(0, 0.01 / std::sqrt(2.0));
  for (const char* name : {"gold", "silver", "aluminium", "copper"}) {
    PermittivityRows rows = visible_rows(name);
    for (std::complex<double>& epsilon : rows.epsilon)
      epsilon += std::abs(epsilon) * std::complex<double>(normal(random), normal(random));
    const std::clock_t start = std::clock();
    const PoleFit fit = fit_by_noise(rows, most_slots_on_host);
    EXPECT_LT(double(std::clock() - start) / CLOCKS_PER_SEC, 3) << name;
    EXPECT_LT(fit.error, 0.02) << name;
    EXPECT_LT(compared(fit.medium, visible_rows(name)).error, 0.02) << name;
    require_passive(fit.medium);
  }
}

/// A case with this region, fitted to its mesh.
struct Region {
  explicit Region(const std::string& region, const std::string& table = "", const std::string& more = "") {
    std::ofstream(folder.path() / "nk.csv") << table;
    std::ofstream(folder.path() / "case.yaml")
        << "physics: maxwell\nformulation: TM\nmesh: {file: " << test::square_msh.string()
        << "}\nregions: {vac*: " << region << "}\nboundaries: {left: pec, right: pec, walls: pec}\n"
        << "time: {final: 20 fs}\n"
        << (more.empty() ? band : more);
    input = read_case(folder.path() / "case.yaml");
    Mesh mesh = square_mesh();
    fit_to_mesh(input, mesh);
  }
  static constexpr const char* band =
      "monitors: [{name: m, type: fields, at: [0.5, 0.5], frequencies: {from: 300 THz, to: 750 THz, count: "
      "2}}]\n";
  const MaterialFit& fit() const { return input.wave().fits.at("vacuum"); }

  const test::TemporaryFolder folder;
  Case input;
};

TEST(Materials, by_name_are_refitted_to_the_runs_band_or_keep_the_sources_poles) {
  const Region refitted("{material: gold}");
  EXPECT_FALSE(refitted.fit().is_source);
  EXPECT_LE(refitted.fit().largest, 0.01);
  EXPECT_EQ(refitted.fit().poles, "1 Drude pole, 2 pairs and sigma");
  EXPECT_NEAR(refitted.fit().fitted.lower, 300e12, 1e6);
  const Dispersion& medium = refitted.input.wave().dispersion.at("vacuum");
  EXPECT_EQ(medium.epsilon_infinity, refitted.fit().medium.epsilon_infinity);
  EXPECT_NEAR(medium.conductivity_rate / refitted.fit().medium.conductivity_rate, 1, 1e-12);
  EXPECT_EQ(refitted.input.wave().models.at("vacuum").size(), 1u);

  const Region all("{material: {name: Au, poles: all}}");
  EXPECT_TRUE(all.fit().is_source);
  EXPECT_EQ(all.input.wave().dispersion.at("vacuum").lorentz.size(), 5u);
  EXPECT_EQ(Region("{material: {name: gold, poles: 1}}").fit().medium.pairs.size(), 1u);
  EXPECT_TRUE(Region("{material: gold}", "", "output: {}\n").fit().is_source);  // no band is known
}

std::string gold_table(const std::string& header, double unit, bool wavelengths) {
  std::ostringstream table;
  table.precision(9);
  table << header << '\n';
  for (int i = 0; i < 61; ++i) {
    const double wavelength = 0.4 + 0.01 * i;
    const std::complex<double> index = index_of_light("gold", wavelength);
    table << (wavelengths ? 1e-6 * wavelength / unit : light / (1e-6 * wavelength) / unit) << ','
          << index.real() << ',' << -index.imag() << '\n';
  }
  return table.str();
}

TEST(Materials, by_table_have_wavelengths_or_frequencies_in_the_unit_of_the_header) {
  const Region first("{material: {table: nk.csv}}", gold_table("wl,n,k", 1e-6, true));
  EXPECT_LT(first.fit().error, 1e-3);
  EXPECT_LT(std::abs(permittivity(first.fit().medium, turn * light / 600e-9) /
                         permittivity(material("gold"), turn * light / 600e-9) -
                     1.0),
            2e-3);
  for (const auto& [header, unit, wavelengths] :
       {std::tuple{"wavelength (nm), n, k", 1e-9, true}, {"frequency (THz), n, k", 1e12, false}}) {
    const Region other("{material: {table: nk.csv}}", gold_table(header, unit, wavelengths));
    EXPECT_NEAR(other.fit().medium.epsilon_infinity / first.fit().medium.epsilon_infinity, 1, 1e-3) << header;
  }
  // Two tables, as refractiveindex.info gives them.
  std::istringstream lines(gold_table("wl,n,k", 1e-6, true));
  std::string n = "wl,n\n", k = "\nwl,k\n", line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    const std::size_t a = line.find(','), b = line.rfind(',');
    n += line.substr(0, b) + '\n';
    k += line.substr(0, a) + line.substr(b) + '\n';
  }
  EXPECT_EQ(Region("{material: {table: nk.csv}}", n + k).fit().medium.epsilon_infinity,
            first.fit().medium.epsilon_infinity);
}

// Two thousand rows with noise, as of a spectrometer: their means are fitted, in as short a time.
TEST(Materials, by_long_tables_are_fitted_as_fast) {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(1, 0.005);
  std::string table = "wl,n,k\n";
  for (int i = 0; i < 2000; ++i) {
    const double wavelength = 0.38 + 0.0004 * i;
    const std::complex<double> index = index_of_light("copper", wavelength);
    table += std::to_string(wavelength) + ',' + std::to_string(index.real() * noise(random)) + ',' +
             std::to_string(-index.imag() * noise(random)) + '\n';
  }
  const std::clock_t start = std::clock();
  const Region region("{material: {table: nk.csv}}", table);
  EXPECT_LT(double(std::clock() - start) / CLOCKS_PER_SEC, 5);
  EXPECT_LT(region.fit().error, 0.012);
  for (const double wavelength : {420e-9, 550e-9, 900e-9}) {
    const double omega = turn * light / wavelength;
    EXPECT_LT(
        std::abs(permittivity(region.fit().medium, omega) / permittivity(material("copper"), omega) - 1.0),
        0.01);
  }
}

TEST(Materials, mean_the_same_in_the_resolved_case) {
  const Region first("{material: {table: nk.csv, poles: auto}}", gold_table("wl,n,k", 1e-6, true));
  const std::string text = resolved_text(first.input, square_mesh());
  EXPECT_NE(text.find("# material vacuum: {epsilon_r: "), std::string::npos) << text;
  std::ofstream(first.folder.path() / "again.yaml") << text;
  Case again = read_case(first.folder.path() / "again.yaml");
  Mesh mesh = square_mesh();
  fit_to_mesh(again, mesh);
  EXPECT_EQ(again.wave().fits.at("vacuum").medium.pairs.at(0).pole, first.fit().medium.pairs.at(0).pole);
  EXPECT_EQ(resolved_text(again, square_mesh()), text);
}

TEST(Materials, refuse_mistakes_at_their_place) {
  const auto expect = [](const std::string& region, const std::string& message, const std::string& table = "",
                         const std::string& more = "") {
    const std::string error = error_of([&] { Region(region, table, more); });
    EXPECT_NE(error.find(message), std::string::npos) << error;
  };
  expect("{material: golt}", "case.yaml:4:18: regions.vac*.material: got \"golt\"; expected gold, silver");
  expect("{material: golt}", "(did you mean gold?)");
  expect("{material: {name: SiO}}", "material.name: got \"SiO\"");
  expect("{material: gold, epsilon_r: 2}", "vac*.epsilon_r: material is given too");
  expect("{material: gold, drude: []}", "vac*.drude: material is given too");
  expect("{material: {poles: all}}", "material: expected one of name and table");
  expect("{material: {name: muscle, poles: all}}", "muscle: its source has a formula that is no sum of poles",
         "", "monitors: [{name: m, type: fields, at: [0.5, 0.5], frequencies: [1 GHz]}]\n");
  expect("{material: {name: gold, poles: 9}}", "poles: got \"9\"; expected a whole number from 0 to 6");
  expect("{material: muscle}", "no waveform, monitor or S-parameter tells the band", "", "output: {}\n");
  expect("{material: gold}", "material: its frequencies are in SI units", "", "units: natural\n");
  expect("{material: {table: none.csv}}", "material.table: got \"none.csv\"; there is no such file");
  const auto expect_in_table = [&](const std::string& table, const std::string& message) {
    expect("{material: {table: nk.csv}}", message, table);
  };
  expect_in_table("wl,n,k\n0.4,1,2\n0.5,1,x\n", "nk.csv:3: got \"x\"; expected a number");
  expect_in_table("wl,n,k\n0.4,1,2\n0.5,1\n", "nk.csv:3: got 2 numbers");
  expect_in_table("wl,n,k\n0.4,1,2\n0.5,1,-0.1\n", "nk.csv:3: got k = -0.1, gain");
  expect_in_table("wl,n,k\n0.4,1,2\n0.5,1e200,0\n", "nk.csv:3: got n = 1e+200; expected a number > 0 and <");
  expect_in_table("wl,n,k\n1e-300,1,2\n",
                  "nk.csv:2: got 1e-300; expected a wavelength or frequency of waves");
  expect_in_table("wl,n,k\n0.4,1,2\n0.5,1,2\n0.4,1,2\n", "its wavelength is that of line");
  expect_in_table("0.4,1,2\n", "nk.csv:1: got \"0.4,1,2\" before any names");
  expect_in_table("wl,n,q\n", "nk.csv:1: got \"wl,n,q\"; expected the columns' names");
  expect_in_table("wl (THz),n,k\n", "nk.csv:1: got the unit \"THz\"; expected a length");
  expect_in_table("wl,n,k\n0.4,1,2\n", "nk.csv:2: the table has 1 rows; expected 3 or more");
  expect_in_table("wl,n,k\n1,1,2\n2,1,2\n3,1,2\n",
                  "is known from 9.993e+13 to 2.998e+14 Hz, and the run has waves");
  expect("{material: water}",
         "regions.vacuum.material: water is known from 1e+06 to 5.7e+10 Hz, and the run has waves");
}

}  // namespace
}  // namespace dgsolve
