/// Every shipped case runs as its README says, and comes near its exact solution.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/run_program.hpp"
#include "tests/temporary_folder.hpp"

namespace dgsolve {
namespace {

class ShippedCase : public testing::TestWithParam<std::filesystem::path> {};

std::vector<std::filesystem::path> shipped_cases() {
  std::vector<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator(DGSOLVE_SOURCE_DIR "/cases"))
    folders.push_back(entry.path());
  return folders;
}

/// L2 errors of the case at an order, by field.
std::map<std::string, double> errors_at(int order, const std::filesystem::path& folder) {
  const test::TemporaryFolder results;
  const test::ProgramResult run =
      test::run_program({(folder / "case.yaml").string(), "--set", "order=" + std::to_string(order),
                         "--output", results.path().string()},
                        results.path());
  EXPECT_EQ(run.status, 0) << run.errors;
  std::ifstream file(results.path() / "summary.json");
  const nlohmann::json summary = nlohmann::json::parse(file);
  EXPECT_EQ(summary["outcome"], "completed");
  std::map<std::string, double> errors;
  for (const auto& [field, error] : summary["errors"].items()) errors[field] = error["l2"];
  return errors;
}

TEST_P(ShippedCase, nears_its_exact_solution_as_the_order_rises) {
  const std::map<std::string, double> coarse = errors_at(2, GetParam()), fine = errors_at(3, GetParam());
  ASSERT_FALSE(coarse.empty());
  for (const auto& [field, error] : coarse) EXPECT_LT(fine.at(field), error / 4) << field;
}

TEST_P(ShippedCase, has_a_readme_and_a_picture) {
  EXPECT_TRUE(std::filesystem::is_regular_file(GetParam() / "README.md"));
  EXPECT_TRUE(std::filesystem::is_regular_file(GetParam() / "picture.png"));
}

INSTANTIATE_TEST_SUITE_P(Cases, ShippedCase, testing::ValuesIn(shipped_cases()),
                         [](const auto& instance) { return instance.param.filename().string(); });

}  // namespace
}  // namespace dgsolve
