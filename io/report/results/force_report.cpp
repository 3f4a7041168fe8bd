#include "io/report/results/force_report.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "io/report/page/html_page.hpp"
#include "io/report/page/svg_chart.hpp"
#include "io/report/results/short_text.hpp"
#include "io/tables/csv_file.hpp"
#include "io/tables/force_table.hpp"
#include "solver/waves/physics/physics.hpp"

namespace dgsolve {
namespace {

ForceColumnSummary summarise(const ForceColumn& column, const std::vector<double>& time,
                             const std::vector<double>& values, bool si) {
  // Samples stand for the time to their neighbours: the trapezoidal rule.
  double sum = 0;
  for (std::size_t i = 1; i < time.size(); ++i)
    sum += 0.5 * (values[i] + values[i - 1]) * (time[i] - time[i - 1]);
  const auto [lowest, highest] = std::ranges::minmax(values);
  ForceColumnSummary summary{column.name,
                             si ? column.unit : "",
                             time.size() > 1 ? sum / (time.back() - time.front()) : values.front(),
                             lowest,
                             highest,
                             {}};
  const Spectrum spectrum = amplitude_spectrum(time, values);
  if (!spectrum.peaks.empty())
    summary.peak = *std::ranges::max_element(spectrum.peaks, {}, &SpectralPeak::amplitude);
  return summary;
}

std::string text_of(const ForceColumnSummary& column) {
  const std::string unit = column.unit.empty() ? "" : " " + column.unit;
  std::string text = fmt::format("{} {}{}", column.name, short_text(column.mean), unit);
  if (column.highest > column.lowest)
    text += fmt::format(" ({} to {})", short_text(column.lowest), short_text(column.highest));
  if (column.peak) text += fmt::format(", frequency {}", short_text(column.peak->frequency));
  return text;
}

/// Forces without their parts and without what is measured by other units.
std::vector<const ForceColumnSummary*> main_columns(const ForceSummary& force) {
  if (const ForceColumnSummary* coefficient = force.find("coefficient")) return {coefficient};
  std::vector<const ForceColumnSummary*> columns;
  for (const ForceColumnSummary& column : force.columns)
    if (column.name.starts_with("force_")) columns.push_back(&column);
  return columns;
}

std::string charts_of(const ForceSummary& force, const TimeSeries& series, bool si) {
  std::string charts;
  for (const ForceColumnSummary* column : main_columns(force)) {
    const std::size_t i = column - force.columns.data();
    charts += chart_html({force.name + ": " + column->name,
                          {"time", si ? "s" : ""},
                          {column->name, column->unit},
                          {{column->name, series.time, series.values[i]}}});
  }
  return html_charts(charts);
}

}  // namespace

const ForceColumnSummary* ForceSummary::find(const std::string& column) const {
  const auto found = std::ranges::find(columns, column, &ForceColumnSummary::name);
  return found == columns.end() ? nullptr : &*found;
}

std::vector<ForceSummary> summarise_forces(const Case& input, int dim) {
  std::vector<ForceSummary> summaries;
  const Physics& physics = find_physics(input.physics, dim, input.formulation);
  for (const ForceOptions& force : input.wave().forces) {
    const TimeSeries series = read_time_series(input.output.directory / force_file(force.name));
    if (series.time.empty()) continue;
    const auto first = std::min(std::ranges::lower_bound(series.time, force.from), series.time.end() - 1);
    const std::ptrdiff_t skipped = first - series.time.begin();
    const std::vector<double> time(first, series.time.end());
    ForceSummary& summary = summaries.emplace_back(ForceSummary{force.name, time.front(), time.back(), {}});
    const std::vector<ForceColumn> columns = force_columns(physics, force);
    for (std::size_t i = 0; i < columns.size(); ++i)
      summary.columns.push_back(summarise(
          columns[i], time, {series.values[i].begin() + skipped, series.values[i].end()}, input.si));
  }
  return summaries;
}

std::string force_text(const ForceSummary& force) {
  std::string text;
  for (const ForceColumnSummary* column : main_columns(force))
    text += (text.empty() ? "" : "; ") + text_of(*column);
  return fmt::format("forces {}: {}, over t = {} to {}", force.name, text, short_text(force.from),
                     short_text(force.to));
}

std::string force_section(const Case& input, const std::vector<ForceSummary>& forces) {
  std::string html;
  for (const ForceSummary& force : forces) {
    std::vector<std::vector<std::string>> rows;
    for (const ForceColumnSummary& column : force.columns)
      rows.push_back({column.unit.empty() ? column.name : column.name + " (" + column.unit + ")",
                      short_text(column.mean), short_text(column.lowest), short_text(column.highest),
                      column.peak ? short_text(column.peak->frequency) : ""});
    html += "<h3>" + html_text(force.name) + "</h3>\n";
    html += charts_of(force, read_time_series(input.output.directory / force_file(force.name)), input.si);
    html += html_note(fmt::format("Means, extremes and main frequencies over t = {} to {}:",
                                  short_text(force.from), short_text(force.to)));
    html += html_table({"", "mean", "lowest", "highest", "frequency"}, rows);
  }
  return html.empty() ? "" : html_section("Forces", html);
}

}  // namespace dgsolve
