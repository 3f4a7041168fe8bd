/// dgsolve verify: ladders of orders and meshes, and the orders that they show.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "io/case/case.hpp"
#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/well_formed.hpp"

namespace dgsolve::test {
namespace {

const std::filesystem::path lshape = shipped_cases / "poisson_lshape/case.yaml";
const std::filesystem::path cube = shipped_cases / "poisson_mms_3d/case.yaml";

struct Study {
  explicit Study(const std::filesystem::path& case_file, const std::vector<std::string>& options,
                 const std::vector<std::string>& settings = {})
      : results(folder.path() / "results") {
    std::vector<std::string> arguments = {"verify", case_file.string(), "--output", results.string()};
    for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
    arguments.insert(arguments.end(), options.begin(), options.end());
    program = run_program(arguments, folder.path());
    rows = read_csv(results / "convergence.csv");
  }

  /// A column of the finest rung of an order: l2, l2_order, largest, largest_order.
  double value(const std::string& quantity, int order, const std::string& column) const {
    const auto at = std::find(rows.at(0).begin(), rows[0].end(), column) - rows[0].begin();
    double found = NAN;
    for (const auto& row : rows)
      if (row[0] == quantity && row[1] == std::to_string(order) && at < static_cast<long>(row.size()) &&
          !row[at].empty())
        found = std::stod(row[at]);
    return found;
  }

