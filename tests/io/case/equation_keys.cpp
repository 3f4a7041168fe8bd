/// Keys that an equation brings to a case, read for the equation of the tests.

#include <gtest/gtest.h>

#include <fstream>

#include "io/case/mesh_check.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/yaml/yaml_document.hpp"
#include "tests/physics/burgers.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/meshes/square_mesh.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve {
namespace {

/// Its part of a case. Throws CaseError.
WaveCase read_burgers(const std::string& text) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "case.yaml";
  std::ofstream(file) << "regions: {square: {}}\n" << text << "\ntime: {final: 1}\n";
  Mistakes mistakes;
  const YamlNode root = read_yaml(file, mistakes);
  CaseReading reading{mistakes};
  Case c;
  CaseSection top(root, "", reading, c.resolved);
  using enum burgers::Riemann;
  const Candidates names({Burgers<2, lax_friedrichs>::info(), Burgers<2, godunov>::info(),
                          Burgers<3, lax_friedrichs>::info(), Burgers<3, godunov>::info()});
  wave_kind.read({top, {}, names}, c);
  mistakes.throw_if_any();
  return c.wave();
}

std::string mistakes_in(const std::string& text) {
  return test::error_of([&] { read_burgers(text); });
}

TEST(EquationKeys, name_the_numerical_flux_and_the_first_one_is_the_default) {
  EXPECT_EQ(read_burgers("").riemann, "lax_friedrichs");
  EXPECT_EQ(read_burgers("flux: {riemann: lax_friedrichs}").riemann, "lax_friedrichs");
  EXPECT_EQ(read_burgers("flux: {riemann: godunov}").riemann, "godunov");
}

TEST(EquationKeys, refuse_an_unknown_numerical_flux_and_a_parameter_that_it_lacks_with_the_valid_names) {
  const std::string unknown = mistakes_in("flux: {riemann: roe}");
  EXPECT_NE(unknown.find(":2:8: flux.riemann: got \"roe\"; expected lax_friedrichs, godunov"),
            std::string::npos)
      << unknown;
  const std::string parameter = mistakes_in("flux: {riemann: godunov, alpha: 1}");
  EXPECT_NE(parameter.find("flux.alpha: unknown key; expected riemann"), std::string::npos) << parameter;
}

TEST(EquationKeys, give_a_boundary_type_its_own_parameters) {
  const WaveCase wave = read_burgers(
      "boundaries: {left: {type: inflow, speed: \"2 + x*t\"}, right: {type: inflow, speed: 3 mm/s}}");
  EXPECT_EQ(wave.boundaries.at("left").type, "inflow");
  EXPECT_DOUBLE_EQ(wave.boundaries.at("left").data.at("speed")(3, 0, 0, 4), 14);
  EXPECT_DOUBLE_EQ(wave.boundaries.at("right").data.at("speed")(0, 0, 0, 0), 3e-3);
}

TEST(EquationKeys, say_where_a_parameter_of_a_boundary_type_is_missing_or_unknown_or_wrong) {
  for (const auto& [boundary, message] :
       {std::pair("inflow", "boundaries.left: speed is missing; expected {type: inflow, speed: …}"),
        {"{type: inflow}",
         "boundaries.left.speed: missing; expected a number or a formula, which inflow needs"},
        {"{type: inflow, speed: 1, velocity: 2}",
         "boundaries.left.velocity: unknown key of a boundary of type inflow; expected type, speed"},
        {"{type: inflow, data: {u: 1}, speed: 1}",
         "boundaries.left.data: unknown key of a boundary of type inflow; expected type, speed"},
        {"{type: incoming, data: {u: 1}, speed: 1}",
         "boundaries.left.speed: unknown key of a boundary of type incoming"},
        {"{type: inflow, speed: 2 ns}", "boundaries.left.speed: got \"2 ns\""}}) {
    const std::string found = mistakes_in("boundaries: {left: " + std::string(boundary) + "}");
    EXPECT_NE(found.find(message), std::string::npos) << boundary << "\n" << found;
  }
}

}  // namespace
}  // namespace dgsolve
