/// What the program warns of: the run, --check, the summary and the report agree, and what is right is
/// silent.

#include <gtest/gtest.h>

#include <fstream>
#include <numbers>

#include "tests/support/programs/checked_case.hpp"
#include "tests/support/programs/strip_case.hpp"

namespace dgsolve::test {
namespace {

std::vector<std::string> warnings_in(const std::string& said) {
  std::vector<std::string> found;
  const std::string label = "warning: ";
  for (std::size_t at = said.find(label); at != std::string::npos; at = said.find(label, at + 1)) {
    const std::size_t begin = at + label.size();
    found.push_back(said.substr(begin, said.find('\n', begin) - begin));
  }
  return found;
}

void expect_one(const std::vector<std::string>& warnings, const std::string& part) {
  EXPECT_EQ(std::ranges::count_if(warnings, [&](const auto& w) { return w.find(part) != std::string::npos; }),
            1)
      << part << " is not once in\n"
      << testing::PrintToString(warnings);
}

TEST(Warnings, are_the_same_in_the_check_in_the_run_in_the_summary_and_in_the_report) {
  const std::vector<std::string> too_coarse = {"initial={Ez: sin(20*x)}", "order=3", "exact={}",
                                               "time.final=0.02", "output={fields: {every: 3}}"};
  const std::vector<std::string> checked = warnings_in(check(cavity, too_coarse));
  expect_one(checked, "resolution: region vacuum is too coarse");
  expect_one(checked, "output.fields.every: 3 is longer than the run");
  const CaseRun run(cavity, too_coarse);
  EXPECT_EQ(warnings_in(run.program.errors), checked);
  EXPECT_EQ(run.summary()["warnings"].get<std::vector<std::string>>(), checked);
  const std::string report = read_text(run.results / "report.html");
  for (const std::string& warning : checked) EXPECT_NE(report.find(warning.substr(0, 60)), std::string::npos);
}

TEST(Warnings, of_an_elliptic_run_are_those_of_its_check) {
  const std::filesystem::path file = shipped_cases / "microstrip_2d/case.yaml";
  const std::vector<std::string> nothing = {"order=1", "boundaries.strip=dirichlet"};
  const std::vector<std::string> checked = warnings_in(check(file, nothing));
  expect_one(checked, "nothing is put in");
  const CaseRun run(file, nothing);
  EXPECT_EQ(warnings_in(run.program.errors), checked);
  EXPECT_EQ(run.summary()["warnings"].get<std::vector<std::string>>(), checked);
}

TEST(Warnings, tell_that_the_numerical_flux_took_the_energy_of_a_closed_box_with_a_ledger_and_without) {
  for (const char* output : {"output={}", "output={ledger: {every: 0.5}}"}) {
    const CaseRun lost(cavity, {"order=1", "exact={}", "time.final=20", output}),
        kept(cavity, {"order=5", "exact={}", "time.final=20", output});
    const std::vector<std::string> warnings = lost.summary()["warnings"];
    expect_one(warnings, "energy: the numerical flux took 6");
    EXPECT_EQ(kept.summary()["warnings"].size(), 0u) << kept.program.errors;
  }
}

TEST(Warnings, of_a_ledger_that_does_not_close_are_in_the_summary) {
  const CaseRun run(cavity, {"order=2", "exact={}", "initial={}", "source={Ez: sin(60*t)}", "time.final=3",
                             "output={ledger: {every: 0.7}}"});
  expect_one(run.summary()["warnings"], "ledger: ");
}

/// With the wave's formulas at the left boundary of the strip.
std::vector<std::string> entering(const std::string& data) {
  return warnings_in(
      check(interface_case, {"exact={}", "output={}", "boundaries.left={type: incoming, " + data + "}"}));
}

TEST(Warnings, tell_that_data_with_a_wrong_sign_cannot_enter) {
  const std::string E = "\"exp(-((t-x-3)/0.2)^2)\"";
  const auto wrong = entering("data: {Ez: " + E + ", Hy: " + E + "}");
  expect_one(wrong, "boundaries.left.data: ");
  expect_one(wrong, "The sign of H (or of E) is likely wrong");
  expect_one(entering("data: {Ez: " + E + "}"), "half of its amplitude enters");
  EXPECT_EQ(entering("data: {Ez: " + E + ", Hy: \"-exp(-((t-x-3)/0.2)^2)\"}").size(), 0u);
  EXPECT_EQ(entering("plane_wave: {direction: [1, 0, 0], polarisation: [0, 0, 1], waveform: "
                     "\"exp(-((t+2-3)/0.2)^2)\"}")
                .size(),
            0u);
}

TEST(Warnings, tell_that_a_number_looks_like_a_relative_permittivity_where_charges_are_asked_for) {
  const std::filesystem::path file = shipped_cases / "coax_2d/case.yaml";
  const auto with = [&](const std::string& material) {
    return warnings_in(
        check(file, {"order=2", "output={capacitance: true}", "regions.dielectric=" + material}));
  };
  expect_one(with("{kappa: 4.4}"), "expected epsilon_r: 4.4");
  EXPECT_EQ(with("{epsilon_r: 4.4}").size(), 0u);
  EXPECT_EQ(with("{kappa: 4.4 S/m}").size(), 0u);
}

/// Two triangles with names of their own, which share no vertex.
const char* const two_triangles = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
3
1 3 "wall"
2 1 "air"
2 2 "rod"
$EndPhysicalNames
$Nodes
6
1 0 0 0
2 1 0 0
3 0 1 0
4 1 1 0
5 2 1 0
6 1 2 0
$EndNodes
$Elements
8
1 2 2 1 1 1 2 3
2 2 2 2 2 4 5 6
3 1 2 3 3 1 2
4 1 2 3 3 2 3
5 1 2 3 3 3 1
6 1 2 3 3 4 5
7 1 2 3 3 5 6
8 1 2 3 3 6 4
$EndElements
)";

TEST(Warnings, tell_of_waves_and_potentials_that_a_part_of_the_mesh_is_joined_to_no_other) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "case.yaml";
  std::ofstream(folder.path() / "parts.msh") << two_triangles;
  const std::string wave =
      "physics: maxwell\nformulation: TM\nunits: natural\norder: 2\nregions: {default: {}}\n"
      "boundaries: {default: pec}\ninitial: {Ez: 1}\ntime: {final: 0.1}\n";
  const std::string potential =
      "physics: poisson\nunits: natural\norder: 2\nregions: {default: {kappa: 1}}\n"
      "boundaries: {default: dirichlet}\nsource: 1\n";
  for (const std::string& problem : {wave, potential}) {
    std::ofstream(file) << problem << "mesh: {file: parts.msh}\n";
    expect_one(warnings_in(check(file, {})),
               "mesh: region rod (1 cells, one at (1.33333, 1.33333, 0)) is joined to no other");
  }
}

