/// Pictures of monitors in the report.
#include "io/report/monitor_charts.hpp"

#include <gtest/gtest.h>

#include <regex>

#include "solver/waves/sources/waveforms.hpp"

namespace dgsolve::test {
namespace {

Case case_with(MonitorType type) {
  Case c;
  c.si = true;
  MonitorOptions monitor;
  monitor.name = "m";
  monitor.type = type;
  c.problem.emplace<WaveCase>().monitors.push_back(monitor);
  return c;
}

long count(const std::string& text, const std::string& part) {
  long n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

/// Points of the first curve of the first polar picture.
long points_of_first_curve(const std::string& html) {
  std::smatch path;
  if (!std::regex_search(html, path, std::regex("<path d=\"([^\"]*)\""))) return 0;
  return count(path[1], "M") + count(path[1], "L");
}

ResultTable pattern(const std::vector<double>& phis) {
  ResultTable table{"monitors/m", {"frequency (Hz)", "theta (deg)", "phi (deg)", "rcs (dBsm)"}, {}};
  for (const double phi : phis)
    for (double theta = 0; theta <= 180; theta += 30) table.rows.push_back({1e9, theta, phi, -theta / 10});
  return table;
}

TEST(MonitorCharts, have_a_picture_a_cut_which_goes_on_behind_where_the_other_half_is_known) {
  const Case c = case_with(MonitorType::far_field);
  const auto of = [&](const std::vector<double>& phis) {
    const std::vector<ResultTable> tables = {pattern(phis)};
    return monitor_section(c, tables);
  };
  EXPECT_EQ(count(of({0, 90}), "m, phi = "), 2 * 2);  // in the title, and for readers of the picture
  EXPECT_EQ(points_of_first_curve(of({0, 90})), 7);
  EXPECT_EQ(count(of({0, 90, 180, 270}), "m, phi = "), 2 * 2);
  EXPECT_EQ(points_of_first_curve(of({0, 90, 180, 270})), 14);
  EXPECT_EQ(count(of({0}), "over the band"), 0);  // of one frequency
}

TEST(MonitorCharts, of_powers_have_one_picture_a_unit_and_are_left_out_at_one_frequency) {
  const Case c = case_with(MonitorType::flux);
  std::vector<ResultTable> tables = {{"monitors/m",
                                      {"frequency (Hz)", "power (W)", "cross_section (m^2)", "share"},
                                      {{1e9, 1, 2, 0.5}, {2e9, 1, 3, 0.6}}}};
  EXPECT_EQ(count(monitor_section(c, tables), "<figure>"), 3);
  tables[0].rows.pop_back();
  EXPECT_EQ(monitor_section(c, tables), "");
}

TEST(MonitorCharts, show_magnitudes_at_points_over_frequencies_or_along_a_line) {
  const Case c = case_with(MonitorType::fields);
  ResultTable table{"monitors/m", {"frequency (Hz)", "x (m)", "y (m)", "Ez_real (V/m)", "Ez_imag (V/m)"}, {}};
  for (int f = 1; f <= 3; ++f) table.rows.push_back({1e9 * f, 0, 0, 3, 4});
  EXPECT_NE(monitor_section(c, {&table, 1}).find("frequency"), std::string::npos);
  table.rows.clear();
  for (int i = 0; i < 5; ++i) table.rows.push_back({1e9, 0.1 * i, 0, 3, 4});
  EXPECT_NE(monitor_section(c, {&table, 1}).find("distance"), std::string::npos);
}

TEST(MonitorCharts, show_each_waveform_and_its_spectrum) {
  Case c = case_with(MonitorType::flux);
  WaveCase& wave = std::get<WaveCase>(c.problem);
  wave.time.final = 1;
  EXPECT_EQ(waveform_section(c), "");
  wave.waveforms["pulse"] = Expression::parse("exp(-((t - 0.5)/0.05)^2)");
  EXPECT_EQ(count(waveform_section(c), "<figure>"), 2);
}

}  // namespace
}  // namespace dgsolve::test
