/// `dgsolve bench` measures, and writes what scripts read.

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/programs/run_case.hpp"
#include "tests/support/programs/running_program.hpp"

namespace dgsolve::test {
namespace {

TEST(Bench, writes_one_entry_a_measurement_with_the_keys_of_the_contract) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "bench.json";
  const ProgramResult result =
      run_program({"bench", "--order", "2..3", "--elements", "200", "--json", file.string()}, folder.path());
  ASSERT_EQ(result.status, 0) << result.errors;
  const nlohmann::json list = read_json(file);
  ASSERT_EQ(list.size(), 2u);
  for (std::size_t i = 0; i < list.size(); ++i) {
    EXPECT_EQ(keys(list[i]),
              (std::set<std::string>{"physics", "dimension", "order", "precision", "device", "elements",
                                     "geometry_order", "variant", "gdof_per_s", "gflop_per_s", "gbyte_per_s",
                                     "fraction_of_bound", "bound", "sustained_gdof_per_s"}));
    EXPECT_EQ(list[i]["order"], i + 2);
    for (const char* rate : {"gdof_per_s", "gflop_per_s", "gbyte_per_s", "fraction_of_bound"})
      EXPECT_GT(list[i][rate], 0) << rate;
    EXPECT_GT(list[i]["sustained_gdof_per_s"], 0);
    EXPECT_LE(list[i]["sustained_gdof_per_s"], list[i]["gdof_per_s"]);
    EXPECT_TRUE(list[i]["bound"] == "memory" || list[i]["bound"] == "flops") << list[i]["bound"];
  }
}

TEST(Bench, gives_an_elliptic_operator_one_entry_a_form_and_shows_a_cycle_and_a_solve) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "bench.json";
  const ProgramResult result = run_program(
      {"bench", "--physics", "poisson", "--order", "2", "--elements", "100", "--json", file.string()},
      folder.path());
  ASSERT_EQ(result.status, 0) << result.errors;
  std::set<std::string> forms;
  for (const nlohmann::json& entry : read_json(file)) {
    EXPECT_EQ(entry["physics"], "poisson");
    EXPECT_GT(entry["gdof_per_s"], 0);
    forms.insert(entry["variant"]);
  }
  EXPECT_EQ(forms, (std::set<std::string>{"matrix_free", "csr", "bsr", "sliced_ell"}));
  for (const char* part : {"smoother", "prolongation", "cycle:", "solve:"})
    EXPECT_NE(result.output.find(part), std::string::npos) << part << '\n' << result.output;
}

TEST(Bench, measures_a_flow_with_the_flux_and_the_quadrature_that_are_asked_for) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "bench.json";
  std::vector<double> flops;
  for (const std::string quadrature : {"over_integrated", "nodal"}) {
    const ProgramResult result =
        run_program({"bench", "--physics", "euler", "--order", "1", "--elements", "50", "--riemann",
                     "lax_friedrichs", "--quadrature", quadrature, "--json", file.string()},
                    folder.path());
    ASSERT_EQ(result.status, 0) << result.errors;
    const nlohmann::json entry = read_json(file)[0];
    EXPECT_EQ(entry["riemann"], "lax_friedrichs");
    EXPECT_EQ(entry["quadrature"], quadrature);
    flops.push_back(entry["gflop_per_s"].get<double>() / entry["gdof_per_s"].get<double>());
  }
  EXPECT_LT(flops[1], flops[0]);  // nothing is interpolated
}

TEST(Bench, leaves_an_earlier_file_as_it_is_until_it_has_results) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "bench.json";
  std::ofstream(file) << "earlier";
  RunningProgram bench({"bench", "--json", file.string()}, folder.path());
  std::this_thread::sleep_for(std::chrono::milliseconds(700));  // it measures for many seconds
  bench.send(SIGKILL);
  EXPECT_EQ(bench.wait(), -SIGKILL);
  EXPECT_EQ(read_text(file), "earlier");
}

TEST(Bench, refuses_wrong_arguments_with_the_valid_ones) {
  const TemporaryFolder folder;
  struct Wrong {
    std::vector<std::string> arguments;
    std::string valid;
  };
  for (const auto& [arguments, valid] :
       {Wrong{{"--order", "0"}, "from 1 to"}, Wrong{{"--order", "3..2"}, "1..8"},
        Wrong{{"--physics", "sound"}, "maxwell, advection, euler, navier_stokes, poisson"},
        Wrong{{"--physics", "euler", "--riemann", "godunov"}, "hllc, lax_friedrichs, roe"},
        Wrong{{"--riemann", "hllc"}, "maxwell has one numerical flux"},
        Wrong{{"--physics", "euler", "--quadrature", "exact"}, "over_integrated, cell, nodal"},
        Wrong{{"--quadrature", "nodal"}, "is linear"}, Wrong{{"--precision", "half"}, "double or single"},
        Wrong{{"--elements", "0"}, "> 0"}, Wrong{{"--device", "abacus"}, "expected one of auto"}}) {
    std::vector<std::string> all = {"bench"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const ProgramResult result = run_program(all, folder.path());
    EXPECT_EQ(result.status, 2) << arguments[1];
    EXPECT_NE(result.errors.find(valid), std::string::npos) << result.errors;
  }
}

}  // namespace
}  // namespace dgsolve::test
