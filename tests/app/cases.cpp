/// Every case that we ship is right, runs, leaves the results that the contract promises, and comes near its
/// exact solution.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "io/case/case.hpp"
#include "io/case/case_reader.hpp"
#include "io/case/problem_kinds.hpp"
#include "tests/support/programs/listed_files.hpp"
#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/programs/vtk_integrals.hpp"
#include "tests/support/programs/well_formed.hpp"

namespace dgsolve::test {
namespace {

std::set<std::filesystem::path> files_below(const std::filesystem::path& folder) {
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) files.insert(entry.path());
  return files;
}

/// Set-up, solve and output are sums of parts; what comes after them belongs to none of the three.
void expect_phases_that_add_up(const nlohmann::json& wall, const std::vector<std::string>& names) {
  double sum = 0;
  for (const auto& [name, seconds] : wall["parts"].items()) {
    EXPECT_GE(seconds.get<double>(), 0) << name;
    sum += seconds.get<double>();
  }
  EXPECT_NEAR(wall["total"].get<double>(), sum, 1e-9);
  double all = 0;
  for (const char* stretch : {"setup", "solve", "output"}) all += wall[stretch].get<double>();
  EXPECT_LE(all, wall["total"].get<double>() * (1 + 1e-9));
  for (const std::string& name : names) EXPECT_TRUE(wall["parts"].contains(name)) << name;
}

void expect_complete_elliptic_summary(const nlohmann::json& summary, const Case& c) {
  std::set<std::string> expected = {"title",  "physics",    "order",        "precision", "device",
                                    "dofs",   "elements",   "wall_seconds", "energy",    "memory_bytes",
                                    "solver", "boundaries", "regions",      "warnings",  "outcome"};
  if (c.elliptic().exact) expected.insert("errors");
  if (c.elliptic().kappa_kind) expected.insert("units");
  if (c.elliptic().capacitance) expected.insert("capacitance");
  if (c.elliptic().regions.size() > 1) expected.insert("interior");  // the faces between them
  EXPECT_EQ(keys(summary), expected);
  EXPECT_EQ(summary["title"], c.title);
  EXPECT_EQ(summary["physics"], "poisson");
  EXPECT_EQ(summary["outcome"], "completed");
  EXPECT_TRUE(summary["solver"]["converged"]);
  EXPECT_LE(summary["solver"]["relative_residual"], c.elliptic().solver.tolerance);
  EXPECT_EQ(summary["solver"]["history"].size(), summary["solver"]["iterations"].get<std::size_t>() + 1);
  EXPECT_GT(summary["energy"]["final"], 0);
  expect_phases_that_add_up(summary["wall_seconds"],
                            {"reading the mesh", "geometry", "element matrices",
                             "multigrid level 1 (degree " + summary["order"].dump() + ")", "iterations",
                             "errors, fluxes and energies", "writing", "report"});
  EXPECT_EQ(keys(summary["regions"]).size(), c.elliptic().regions.size());
  for (const auto& [name, boundary] : c.elliptic().boundaries) {
    EXPECT_TRUE(summary["boundaries"][name]["flux"].is_number()) << name;
    // Fluxes of Neumann boundaries are data; a singular solution's are not known
    // (solver/elliptic/fields.hpp).
    if (!c.elliptic().exact || boundary.condition == EllipticCondition::neumann) {
      EXPECT_FALSE(summary["boundaries"][name].contains("exact_flux")) << name;
    }
  }
}

/// Whether a system of the case's equations is so.
template <class Is>
bool some_system(const Case& c, Is is) {
  return std::ranges::any_of(
      all_systems(), [&](const EquationInfo& system) { return system.equation == c.physics && is(system); });
}

void expect_complete_summary(const nlohmann::json& summary, const Case& c) {
  std::set<std::string> expected = {"title",        "physics",  "order",        "precision",
                                    "device",       "elements", "dofs",         "dt",
                                    "steps",        "time",     "wall_seconds", "throughput_gdof_per_s",
                                    "memory_bytes", "energy",   "warnings",     "outcome"};
  if (!c.output.probes.empty() && summary.contains("spectra")) expected.insert("spectra");
  if (!c.wave().resonances.empty() && summary.contains("resonances")) expected.insert("resonances");
  if (summary.contains("fraction_of_bound")) expected.insert("fraction_of_bound");  // in long runs
  if (!c.wave().waveforms.empty()) expected.insert("waveforms");
  if (!c.wave().forces.empty()) expected.insert("forces");
  if (c.wave().s_parameters)
    expected.insert({"s_parameters", "ended_by"});  // monitors are those of each driven run
  else if (!c.wave().monitors.empty())
    expected.insert("tables");
  if (c.wave().shocks != ShockMethod::none) expected.insert("limiter");
  if (some_system(c, [](const EquationInfo& system) { return !system.integrals.named.empty(); }))
    expected.insert("integrals");
  if (some_system(c, [](const EquationInfo& system) { return !system.linear; }))
    expected.insert("controlled_steps");
  if (c.wave().ledger) expected.insert("ledger");
  if (!c.wave().exact.empty()) expected.insert("errors");
  if (!c.wave().exact.empty() && !c.output.probes.empty()) expected.insert("probe_errors");
  EXPECT_EQ(keys(summary), expected);
  EXPECT_EQ(summary["title"], c.title);
  EXPECT_EQ(summary["physics"], c.physics);
  EXPECT_EQ(summary["outcome"], "completed");
  const double end = summary["time"];
  EXPECT_LE(end, c.wave().time.final);
  if (!c.wave().s_parameters) {
    EXPECT_EQ(end, c.wave().time.final);
  }
  EXPECT_EQ(summary["dofs"].get<long>() % summary["elements"].get<long>(), 0);
  EXPECT_GE(summary["dt"].get<double>() * summary["steps"].get<double>(), end * (1 - 1e-12));
  for (const char* part : {"setup", "solve", "output"}) EXPECT_GT(summary["wall_seconds"][part], 0) << part;
  expect_phases_that_add_up(summary["wall_seconds"],
                            {"reading the mesh", "geometry", "tables", "initial state", "steps",
                             "waiting for output", "errors", "report"});
  for (const char* part : {"device", "host"}) EXPECT_GT(summary["memory_bytes"][part], 0) << part;
  // A number that is not finite would be null.
  for (const char* part : {"initial", "final"}) EXPECT_TRUE(summary["energy"][part].is_number()) << part;
  for (const auto& [field, formula] : c.wave().exact)
    for (const char* norm : {"l2", "linf"})
      EXPECT_TRUE(summary["errors"][field][norm].is_number()) << field << ' ' << norm;
}

void expect_readable_fields(const std::filesystem::path& results, const Case& c) {
  const std::vector<VtkDataSet> sets = read_pvd(results / "fields.pvd");
  if (!c.time()) {
    ASSERT_EQ(sets.size(), 1u);
    EXPECT_GT(integrate_vtu(sets[0].file, "Ex", 2, [](const double* E, const auto&) { return *E * *E; }), 0);
    return;
  }
  ASSERT_GE(sets.size(), 2u);
  EXPECT_EQ(sets.front().time, 0);
  if (!c.wave().s_parameters) {
    EXPECT_EQ(sets.back().time, c.wave().time.final);
  }
  for (const VtkDataSet& set : {sets.front(), sets.back()})
    for (const auto& [field, formula] : c.wave().exact) {
      const auto& names = c.output.fields->names;
      if (!names.empty() && std::count(names.begin(), names.end(), field) == 0) continue;
      const double square =
          integrate_vtu(set.file, field, 2, [](const double* u, const auto&) { return *u * *u; });
      EXPECT_TRUE(std::isfinite(square) && square >= 0) << field << " at t = " << set.time;
    }
}

TEST(ShippedCases, pass_a_check_without_a_warning_which_writes_nothing) {
  const auto before = files_below(shipped_cases);
  for (const std::filesystem::path& folder : case_folders()) {
    SCOPED_TRACE(folder);
    const CaseRun run(folder / "case.yaml", {}, {"--check"});
    EXPECT_EQ(run.program.status, 0) << run.program.errors;
    EXPECT_EQ(run.program.errors.find("warning: "), std::string::npos) << run.program.errors;
    EXPECT_FALSE(std::filesystem::exists(run.results));
  }
  EXPECT_EQ(files_below(shipped_cases), before);
}

void expect_complete_report(const CaseRun& run) {
  const std::string html = read_text(run.results / "report.html");
  expect_stands_alone(html);
  expect_parts(html, {">completed</span>", "<h2>Warnings</h2>", "<h2>Run</h2>", "<h2>Energy</h2>",
                      "<h2>Mesh</h2>", "<h2>Case</h2>", "physics: ", "</svg>"});
  const nlohmann::json summary = run.summary();
  EXPECT_EQ(html.find("<h2>Errors</h2>") != std::string::npos, summary.contains("errors"));
  EXPECT_EQ(html.find("<h2>Solver</h2>") != std::string::npos, summary.contains("solver"));
}

/// Where a run of a case has its fields: with ports each driven mode has its own.
std::filesystem::path folder_of_fields(const std::filesystem::path& results, const Case& c) {
  if (!c.time() || !c.wave().s_parameters) return results;
  for (const auto& entry : std::filesystem::directory_iterator(results))
    if (entry.path().filename().string().starts_with("driven_")) return entry;
  ADD_FAILURE() << "no driven port in " << results;
  return results;
}

/// Without an exact solution of order 1; of ports, whose runs are long, only until most has left.
std::vector<std::string> quick_settings(const Case& c, bool has_exact) {
  std::vector<std::string> settings = {has_exact ? "order=2" : "order=1"};
  if (c.time() && c.wave().s_parameters) settings.push_back("time.stop={decay: 0.1}");
  return settings;
}

using ShippedCase = testing::TestWithParam<std::filesystem::path>;

TEST_P(ShippedCase, leaves_the_promised_results_and_nears_its_exact_solution_as_the_order_rises) {
  const std::filesystem::path file = GetParam() / "case.yaml";
  const Case c = read_case(file);
  const bool has_exact = c.time() ? !c.wave().exact.empty() : c.elliptic().exact.has_value();
  const CaseRun lower(file, quick_settings(c, has_exact));
  ASSERT_EQ(lower.program.status, 0) << lower.program.errors;
  EXPECT_EQ(lower.program.output, "");
  expect_readable_fields(folder_of_fields(lower.results, c), c);
  if (c.time())
    expect_complete_summary(lower.summary(), c);
  else
    expect_complete_elliptic_summary(lower.summary(), c);
  expect_complete_report(lower);
  expect_all_listed(lower.results);
  if (!has_exact) return;
  const CaseRun higher(file, {"order=3"});
  ASSERT_EQ(higher.program.status, 0) << higher.program.errors;
  if (!c.time()) {
    EXPECT_LT(higher.summary()["errors"]["u"]["l2"].get<double>(),
              lower.summary()["errors"]["u"]["l2"].get<double>());
    return;
  }
  const double gain = c.wave().shocks == ShockMethod::none ? 4 : 1;  // a jump's error is that of a cell
  for (const auto& [field, formula] : c.wave().exact)
    EXPECT_LT(higher.summary()["errors"][field]["l2"].get<double>(),
              lower.summary()["errors"][field]["l2"].get<double>() / gain)
        << field;
}
INSTANTIATE_TEST_SUITE_P(, ShippedCase, testing::ValuesIn(case_folders()),
                         [](const auto& tested) { return tested.param.filename().string(); });

TEST(ShippedCases, have_a_readme_and_a_picture) {
  EXPECT_GE(case_folders().size(), 5u);
  for (const std::filesystem::path& folder : case_folders())
    for (const char* file : {"README.md", "picture.png"})
      EXPECT_TRUE(std::filesystem::is_regular_file(folder / file)) << folder / file;
}

}  // namespace
}  // namespace dgsolve::test