TEST(Warnings, tell_that_a_conductor_may_part_the_mesh) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "case.yaml";
  std::ofstream(folder.path() / "row.geo") << R"(
SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 1, 1};
Rectangle(2) = {1, 0, 0, 1, 1};
Rectangle(3) = {2, 0, 0, 2, 1};
BooleanFragments{ Surface{1, 2, 3}; Delete; }{}
Physical Surface("left") = {1};
Physical Surface("bar") = {2};
Physical Surface("right") = {3};
MeshSize{:} = 0.5;
)";
  std::ofstream(file) << "physics: poisson\norder: 2\nmesh: {file: row.geo}\nsource: 1\n"
                         "regions: {bar: {type: dirichlet}, default: {kappa: 1}}\n"
                         "boundaries: {default: dirichlet}\n";
  const std::vector<std::string> found = warnings_in(check(file, {}));
  expect_one(found, "mesh: region left");
  expect_one(found, "bar left the mesh, and may part it");
}

TEST(Warnings, tell_that_flat_cells_leave_out_what_is_curved) {
  const std::filesystem::path coax = shipped_cases / "coax_2d/case.yaml";
  expect_one(warnings_in(check(coax, {"mesh.geometry_order=1"})),
             "mesh: cells are flat where the geometry is curved");
  EXPECT_EQ(warnings_in(check(coax, {})).size(), 0u);
  EXPECT_EQ(warnings_in(check(coax, {"mesh.geometry_order=1", "mesh.parameters.h=0.03"})).size(), 0u);
}

