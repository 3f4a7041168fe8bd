/// The program on elliptic problems: failures that leave what they should, matrices, conductors.

#include <gtest/gtest.h>

#include <fstream>

#include "kernels/base/number_text.hpp"
#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/text_files.hpp"

namespace dgsolve::test {
namespace {

const std::filesystem::path lshape = shipped_cases / "poisson_lshape/case.yaml";

TEST(Poisson, a_solve_that_does_not_converge_fails_and_marks_its_best_iterate) {
  const CaseRun run(lshape, {"solver.max_iterations=1"});
  EXPECT_EQ(run.program.status, 1);
  EXPECT_NE(run.program.errors.find("did not converge: max_iterations is reached"), std::string::npos)
      << run.program.errors;
  const nlohmann::json summary = run.summary();
  EXPECT_EQ(summary["outcome"], "failed");
  EXPECT_FALSE(summary["solver"]["converged"]);
  EXPECT_EQ(summary["solver"]["iterations"], 1);
  EXPECT_EQ(summary["solver"]["history"].size(), 2u);
  EXPECT_TRUE(std::filesystem::exists(run.results / "not_converged/fields.pvd"));
  EXPECT_FALSE(std::filesystem::exists(run.results / "fields.pvd"));
}

TEST(Poisson, a_best_iterate_that_is_not_written_is_not_promised) {
  const CaseRun run(lshape, {"solver.max_iterations=1", "output={}"});
  EXPECT_EQ(run.program.status, 1);
  EXPECT_EQ(run.program.errors.find("not_converged"), std::string::npos) << run.program.errors;
  EXPECT_FALSE(std::filesystem::exists(run.results / "not_converged"));
}

TEST(Poisson, what_an_earlier_run_left_does_not_speak_for_one_that_fails) {
  const std::string probe = "output.probes=[{name: inside, at: [-0.5, 0.3]}]";
  const CaseRun run(lshape, {probe});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const auto value = [&](const char* folder) {
    return read_csv(run.results / folder / "probes/inside.csv").back()[2];
  };
  const std::string before = value(".");
  const ProgramResult failed = run_program(
      {lshape.string(), "--set", probe, "--set", "boundaries.edge={type: dirichlet, value: 5+x^2}", "--set",
       "solver.max_iterations=2", "--output", run.results.string()},
      run.folder.path());
  ASSERT_EQ(failed.status, 1) << failed.errors;
  EXPECT_NE(failed.errors.find("what an earlier run left"), std::string::npos) << failed.errors;
  for (const char* left : {"fields", "fields.pvd", "probes"}) {
    EXPECT_FALSE(std::filesystem::exists(run.results / left)) << left;
    EXPECT_TRUE(std::filesystem::exists(run.results / "earlier" / left)) << left;
  }
  EXPECT_EQ(value("earlier"), before);
  const std::string html = read_text(run.results / "report.html");
  const auto shown = [&](const std::string& text) {
    return html.find(number_text(std::stod(text))) != std::string::npos;
  };
  EXPECT_TRUE(shown(value("not_converged")));
  EXPECT_FALSE(shown(before));
}

TEST(Poisson, the_report_claims_no_unit_for_an_energy_that_kappa_decides) {
  const CaseRun run(lshape, {"units=si", "boundaries.edge={type: dirichlet, value: x}"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const std::string html = read_text(run.results / "report.html");
  const std::size_t row = html.find("½∫κ|∇u|² of the field");
  ASSERT_NE(row, std::string::npos);
  EXPECT_EQ(html.substr(row, html.find("</tr>", row) - row).find("J"), std::string::npos);
}

TEST(Poisson, wrong_data_are_refused_before_anything_is_written) {
  const struct {
    std::string setting, message;
  } mistakes[] = {
      {"regions.plate.kappa=x", "regions.plate.kappa: takes the value"},
      {"regions.plate.kappa=[[1, 2], [2, 1]]", "expected a symmetric positive definite tensor"},
      {"regions.plate.kappa=[[1, 2], [0, 5]]", "expected a symmetric positive definite tensor"},
      {"regions.plate.lambda=-y", "regions.plate.lambda: takes the value"},
      {"boundaries.edge={type: neumann, value: 1}", "they must add up to 0"},
      {"boundaries.edge={type: robin, coefficient: x}", "boundaries.edge.coefficient: takes the value"}};
  for (const auto& [setting, message] : mistakes) {
    const CaseRun run(lshape, {setting});
    EXPECT_EQ(run.program.status, 2) << setting;
    EXPECT_NE(run.program.errors.find(message), std::string::npos) << setting << '\n' << run.program.errors;
    EXPECT_FALSE(std::filesystem::exists(run.results)) << setting;
  }
}

TEST(Poisson, a_floating_conductor_and_a_fixed_one_agree_on_the_capacitance) {
  const std::filesystem::path capacitor = shipped_cases / "capacitor_sphere/case.yaml";
  const CaseRun fixed(capacitor, {"order=2"}),
      floating(capacitor, {"order=2", "boundaries.inner={type: floating, charge: 1}"});
  ASSERT_EQ(fixed.program.status, 0) << fixed.program.errors;
  ASSERT_EQ(floating.program.status, 0) << floating.program.errors;
  const double capacitance = fixed.summary()["boundaries"]["inner"]["flux"];
  EXPECT_NEAR(floating.summary()["boundaries"]["inner"]["potential"].get<double>(), 1 / capacitance, 1e-7);
  EXPECT_NEAR(floating.summary()["boundaries"]["inner"]["flux"].get<double>(), 1, 1e-7);
  // The field energy is half of charge times potential, up to the method's own error.
  EXPECT_NEAR(fixed.summary()["energy"]["final"].get<double>(), capacitance / 2, 1e-2 * capacitance);
}

TEST(Poisson, a_ball_that_conducts_a_million_times_better_is_at_one_potential) {
  const CaseRun run(
      shipped_cases / "poisson_contrast/case.yaml",
      {"order=2", "output.probes=[{name: right, at: [0.75, 0.5, 0.5]}, {name: left, at: [0.3, 0.6, 0.5]}]"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  for (const char* probe : {"right", "left"})
    EXPECT_NEAR(std::stod(read_csv(run.results / "probes" / (std::string(probe) + ".csv")).back()[3]), 0.5,
                1e-3)
        << probe;
}

TEST(Poisson, an_exact_solution_of_any_level_is_compared_where_nothing_fixes_that_of_u) {
  const auto error = [](const std::string& exact) {
    const CaseRun run(lshape, {"boundaries.edge=neumann", "solver.tolerance=1e-12", "exact=" + exact});
    EXPECT_EQ(run.program.status, 0) << run.program.errors;
    EXPECT_NE(run.program.errors.find("less its mean"), std::string::npos) << run.program.errors;
    return run.summary()["errors"]["u"]["l2"].get<double>();
  };
  const double without = error("exp(x)*sin(y)");
  EXPECT_LE(without, 1e-4);
  EXPECT_NEAR(error("exp(x)*sin(y)+30"), without, 1e-10);
}

TEST(Poisson, fluxes_that_the_contrast_of_kappa_spoils_are_not_to_be_trusted) {
  const std::filesystem::path ball = shipped_cases / "poisson_contrast/case.yaml";
  const std::string warning = "fluxes are not to be trusted";
  const CaseRun trusted(ball, {"order=1"});
  ASSERT_EQ(trusted.program.status, 0) << trusted.program.errors;
  EXPECT_EQ(trusted.program.errors.find(warning), std::string::npos) << trusted.program.errors;
  EXPECT_LE(trusted.summary()["solver"]["flux_imbalance"].get<double>(), 1e-6);
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "case.yaml";
  std::ofstream(file)
      << "physics: poisson\nunits: natural\norder: 2\nregions: {air: {kappa: 1}, glass: {kappa: 1e13}}\n"
      << "boundaries: {left: dirichlet, right: {type: dirichlet, value: 1}, bottom: neumann, top: "
      << "neumann}\nmesh: {parameters: {h: 0.5}, file: "
      << (shipped_cases / "maxwell_dielectric_interface/strip.geo").string() << "}\n";
  const CaseRun spoilt(file);
  ASSERT_EQ(spoilt.program.status, 0) << spoilt.program.errors;
  EXPECT_NE(spoilt.program.errors.find(warning), std::string::npos) << spoilt.program.errors;
  EXPECT_GE(spoilt.summary()["solver"]["flux_imbalance"].get<double>(), 1e-3);
}

/// A cube whose opposite sides the mesh file joins.
TEST(Poisson, sides_that_the_mesh_joins_are_periodic_or_have_other_conditions_or_the_case_is_refused) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(shipped_cases / "maxwell_plane_wave/box.geo", folder.path() / "box.geo");
  const std::filesystem::path file = folder.path() / "case.yaml";
  const std::string wave =
                        "physics: maxwell\norder: 1\ntime: {final: 0.1}\nregions: {vacuum: {epsilon_r: 1}}\n",
                    field =
                        "physics: poisson\norder: 1\nsource: 'cos(2*pi*x)'\nregions: {vacuum: {kappa: 1}}\n";
  for (const std::string& physics : {wave, field}) {
    const auto run = [&](const std::string& boundaries) {
      std::ofstream(file) << physics
                          << "units: natural\nmesh: {file: box.geo, parameters: {h: 0.5}}\nboundaries: {"
                          << "x_min: {type: periodic, with: x_max}" << boundaries << "}\n";
      return CaseRun(file);
    };
    const std::string y = ", y_min: {type: periodic, with: y_max}",
                      z = ", z_min: {type: periodic, with: z_max}",
                      wall = physics == wave ? "pec" : "neumann";
    const CaseRun periodic = run(y + z);
    EXPECT_EQ(periodic.program.status, 0) << periodic.program.errors;
    const CaseRun refused = run(y);
    EXPECT_EQ(refused.program.status, 2);
    for (const char* message : {"boundaries.z_min: the mesh file joins it", "{type: periodic, with: z_max}",
                                "boundaries.z_max: the mesh file joins it", "{type: periodic, with: z_min}"})
      EXPECT_NE(refused.program.errors.find(message), std::string::npos) << message << '\n'
                                                                         << refused.program.errors;
    EXPECT_EQ(refused.program.errors.find("inside the mesh"), std::string::npos) << refused.program.errors;
    const CaseRun apart = run(y + ", z_min: " + wall + ", z_max: " + wall);
    EXPECT_EQ(apart.program.status, 0) << apart.program.errors;
    EXPECT_NE(apart.program.errors.find("the case has other conditions there"), std::string::npos)
        << apart.program.errors;
  }
}

/// A matrix and a right-hand side in Matrix Market, as triplets.
struct Triplets {
  int rows = 0;
  std::vector<int> row, column;
  std::vector<double> value, right;
};

Triplets read_system(const std::filesystem::path& folder) {
  Triplets system;
  std::string header;
  std::size_t n = 0;
  int columns = 0;
  std::ifstream matrix(folder / "matrix.mtx");
  std::getline(matrix, header);
  EXPECT_EQ(header, "%%MatrixMarket matrix coordinate real general");
  matrix >> system.rows >> columns >> n;
  EXPECT_EQ(columns, system.rows);
  for (std::size_t k = 0; k < n; ++k) {
    matrix >> system.row.emplace_back() >> system.column.emplace_back() >> system.value.emplace_back();
  }
  EXPECT_TRUE(matrix);
  std::ifstream right(folder / "right_hand_side.mtx");
  std::getline(right, header);
  right >> n >> columns;
  EXPECT_EQ(static_cast<int>(n), system.rows);
  for (std::size_t i = 0; i < n; ++i) right >> system.right.emplace_back();
  EXPECT_TRUE(right);
  return system;
}

TEST(Poisson, the_matrix_written_is_symmetric_with_a_row_for_each_unknown_and_each_conductor) {
  const std::filesystem::path capacitor = shipped_cases / "capacitor_sphere/case.yaml";
  const CaseRun run(capacitor,
                    {"order=1", "mesh.parameters.h=1", "boundaries.inner={type: floating, charge: 1}",
                     "output.matrix=[matrix_market, hdf5]"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  EXPECT_TRUE(std::filesystem::exists(run.results / "matrix.h5"));
  const Triplets system = read_system(run.results);
  std::map<std::pair<int, int>, double> entries;
  double largest = 0;
  for (std::size_t k = 0; k < system.value.size(); ++k) {
    entries[{system.row[k], system.column[k]}] = system.value[k];
    largest = std::max(largest, std::abs(system.value[k]));
  }
  for (const auto& [place, value] : entries) {
    const auto mirrored = entries.find({place.second, place.first});
    ASSERT_NE(mirrored, entries.end());
    EXPECT_NEAR(mirrored->second, value, 1e-14 * largest);
  }
  EXPECT_EQ(run.summary()["dofs"].get<int>() + 1, system.rows);
  EXPECT_EQ(system.right.back(), 1);  // the conductor's charge
}

TEST(Poisson, scipy_solves_with_the_matrix_written_what_the_program_solves_without_it) {
  const CaseRun run(shipped_cases / "poisson_mms_3d/case.yaml",
                    {"order=2", "mesh.parameters.h=0.3", "solver={operator: matrix_free, tolerance: 1e-13}",
                     "output={matrix: [matrix_market, hdf5], fields: {format: hdf5, precision: double}}"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  const ProgramResult read = run_script("read_matrix.py", {run.results}, run.folder.path());
  if (lacks_modules(read)) GTEST_SKIP() << "no python3 with SciPy and h5py: " << read.output;
  EXPECT_EQ(read.status, 0) << read.errors;
  EXPECT_EQ(read.output, std::to_string(run.summary()["dofs"].get<int>()) + " unknowns\n");
}

/// A Poisson and a Maxwell case beside each other on one mesh: plates at x = −1 and x = 1.
struct PlateCases {
  explicit PlateCases(const std::string& formulation = "TE") {
    std::filesystem::copy_file(source_folder() / "tests/meshes/square.msh", folder.path() / "square.msh");
    std::ofstream(folder.path() / "static.yaml") << R"(physics: poisson
units: natural
mesh: {file: square.msh}
regions: {vacuum: {kappa: 1}}
boundaries:
  left: {type: dirichlet, value: 2}
  right: dirichlet
  walls: neumann
)";
    std::ofstream(wave()) << "formulation: " << formulation << R"(
physics: maxwell
units: natural
order: 3
mesh: {file: square.msh}
regions: {vacuum: {epsilon_r: 1}}
boundaries: {left: pec, right: pec, walls: pmc}
initial: {from: static.yaml}
time: {final: 1}
)";
  }
  std::filesystem::path wave() const { return folder.path() / "wave.yaml"; }
  const TemporaryFolder folder;
};

TEST(Poisson, an_electrostatic_field_stands_still_when_a_wave_run_starts_from_it) {
  const PlateCases cases;
  const CaseRun run(cases.wave(), {"exact={Ex: 1, Ey: 0, Hz: 0}"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  for (const char* field : {"Ex", "Ey", "Hz"})
    EXPECT_LE(run.summary()["errors"][field]["linf"].get<double>(), 1e-6) << field;
}

TEST(Poisson, an_electrostatic_case_that_does_not_fit_is_refused) {
  const PlateCases cases, magnetic("TM");
  const auto expect_refusal = [](const CaseRun& run, const std::string& message) {
    EXPECT_EQ(run.program.status, 2);
    EXPECT_NE(run.program.errors.find(message), std::string::npos) << run.program.errors;
    EXPECT_FALSE(std::filesystem::exists(run.results));
  };
  expect_refusal(CaseRun(cases.wave(), {"initial.from=nowhere.yaml"}), "there is no such file");
  expect_refusal(CaseRun(cases.wave(), {"initial.from=wave.yaml"}), "expected physics: poisson");
  expect_refusal(CaseRun(cases.wave(), {"units=si"}), "a case in other units");
  expect_refusal(CaseRun(cases.wave(), {"mesh.scale=0.001"}),
                 "a case with mesh.scale 1; expected this case's, 0.001");
  expect_refusal(CaseRun(cases.wave(), {"initial={from: static.yaml, Ex: 1}"}), "unknown key beside from");
  expect_refusal(CaseRun(magnetic.wave()), "initial.from: gives Ex");
}

TEST(Poisson, an_electrostatic_case_that_asks_for_other_cells_is_solved_on_these_and_it_is_said) {
  const PlateCases cases;
  const std::string said = "static.yaml is solved on this case's mesh";
  const CaseRun finer(cases.wave(), {"mesh.refine=1"});
  EXPECT_EQ(finer.program.status, 0);
  EXPECT_EQ(finer.program.errors.find(said), std::string::npos) << finer.program.errors;
  const std::filesystem::path electrostatics = cases.folder.path() / "static.yaml";
  std::string text = read_text(electrostatics);
  text.insert(text.find("square.msh") + std::string("square.msh").size(), ", refine: 1");
  std::ofstream(electrostatics) << text;
  const CaseRun coarser(cases.wave(), {});
  EXPECT_EQ(coarser.program.status, 0);
  EXPECT_NE(coarser.program.errors.find(said), std::string::npos) << coarser.program.errors;
}

}  // namespace
}  // namespace dgsolve::test