  const TemporaryFolder folder;
  const std::filesystem::path results;
  ProgramResult program;
  std::vector<std::vector<std::string>> rows;  ///< of convergence.csv
};

TEST(ExactEnergy, is_that_in_the_material_of_the_formula_though_cells_take_its_mean) {
  const CaseRun run(cavity, {coarse, "order=8", "time.final=0.01", "regions.vacuum.epsilon_r=1+9*x^2",
                             "exact={Ez: sin(pi*x)*sin(pi*y), Hx: '0', Hy: '0'}", "output={}"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  constexpr double pi = std::numbers::pi;
  // ½ ∫ (1 + 9x²) sin²(πx) dx ∫ sin²(πy) dy over (−1, 1)²
  EXPECT_NEAR(run.summary()["energy"]["exact"].get<double>(), (1 + 9 * (1.0 / 3 - 1 / (2 * pi * pi))) / 2,
              1e-6);
}

TEST(Verify, shows_the_order_of_every_field_whatever_the_order_in_time) {
  const Study study(cavity, {"--orders", "2..6"}, {coarse, "time.final=1"});
  ASSERT_EQ(study.program.status, 0) << study.program.errors;
  for (int N = 2; N <= 6; ++N)
    for (const char* field : {"Ez", "Hx", "Hy"}) {
      EXPECT_GE(study.value(field, N, "l2_order"), N + 0.7) << field << ", N = " << N;
      EXPECT_GT(study.value(field, N, "largest"), study.value(field, N, "l2") / 2) << field;
      EXPECT_GT(study.value(std::string("probe antinode: ") + field, N, "largest"), 0) << field;
      EXPECT_NE(study.program.output.find(std::string(field) + "\norder refine"), std::string::npos);
    }
  EXPECT_GE(study.value("energy", 2, "largest_order"), 3.5);
}

TEST(Verify, shows_the_order_of_a_potential_that_is_known_up_to_a_constant) {
  const Study study(lshape, {"--orders", "1..4", "--refine", "2"},
                    {"boundaries.edge=neumann", "exact=exp(x)*sin(y)+3", "mesh.parameters.h=0.5",
                     "solver.tolerance=1e-12", "output.probes=[{name: inside, at: [-0.5, 0.3]}]"});
  ASSERT_EQ(study.program.status, 0) << study.program.errors;
  for (int N = 1; N <= 4; ++N) {
    EXPECT_GE(study.value("u", N, "l2_order"), N + 0.8) << "N = " << N;
    EXPECT_LE(study.value("probe inside: u", N, "largest"), study.value("u", N, "largest")) << "N = " << N;
  }
}

TEST(Verify, keeps_each_run_in_a_folder_with_a_case_that_gives_it_again) {
  const Study study(cavity, {"--orders", "2", "--refine", "1"}, {coarse, "time.final=0.1"});
  ASSERT_EQ(study.program.status, 0) << study.program.errors;
  const std::filesystem::path rung = study.results / "order_2_refine_1";
  const CaseRun again(rung / "resolved.yaml");
  const nlohmann::json summary = read_json(rung / "summary.json");
  EXPECT_EQ(again.summary()["errors"], summary["errors"]);
  EXPECT_EQ(again.summary()["elements"], summary["elements"]);
}

TEST(Verify, leaves_a_report_with_every_quantity) {
  const Study study(lshape, {"--orders", "1..2"}, {"title=<b>&"});
  ASSERT_EQ(study.program.status, 0) << study.program.errors;
  const std::string html = read_text(study.results / "report.html");
  expect_stands_alone(html);
  for (const char* part : {"<h1>&lt;b&gt;&amp;</h1>", "<h2>u</h2>", "<h2>gradient of u</h2>", "order 2</li>"})
    EXPECT_NE(html.find(part), std::string::npos) << part;
}

TEST(Verify, shows_orders_of_gradients_fluxes_and_probes_of_elliptic_problems) {
  const Study study(cube, {"--orders", "2", "--refine", "2"},
                    {"mesh.parameters.h=0.5", "output.probes=[{name: p, at: [0.3, 0.4, 0.6]}]"});
  ASSERT_EQ(study.program.status, 0) << study.program.errors;
  EXPECT_GE(study.value("u", 2, "l2_order"), 2.5);
  EXPECT_GE(study.value("gradient of u", 2, "l2_order"), 1.5);
  EXPECT_GE(study.value("flux through walls", 2, "largest_order"), 2);
  EXPECT_GT(study.value("probe p: Ex", 2, "largest"), 0);
  EXPECT_GE(study.value("energy", 2, "largest_order"), 1.5);  // the gradient's: no jumps count
}

TEST(Verify, compares_the_potential_of_a_floating_conductor) {
  const Study study(
      shipped_cases / "capacitor_sphere/case.yaml", {"--orders", "2"},
      {"exact=2/sqrt(x^2 + y^2 + z^2) - 1", "boundaries.inner={type: floating, charge: 3.141592653589793}"});
  ASSERT_EQ(study.program.status, 0) << study.program.errors;
  EXPECT_LT(study.value("potential of inner", 2, "largest"), 1e-2);
  EXPECT_GE(study.value("potential of inner", 2, "largest_order"), 2);
}

/// At the corner the energy's density is infinite, and no quadrature is more accurate than the solution.
TEST(Verify, does_not_compare_energies_where_the_exact_one_cannot_be_told) {
  const Study study(lshape, {"--orders", "2", "--refine", "0"});
  ASSERT_EQ(study.program.status, 0) << study.program.errors;
  EXPECT_TRUE(std::isnan(study.value("energy", 2, "largest")));
}

TEST(Verify, a_case_without_an_exact_solution_is_refused) {
  const Study study(shipped_cases / "microstrip_2d/case.yaml", {});
  EXPECT_EQ(study.program.status, 2);
  EXPECT_NE(study.program.errors.find("case.yaml:1:1: exact: missing"), std::string::npos)
      << study.program.errors;
  EXPECT_FALSE(std::filesystem::exists(study.results));
}

TEST(Verify, wrong_orders_are_refused) {
  for (const char* orders : {"0..3", "5..2", "1-3", "11", "two"}) {
    const Study study(lshape, {"--orders", orders});
    EXPECT_EQ(study.program.status, 2) << orders;
    EXPECT_NE(study.program.errors.find("--orders: got"), std::string::npos) << study.program.errors;
  }
}

TEST(Verify, a_run_that_fails_fails_the_study_and_the_others_are_run) {
  // Without a preconditioner order 3 takes twice as many iterations as order 1.
  const Study study(lshape, {"--orders", "1..3", "--refine", "0"},
                    {"solver.preconditioner=none", "solver.max_iterations=150"});
  EXPECT_EQ(study.program.status, 1) << study.program.output;
  EXPECT_NE(study.program.output.find("order 3, refine 0 failed: the solver did not converge"),
            std::string::npos)
      << study.program.output;
  EXPECT_GT(study.value("u", 1, "l2"), 0);
}

}  // namespace
}  // namespace dgsolve::test