TEST(Warnings, tell_of_fields_of_order_1_that_cells_are_flat_and_others_are_measured_with_their_curves) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "case.yaml";
  std::ofstream(folder.path() / "disk.geo")  // no vertex is where the circle reaches furthest
      << "a = 0.4; Point(1) = {0, 0, 0, 9};\n"
         "For i In {2:5}\n  Point(i) = {Cos(a + i * Pi / 2), Sin(a + i * Pi / 2), 0, 9};\nEndFor\n"
         "Circle(1) = {2, 1, 3}; Circle(2) = {3, 1, 4}; Circle(3) = {4, 1, 5}; Circle(4) = {5, 1, 2};\n"
         "Curve Loop(1) = {1:4}; Plane Surface(1) = {1}; Transfinite Curve{1:4} = 3;\n"
         "Physical Surface(\"disk\") = {1}; Physical Curve(\"rim\") = {1:4};\n";
  std::ofstream(file) << "physics: poisson\nunits: natural\nregions: {disk: {kappa: 1}}\n"
                         "boundaries: {rim: dirichlet}\nsource: 1\nmesh: {file: disk.geo}\n";
  const std::string flat = check(file, {"order=1"}), curved = check(file, {"order=4"});
  EXPECT_NE(flat.find("mesh: cells are flat where the geometry is curved"), std::string::npos) << flat;
  EXPECT_TRUE(warnings_in(flat).empty()) << flat;
  EXPECT_EQ(curved.find("cells are flat"), std::string::npos) << curved;
  EXPECT_NEAR(std::stod(behind(curved, "area ")), std::numbers::pi, 1e-3) << curved;
  for (const char* what : {"region disk: ", "boundary rim: "}) {
    const std::string place = behind(curved, what), upper = behind(place, "to (");
    EXPECT_NEAR(std::stod(behind(place, "from (")), -1, 2e-3) << curved;
    EXPECT_NEAR(std::stod(upper), 1, 2e-3) << curved;
    EXPECT_NEAR(std::stod(behind(upper, ", ")), 1, 2e-3) << curved;
  }
}

/// Rounding alone is left of derivatives next to a corner of the mesh.
TEST(Warnings, of_coarse_cells_are_not_given_for_a_singularity_that_can_be_removed) {
  const std::string square = "((x+1)^2 + (y+1+1e-13)^2)", r = "sqrt" + square;
  const auto with = [&](const std::string& k) {
    const std::string mode =
        "(sin(" + k + "*" + r + ")/" + square + " - " + k + "*cos(" + k + "*" + r + ")/" + r + ")*(x+1)/" + r;
    return warnings_in(check(cavity, {coarse, "exact={}", "initial={Ez: \"" + mode + "\"}"}));
  };
  EXPECT_EQ(with("3").size(), 0u) << testing::PrintToString(with("3"));
  expect_one(with("30"), "resolution: region vacuum is too coarse");
}

TEST(Warnings, both_sides_of_a_periodic_pair_are_periodic_in_the_check_and_regions_have_a_size) {
  const std::string said = check(shipped_cases / "maxwell_plane_wave/case.yaml", {});
  EXPECT_EQ(said.find("no condition"), std::string::npos) << said;
  EXPECT_NE(said.find(" cells, volume 1"), std::string::npos) << said;
}

TEST(Warnings, are_given_once_and_details_only_to_who_asks) {
  const std::vector<std::string> settings = {"order=2", "time.final=0.1"};
  const CaseRun plain(cavity, settings), verbose(cavity, settings, {"--verbose"});
  EXPECT_EQ(plain.program.errors.find("ordering: "), std::string::npos);
  EXPECT_NE(verbose.program.errors.find("ordering: "), std::string::npos);
  EXPECT_NE(verbose.program.errors.find("nodes or more per wavelength"), std::string::npos);
  EXPECT_EQ(CaseRun(cavity, settings, {"--verbose", "--quiet"}).program.status, 2);
}

/// The outer region's name begins with that of the inner one, as the names of its layers do.
TEST(Warnings, tell_of_a_metal_that_runs_into_layers_and_not_of_one_inside) {
  const StripCase strip;
  for (const std::filesystem::path& file : {strip.file, strip.folder.path() / "strip.geo"}) {
    std::string text = read_text(file);
    for (std::size_t at = text.find("scattered"); at != std::string::npos; at = text.find("scattered"))
      text.replace(at, std::string("scattered").size(), "slab_outside");
    std::ofstream(file) << text;
  }
  const std::string metal = "{drude: [{plasma_frequency: 9, damping: 0.0005}]}";
  const std::vector<std::string> settings = {
      "monitors=[]", "sources=[{type: dipole, at: [0.75, 0.1], moment: [0, 0, 1], waveform: pulse}]",
      "regions.slab=" + metal, "regions.slab_outside=" + metal};
  const std::vector<std::string> warnings = warnings_in(check(strip.file, settings));
  expect_one(warnings, "regions.slab_outside: it goes on in absorbing layers");
  EXPECT_EQ(
      std::ranges::count_if(
          warnings, [](const auto& w) { return w.find("regions.slab: it goes on") != std::string::npos; }),
      0);
}

}  // namespace
}  // namespace dgsolve::test
