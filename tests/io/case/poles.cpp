/// Poles of regions in case files: their units, what is refused, the resolved case.

#include <gtest/gtest.h>

#include <fstream>
#include <numbers>

#include "io/case/case_on_mesh.hpp"
#include "io/case/case_reader.hpp"
#include "io/case/resolved_case.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/meshes/square_mesh.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve {
namespace {

using test::error_of;
using test::square_mesh;

Case read_region(const std::string& region, const std::string& units = "si") {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() / "case.yaml")
      << "physics: maxwell\nformulation: TM\nunits: " << units
      << "\nmesh: {file: " << test::square_msh.string() << "}\nregions: {vac*: " << region
      << "}\nboundaries: {left: pec, right: pec, walls: pec}\ntime: {final: 1}\n";
  return read_case(folder.path() / "case.yaml");
}
Dispersion medium_of(const std::string& region, const std::string& units = "si") {
  return read_region(region, units).wave().dispersion.at("vac*");
}

TEST(Poles, have_frequencies_in_radians_turns_and_electron_volts) {
  const auto plasma = [](const std::string& value, const std::string& units = "si") {
    return medium_of("{drude: [{plasma_frequency: " + value + ", damping: 0}]}", units)
        .drude.at(0)
        .plasma_frequency;
  };
  EXPECT_EQ(plasma("3e15 rad/s"), 3e15);
  EXPECT_NEAR(plasma("2 THz") / (4e12 * std::numbers::pi), 1, 1e-15);
  EXPECT_NEAR(plasma("9 eV") / 1.3673407e16, 1, 1e-6);  // 9 e/ħ
  EXPECT_EQ(plasma("4", "natural"), 4);
  const Dispersion pair = medium_of("{pairs: [{pole: [-1 THz, 2 THz], residue: [1e12 rad/s, -3e12 rad/s]}]}");
  EXPECT_NEAR(pair.pairs.at(0).pole.imag() / (4e12 * std::numbers::pi), 1, 1e-15);
  EXPECT_EQ(pair.pairs.at(0).residue.imag(), -3e12);
  const Dispersion magnetic = medium_of(
      "{mu_r: 2, mu: {drude: [{plasma_frequency: 2 THz, damping: 0}], lorentz: [{delta: 1, frequency: 3e12 "
      "rad/s, damping: 0}]}}");
  EXPECT_NEAR(magnetic.mu.drude.at(0).plasma_frequency / (4e12 * std::numbers::pi), 1, 1e-15);
  EXPECT_EQ(magnetic.mu.lorentz.at(0).frequency, 3e12);
  EXPECT_TRUE(magnetic.drude.empty());
  EXPECT_EQ(medium_of("{debye: [{delta: 73.2, tau: 8.27 ps}]}").debye.at(0).tau, 8.27e-12);
}

TEST(Poles, refuse_mistakes_at_their_place) {
  const auto expect = [](const std::string& region, const std::string& message) {
    const std::string error = error_of([&] { read_region(region); });
    EXPECT_NE(error.find(message), std::string::npos) << error;
  };
  expect("{drude: [{plasma_frequency: 3e15, damping: 0}]}",
         "regions.vac*.drude[0].plasma_frequency: got a number alone; expected it with a unit");
  expect("{drude: [{plasma_frequency: 3 THz}]}",
         "drude[0].damping: missing; expected a number >= 0, in rad/s");
  expect("{lorentz: [{delta: -1, frequency: 3 THz, damping: 0}]}", "lorentz[0].delta: got \"-1\"");
  expect("{lorentz: [{delta: 1, frequency: 3 ns, damping: 0}]}",
         "lorentz[0].frequency: got \"3 ns\", a time");
  expect("{pairs: [{pole: [1 THz, 2 THz], residue: [1 THz, 0 THz]}]}",
         "pairs[0].pole: the real part is not < 0");
  expect("{pairs: [{pole: [-1 THz, 2e12 rad/s], residue: [1 THz, 0 THz]}]}",
         "pairs[0].pole: got \"2e12 rad/s\"; expected the same unit in all numbers");
  expect("{pairs: [{pole: [-1, 2], residue: [1 THz, 0 THz]}]}", "pairs[0].pole: got numbers alone");
  expect("{mu: {debye: []}}", "regions.vac*.mu.debye: unknown list of poles of mu");
  expect("{mu: {drude: [{plasma_frequency: 3e15, damping: 0}]}}",
         "regions.vac*.mu.drude[0].plasma_frequency: got a number alone");
}

TEST(Poles, that_are_active_are_refused_at_the_place_of_their_region) {
  const std::string error = error_of([] {
    Case c = read_region("{pairs: [{pole: [-0.5 THz, 3 THz], residue: [-2 THz, 0 THz]}]}");
    Mesh mesh = square_mesh();
    fit_to_mesh(c, mesh);
  });
  EXPECT_NE(error.find("case.yaml:5:11: regions.vacuum: the medium is active"), std::string::npos) << error;
}

TEST(Poles, mean_the_same_in_the_resolved_case) {
  Case c = read_region(
      "{epsilon_r: 2, sigma: 3, lorentz: [{delta: 1, frequency: 2 eV, damping: 0}], "
      "pairs: [{pole: [-1 THz, 2 THz], residue: [0 THz, -1 THz]}], mu_r: 3, mu: {drude: [{plasma_frequency: "
      "1 eV, damping: 0}]}}");
  Mesh mesh = square_mesh();
  fit_to_mesh(c, mesh);
  EXPECT_EQ(c.wave().models.at("vacuum").size(), 1u);
  const std::string text = resolved_text(c, square_mesh());
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() / "case.yaml") << text;
  const Dispersion again = read_case(folder.path() / "case.yaml").wave().dispersion.begin()->second,
                   first = c.wave().dispersion.at("vacuum");
  EXPECT_EQ(again.lorentz.at(0).frequency, first.lorentz.at(0).frequency) << text;
  EXPECT_EQ(again.mu.drude.at(0).plasma_frequency, first.mu.drude.at(0).plasma_frequency) << text;
  EXPECT_EQ(first.mu.infinity, 3);
  EXPECT_EQ(again.pairs.at(0).pole, first.pairs.at(0).pole) << text;
}

}  // namespace
}  // namespace dgsolve
