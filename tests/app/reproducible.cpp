/// A run's results depend on the case alone; single precision costs the digits it must, no more.

#include <gtest/gtest.h>

#include <map>

#include "tests/support/programs/run_case.hpp"

namespace dgsolve::test {
namespace {

/// Path below the results → bytes, of all fields and probes.
std::map<std::string, std::string> contents(const CaseRun& run) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(run.results))
    if (entry.is_regular_file() && entry.path().filename() != "summary.json" &&
        entry.path().filename() != "report.html")
      files[std::filesystem::relative(entry.path(), run.results)] = read_text(entry.path());
  return files;
}

TEST(NumberOfThreads, changes_no_bit_of_the_fields_probes_energies_and_errors) {
  struct Example {
    std::string name;
    std::vector<std::string> settings;
  };
  for (const auto& [name, settings] :
       {Example{"maxwell_dielectric_interface", {"device=cpu", "order=3", "time.final=0.2"}},
        Example{"advection_rotation",
                {"device=cpu", "order=2", "mesh.geometry_order=2", "time.final=0.1"}}}) {
    SCOPED_TRACE(name);
    const std::filesystem::path file = shipped_cases / name / "case.yaml";
    const CaseRun one(file, settings);
    ASSERT_EQ(one.program.status, 0) << one.program.errors;
    const auto files = contents(one);
    EXPECT_GE(files.size(), 3u);  // fields.pvd, first and last .vtu
    for (const int threads : {2, 3}) {
      const CaseRun many(file, settings, {}, threads);
      // Else nothing would be compared.
      EXPECT_NE(many.summary()["device"].get<std::string>().find(std::to_string(threads) + " threads"),
                std::string::npos);
      EXPECT_TRUE(contents(many) == files) << threads;
      for (const char* part : {"energy", "errors", "steps"})
        EXPECT_EQ(many.summary()[part], one.summary()[part]) << part;
    }
  }
}

TEST(NumberOfThreads, changes_no_bit_of_an_elliptic_solution) {
  const std::filesystem::path file = shipped_cases / "poisson_contrast/case.yaml";
  const std::vector<std::string> settings = {"device=cpu", "order=2", "solver.operator=matrix_free"};
  const CaseRun one(file, settings), many(file, settings, {}, 3);
  ASSERT_EQ(one.program.status, 0) << one.program.errors;
  EXPECT_GE(contents(one).size(), 2u);  // fields.pvd and one .vtu
  EXPECT_TRUE(contents(many) == contents(one));
  EXPECT_EQ(many.summary()["solver"]["history"], one.summary()["solver"]["history"]);
}

TEST(ResolvedCase, run_again_gives_the_same_bits) {
  struct Example {
    std::string name;
    std::vector<std::string> settings;
  };
  for (const auto& [name, settings] :
       {Example{"maxwell_dielectric_interface", {"device=cpu", "order=3", "time.final=0.2"}},
        Example{"poisson_contrast", {"device=cpu", "order=2", "solver.operator=matrix_free"}}}) {
    SCOPED_TRACE(name);
    const CaseRun first(shipped_cases / name / "case.yaml", settings);
    ASSERT_EQ(first.program.status, 0) << first.program.errors;
    const CaseRun again(first.results / "resolved.yaml");
    ASSERT_EQ(again.program.status, 0) << again.program.errors;
    EXPECT_TRUE(contents(again) == contents(first));
    for (const char* part : {"energy", "errors", "device"})
      EXPECT_EQ(again.summary()[part], first.summary()[part]) << part;
  }
}

TEST(SinglePrecision, agrees_with_double_to_its_own_accuracy) {
  const std::vector<std::string> settings = {coarse, "order=4", "time.final=0.5"};
  const auto with = [&](const std::string& precision) {
    std::vector<std::string> all = settings;
    all.push_back("precision=" + precision);
    return CaseRun(cavity, all);
  };
  const CaseRun run_single = with("single"), run_double = with("double");
  ASSERT_EQ(run_single.program.status, 0) << run_single.program.errors;
  EXPECT_EQ(run_single.summary()["precision"], "single");
  const auto in_single = read_csv(run_single.results / "probes/antinode.csv"),
             in_double = read_csv(run_double.results / "probes/antinode.csv");
  ASSERT_EQ(in_single.size(), in_double.size());
  double largest = 0;
  for (std::size_t i = 1; i < in_single.size(); ++i)
    for (std::size_t j = 1; j < in_single[i].size(); ++j)
      largest = std::max(largest, std::abs(std::stod(in_single[i][j]) - std::stod(in_double[i][j])));
  // Fields of size 1 and a unit of round-off of 6e-8, which some tens of stages and sums of tens of terms add
  // up.
  EXPECT_LT(largest, 2e-5);
  EXPECT_GT(largest, 1e-9) << "both ran in the same precision";
}

}  // namespace
}  // namespace dgsolve::test
