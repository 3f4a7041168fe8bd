/// Every shipped wave case in its first steps, on several emulated GPUs.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <regex>

#include "io/case/case.hpp"
#include "io/case/case_reader.hpp"
#include "tests/support/programs/emulated_gpus.hpp"
#include "tests/support/programs/guide_case.hpp"

namespace dgsolve::test {
namespace {

/// But for those that begin with an electrostatic field, for programs on emulated GPUs have no elliptic
/// kernels, and those with ports, whose pulses take more than a few steps.
std::vector<std::string> wave_cases() {
  std::vector<std::string> names;
  for (const std::filesystem::path& folder : case_folders())
    if (const Case shipped = read_case(folder / "case.yaml");
        shipped.time() && !shipped.wave().initial_case && !shipped.wave().s_parameters)
      names.push_back(folder.filename());
  return names;
}

/// t after so many of a case's steps at order 1, in seconds or, in natural units, c⁻¹ m.
double time_after(int n_steps, const std::filesystem::path& case_file) {
  const CaseRun check(case_file, {"order=1"}, {"--check", "--device", "cpu"});
  std::smatch found;
  const std::string log = check.program.output + check.program.errors;
  if (!std::regex_search(log, found, std::regex("([0-9]+) steps to t = ([0-9.e+-]+)")))
    throw std::runtime_error("the check says nothing of steps: " + log);
  return n_steps * std::stod(found[2]) / std::stod(found[1]);
}

using LongShippedCase = testing::TestWithParam<std::string>;

TEST_P(LongShippedCase, leaves_the_same_bits_on_one_gpu_and_on_three) {
  if (const std::string reason = EmulatedGpus::why_none(DGSOLVE_EMULATED_BACKEND); !reason.empty())
    GTEST_SKIP() << reason;
  const std::filesystem::path file = shipped_cases / GetParam() / "case.yaml";
  const double final = time_after(6, file);
  const EmulatedGpus gpus(DGSOLVE_EMULATED_BACKEND);
  const std::vector<std::string> settings = {"order=1", fmt::format("time.final={}", final),
                                             fmt::format("output.fields.every={}", final / 2),
                                             "output.fields.precision=double"};
  const CaseRun one(file, settings, {"--device", "cuda:0"}),
      three(file, settings, {"--device", "cuda:0,1,2"});
  ASSERT_EQ(one.program.status, 0) << one.program.errors;
  ASSERT_EQ(three.program.status, 0) << three.program.errors;
  EXPECT_EQ(three.summary()["parts"].size(), 3U);
  EXPECT_GE(one.summary()["steps"], 6);
  expect_same_results(three.results, one.results);
}

INSTANTIATE_TEST_SUITE_P(, LongShippedCase, testing::ValuesIn(wave_cases()),
                         [](const auto& shown) { return shown.param; });

TEST(LongPorts, have_the_same_parameters_on_one_gpu_and_on_three_and_those_of_the_host_but_for_rounding) {
  if (const std::string reason = EmulatedGpus::why_none(DGSOLVE_EMULATED_BACKEND); !reason.empty())
    GTEST_SKIP() << reason;
  const GuideCase guide;
  const std::vector<std::string> coarse = {
      "mesh.parameters={h: 2, length: 1, layers: 1}", "order=2", "boundaries.feed.reference_plane=0",
      "s_parameters.frequencies={from: 0.4, to: 0.45, count: 2}", "time={final: 41}"};
  const CaseRun host(guide.file, coarse, {"--device", "cpu"});
  const EmulatedGpus gpus(DGSOLVE_EMULATED_BACKEND);
  const CaseRun one(guide.file, coarse, {"--device", "cuda:0"}),
      three(guide.file, coarse, {"--device", "cuda:0,1,2"});
  for (const CaseRun* run : {&host, &one, &three}) ASSERT_EQ(run->program.status, 0) << run->program.errors;
  const std::string table = "s_parameters/guide.csv";
  EXPECT_EQ(read_text(three.results / table), read_text(one.results / table));
  const auto found = read_csv(one.results / table), expected = read_csv(host.results / table);
  for (const std::size_t row : {1, 2})
    for (const std::size_t column : {1, 2, 5, 6, 9, 10, 13, 14})
      EXPECT_NEAR(std::stod(found[row][column]), std::stod(expected[row][column]), 1e-12);
}

}  // namespace
}  // namespace dgsolve::test
