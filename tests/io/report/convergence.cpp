/// Orders observed in a study of convergence, and errors of probes over time.

#include "io/report/convergence.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "io/tables/csv_file.hpp"
#include "tests/support/programs/io_fixture.hpp"
#include "tests/support/programs/text_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {
namespace {

/// Errors of an order N on cells of size 2^−refine.
Rung rung(int order, int refine) {
  Rung result;
  result.order = order;
  result.refine = refine;
  const double h = std::ldexp(1.0, -refine);
  result.errors["u"] = {3 * std::pow(h, order + 1), 7 * std::pow(h, order)};
  result.errors["flux"] = {{}, 0.0};
  return result;
}

TEST(Convergence, orders_are_told_between_meshes_of_one_order) {
  const ConvergenceStudy study{"", {rung(2, 0), rung(2, 1), rung(2, 2), rung(3, 0), rung(3, 1)}};
  for (const Rung& r : study.rungs) {
    const auto l2 = study.observed(r, "u", &QuantityError::l2),
               largest = study.observed(r, "u", &QuantityError::largest);
    ASSERT_EQ(l2.has_value(), r.refine > 0);
    EXPECT_FALSE(study.observed(r, "flux", &QuantityError::largest)) << "an error of 0 has no order";
    if (!l2) continue;
    EXPECT_NEAR(*l2, r.order + 1, 1e-12);
    EXPECT_NEAR(*largest, r.order, 1e-12);
  }
}

TEST(Convergence, tables_have_a_line_for_each_run_that_has_the_quantity_and_name_failures) {
  ConvergenceStudy study{"", {rung(1, 0), rung(1, 1)}};
  study.rungs[1].errors.erase("flux");
  study.rungs[1].failure = "a full disk";
  const TemporaryFolder folder;
  write_convergence_csv(study, folder.path());
  const auto rows = read_csv(folder.path() / "convergence.csv");
  EXPECT_EQ(rows.size(), 1u + 2 + 1);
  EXPECT_NE(convergence_table(study).find("order 1, refine 1 failed: a full disk"), std::string::npos);
}

TEST(ProbeErrors, are_root_mean_squares_over_time_and_largest_differences_of_what_is_known) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "probes");
  {
    std::ofstream file(folder.path() / "probes/p.csv");
    file << "time,Ez,Hx\n";
    for (int i = 0; i <= 1000; ++i) {
      const double t = i < 500 ? i * 1e-3 : 0.5 + (i - 500) * 2e-3;  // steps of two sizes
      file << t << ',' << 5 + 0.5 * std::sin(2 * std::numbers::pi * t) << ",1\n";
    }
  }
  const std::vector<ProbeOutput> probes = {{"p", {{0, 0, 0}}, 2, {}}};
  const ProbeErrors errors =
      probe_errors(probes, {{{"Ez", "Hx"}, {"1", "1"}}, 2, false}, folder.path(),
                   [](const std::string& field, const auto&, double) -> std::optional<double> {
                     if (field == "Ez") return 5;
                     return {};
                   });
  ASSERT_EQ(errors.at("p").size(), 1u);
  const FieldError& error = errors.at("p").at("Ez");
  EXPECT_NEAR(error.linf, 0.5, 1e-4);
  // ∫ sin² from 0 to 1.5 is 0.75.
  EXPECT_NEAR(error.l2, 0.5 * std::sqrt(0.5), 1e-4);
}

TEST(ProbeErrors, an_exact_solution_that_is_no_number_somewhere_has_no_number_for_its_error) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "probes");
  const std::vector<ProbeOutput> probes = {{"p", {{0, 0, 0}}, 2, {}}};
  for (const char* lines : {"0,1\n", "0,1\n1,2\n2,3\n"}) {
    std::ofstream(folder.path() / "probes/p.csv") << "time,Ez\n" << lines;
    const ProbeErrors errors = probe_errors(
        probes, {{{"Ez"}, {"1"}}, 1, false}, folder.path(),
        [](const auto&, const auto&, double t) { return std::optional<double>(t < 1 ? NAN : 0.5); });
    EXPECT_TRUE(std::isnan(errors.at("p").at("Ez").l2)) << lines;
    EXPECT_TRUE(std::isnan(errors.at("p").at("Ez").linf)) << lines;
  }
}

TEST(ProbeErrors, a_damaged_file_is_an_error_that_names_it) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "probes");
  const std::filesystem::path file = folder.path() / "probes/p.csv";
  for (const char* line : {"0.1", "0.1,", "0.1,1,2", "0.1,one", "0.1;1"}) {
    std::ofstream(file) << "time,Ez\n0,1\n" << line << '\n';
    std::string message;
    try {
      read_time_series(file);
    } catch (const std::runtime_error& error) {
      message = error.what();
    }
    EXPECT_NE(message.find(file.string()), std::string::npos) << line;
  }
  EXPECT_THROW(read_time_series(folder.path() / "probes/q.csv"), std::runtime_error);
}

TEST(TimeSeries, of_a_file_of_any_length_are_held_in_bounded_memory) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "long.csv";
  const long n = 2 * static_cast<long>(TimeSeries::most) + 100;
  {
    std::ofstream out(file);
    out << "time,u\n";
    for (long i = 0; i < n; ++i) out << i << ',' << -i << '\n';
  }
  const TimeSeries series = read_time_series(file);
  EXPECT_EQ(series.stride, 4);
  ASSERT_EQ(series.time.size(), static_cast<std::size_t>((n + 3) / 4));
  for (std::size_t i = 0; i < series.time.size(); ++i) {
    ASSERT_EQ(series.time[i], 4.0 * static_cast<double>(i));
    ASSERT_EQ(series.values[0][i], -series.time[i]);
  }
}

TEST(TimeSeries, are_read_from_tables_of_windows_too) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "table.csv";
  std::ofstream(file) << "t,f\r\n0,0\r\n1,0.5\r\n";
  const TimeSeries series = read_time_series(file);
  EXPECT_EQ(series.columns, std::vector<std::string>{"f"});
  EXPECT_EQ(series.values.at(0), (std::vector<double>{0, 0.5}));
}

}  // namespace
}  // namespace dgsolve::test
