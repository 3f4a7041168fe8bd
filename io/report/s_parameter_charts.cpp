#include "io/report/s_parameter_charts.hpp"

#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "io/report/page/html_page.hpp"
#include "io/report/page/smith_chart.hpp"
#include "io/report/page/svg_chart.hpp"
#include "io/report/results/short_text.hpp"

namespace dgsolve {
namespace {

constexpr std::size_t most_ports = 4;  ///< of which all parameters are drawn; of more ports one column each
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

class SCharts {
 public:
  SCharts(const Case& input, const Scattering& s)
      : s_(s), unit_(input.si ? "Hz" : ""), time_unit_(input.si ? "s" : "") {}

  std::string html() const {
    std::string charts = chart("Magnitude", "|S|", "dB",
                               [&](auto i, auto j) {
                                 return each(i, j, [](const std::complex<double>& value) {
                                   return 20 * std::log10(std::abs(value));
                                 });
                               }) +
                         chart("Phase", "arg S", "deg", [&](auto i, auto j) {
                           return each(i, j, [](const std::complex<double>& value) {
                             return std::arg(value) * 180 / std::numbers::pi;
                           });
                         });
    std::vector<SmithCurve> reflections;
    for (std::size_t j = 0; j < s_.driven.size(); ++j) {
      SmithCurve& curve = reflections.emplace_back(SmithCurve{name(s_.driven[j], j), {}});
      for (const auto& at : s_.s) curve.reflection.push_back(at[s_.driven[j]][j]);
    }
    charts += smith_chart_html("Reflection, relative to each port's reference", reflections);
    if (s_.frequencies.size() > 2)
      charts += chart("Group delay", "delay", time_unit_, [&](auto i, auto j) { return delay(i, j); });
    return charts;
  }

 private:
  std::string name(std::size_t i, std::size_t column) const {
    const char* const between = s_.s.front().size() > 9 ? "," : "";
    return fmt::format("S{}{}{}", i + 1, between, s_.driven[column] + 1);
  }

  template <class Part>
  std::vector<double> each(std::size_t i, std::size_t column, const Part& part) const {
    std::vector<double> values;
    for (const auto& at : s_.s) values.push_back(part(at[i][column]));
    return values;
  }

  /// −dφ/dω, from both neighbours.
  std::vector<double> delay(std::size_t i, std::size_t column) const {
    const std::vector<double>& f = s_.frequencies;
    std::vector<double> values(f.size(), unknown);
    for (std::size_t k = 1; k + 1 < f.size(); ++k)
      values[k] = -std::arg(s_.s[k + 1][i][column] / s_.s[k - 1][i][column]) /
                  (2 * std::numbers::pi * (f[k + 1] - f[k - 1]));
    return values;
  }

  template <class Values>
  std::string chart(const std::string& title, const std::string& quantity, const std::string& unit,
                    const Values& values) const {
    Chart chart{title, {"frequency", unit_}, {quantity, unit}, {}};
    const std::size_t n = s_.s.front().size(), columns = n > most_ports ? 1 : s_.driven.size();
    for (std::size_t j = 0; j < columns; ++j)
      for (std::size_t i = 0; i < n; ++i) chart.curves.push_back({name(i, j), s_.frequencies, values(i, j)});
    return chart_html(chart);
  }

  const Scattering& s_;
  const std::string unit_, time_unit_;
};

/// Resistance and reactance over the frequency.
std::string impedance_charts(const Case& input, const SParameterSummary& summary) {
  std::string charts;
  for (const InputImpedance& impedance : summary.impedances) {
    Chart chart{"Input impedance of " + impedance.label,
                {"frequency", input.si ? "Hz" : ""},
                {"V/I", input.si ? "ohm" : ""},
                {}};
    std::vector<double> R, X;
    for (const std::complex<double>& Z : impedance.values) {
      R.push_back(Z.real());
      X.push_back(Z.imag());
    }
    chart.curves = {{"resistance", summary.scattering.frequencies, R},
                    {"reactance", summary.scattering.frequencies, X}};
    charts += chart_html(chart);
  }
  return charts;
}

}  // namespace

std::string s_parameter_section(const Case& input, const SParameterSummary& summary) {
  if (summary.scattering.s.empty()) return "";
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < summary.modes.size(); ++i)
    rows.push_back({std::to_string(i + 1), summary.modes[i].label, summary.modes[i].mode,
                    short_text(summary.modes[i].cut_off)});
  std::string checks = html_note(fmt::format(
      "At the runs' ends {:.1e} of the largest energy is left. What they cut off is extrapolated; S may be "
      "wrong by {} for that.",
      summary.energy_left,
      std::isnan(summary.checks.error) ? "an unknown amount" : fmt::format("{:.1e}", summary.checks.error)));
  if (const auto& found = summary.checks; found.largest_singular_value)
    checks += html_note(
        fmt::format("The largest singular value of S is {:.6f}; 1 is a structure without losses. The largest "
                    "difference of S and its transpose is {:.1e}.",
                    *found.largest_singular_value, found.asymmetry));
  return html_section(
      "S-parameters",
      html_table({"port", "name", "mode", input.si ? "cut-off (Hz)" : "cut-off"}, rows) +
          html_charts(SCharts(input, summary.scattering).html() + impedance_charts(input, summary)) + checks);
}

}  // namespace dgsolve
