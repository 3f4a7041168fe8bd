/// The resolved case: a case file that means the same, and leaves no default open.

#include "io/case/resolved_case.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "io/case/case_on_mesh.hpp"
#include "io/case/case_reader.hpp"
#include "tests/support/meshes/square_mesh.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve {
namespace {

using test::square_mesh;
using test::square_msh;
using test::TemporaryFolder;

Case read_text_case(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "case.yaml") << text;
  return read_case(folder.path() / "case.yaml", overrides);
}

std::string resolved(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const Case c = read_text_case(text, overrides);
  check_case_against_mesh(c, square_mesh());
  return resolved_text(c, square_mesh());
}

const std::string mesh = "mesh: {file: " + square_msh.string() + "}\n";
const std::string plain_cavity =
    "physics: maxwell\nformulation: TM\n" + mesh +
    "regions: {vacuum: {}}\nboundaries: {left: pec, right: pec, walls: pec}\n"
    "time: {final: 2}\noutput: {fields: {}, probes: [{name: p, at: [0, 0.1]}]}\n";
const std::string electrostatics = "physics: poisson\n" + mesh +
                                   "regions: {vacuum: {kappa: [[2, x], [x, 1]]}}\n"
                                   "boundaries: {left: dirichlet, right: {type: robin, coefficient: 1}, "
                                   "walls: {type: floating, charge: -1e-300}}\noutput: {fields: {}}\n";

TEST(ResolvedCase, names_every_default) {
  const std::string text = resolved(plain_cavity);
  for (const char* line :
       {"units: si\n", "order: 4\n", "precision: double\n", "device: auto\n",
        "geometry_order: auto, algorithm: auto, split: false, cache: true, scale: 1, limits: {time: 3600}, "
        "refine: 0}",
        "{vacuum: {epsilon_r: 1, mu_r: 1, sigma: 0}}", "flux: {alpha: 1}\n",
        "time: {final: 2, cfl: 1, scheme: auto}\n",
        "fields: {format: vtu, every: 2, precision: single, stride: 1, names: [Hx, Hy, Ez], regions: "
        "[vacuum]}",
        "{name: p, at: [0, 0.1], fields: [Hx, Hy, Ez]}", "ledger: false"})
    EXPECT_NE(text.find(line), std::string::npos) << line << "is not in\n" << text;
  const std::string elliptic = resolved(electrostatics);
  for (const char* line : {"lambda: 0}", "names: [u, Ex, Ey]",
                           "solver: {method: cg, preconditioner: multigrid, operator: auto, tolerance: "
                           "1e-08, max_iterations: 500}\n"})
    EXPECT_NE(elliptic.find(line), std::string::npos) << line << "is not in\n" << elliptic;
}

TEST(ResolvedCase, read_again_is_the_same) {
  const std::vector<std::string> settings = {"title='a: ''b'' # c \\ \"d\", {e}'", "order=7"};
  std::vector<std::string> of_waves = settings;
  of_waves.insert(
      of_waves.end(),
      {"initial.Ez=-x*max(y, -1)", "time={final: 0.1, dt: 1e-3, wall_limit: 9, scheme: rk4}",
       "constants={a: 0.1}", "source.Hx=sin(a*t)", "output.checkpoint={every: 0.1}",
       "output.ledger={every: 0.01}", "output.fields.stride=2",
       "output.fields.slices=[{name: s, through: [0, 1e-3], normal: [1, -0.5]}]",
       "boundaries={walls: {type: incoming, data: {Ez: t}}, left: {type: periodic, with: right}}"});
  for (const std::string& text : {resolved(plain_cavity, of_waves), resolved(electrostatics, settings)}) {
    EXPECT_NE(text.find("order: 7\n"), std::string::npos) << text;
    EXPECT_EQ(resolved(text), text);
  }
}

TEST(ResolvedCase, keeps_texts_that_yaml_would_read_otherwise) {
  for (const char* title : {"null", "~", "- a", "1: 2", "a #b", "é", "\"", " "})
    EXPECT_EQ(read_text_case(resolved(plain_cavity, {std::string("title='") + title + "'"})).title, title);
}

TEST(ResolvedCase, has_a_number_of_the_same_bits_and_formulas_with_the_same_values) {
  const Case c =
      read_text_case(resolved(plain_cavity, {"time.final=0.30000000000000004", "constants.a=1e-300",
                                             "regions.vacuum.sigma=1+a*x/3", "mesh.scale=1"}));
  EXPECT_EQ(c.wave().time.final, 0.1 + 0.2);
  EXPECT_EQ(c.wave().regions.at("vacuum").at("sigma")(1e300, 0, 0, 0), 1 + 1. / 3);
}

TEST(ResolvedCase, has_numbers_for_quantities) {
  const std::string text =
      resolved(plain_cavity, {"time.final=3 ns", "regions.vacuum.sigma=5 mS/m", "constants.f=2 GHz",
                              "output.probes=[{name: p, at: [0, 1 cm]}]"});
  for (const char* part : {"time: {final: 3e-09,", "sigma: 0.005", "{f: 2e+09}", "at: [0, 0.01]"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

TEST(ResolvedCase, finds_its_mesh_from_any_folder_and_leaves_its_results_beside_itself) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(square_msh, folder.path() / "square.msh");
  std::ofstream(folder.path() / "case.yaml") << plain_cavity << "title: here\n";
  Case c = read_case(folder.path() / "case.yaml", {"mesh.file=square.msh"});
  c.text = resolved_text(c, square_mesh());
  std::filesystem::create_directory(c.output.directory);
  write_resolved(c);
  const Case again = read_case(c.output.directory / "resolved.yaml");
  EXPECT_EQ(again.mesh.file, folder.path() / "square.msh");
  EXPECT_TRUE(std::filesystem::equivalent(again.output.directory, c.output.directory));
}

TEST(ResolvedCase, keeps_control_characters_and_has_none_itself) {
  const std::string title = "a\x1b[31mb\x07\r\x7f\xc2\x9b \n\tc";
  const std::string text = resolved(plain_cavity, {"title=\"a\\x1b[31mb\\a\\r\\x7f\\x9b \\n\\tc\""});
  EXPECT_EQ(read_text_case(text).title, title);
  for (const char c : {'\x1b', '\x07', '\r', '\x7f', '\x9b'}) EXPECT_EQ(text.find(c), std::string::npos);
}

}  // namespace
}  // namespace dgsolve
