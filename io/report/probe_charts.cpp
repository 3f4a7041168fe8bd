#include "io/report/probe_charts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "io/case/problem_kinds.hpp"
#include "io/report/page/html_page.hpp"
#include "io/report/page/svg_chart.hpp"
#include "io/report/results/probe_spectra.hpp"
#include "io/tables/csv_file.hpp"
#include "io/tables/probes.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

constexpr std::size_t most_probes = 24;        ///< with pictures; a page with more of them is slow
constexpr std::size_t most_probe_curves = 12;  ///< of a chart; more are not told apart
constexpr std::size_t most_points = 24;        ///< of a table
/// Of a file of up to 15 columns, which are held several times while pictures are made.
constexpr std::size_t most_lines_shown = std::size_t{1} << 18;

/// Its name and points.
std::string heading_of(const ProbeOutput& probe) {
  std::string at = " at " + point_text(probe, 0);
  if (probe.is_line)
    at = fmt::format(": {} points from {} to {}", probe.points.size(), point_text(probe, 0),
                     point_text(probe, probe.points.size() - 1));
  else if (probe.points.size() > 1)
    at = fmt::format(" at {} points", probe.points.size());
  return "<h3>" + html_text(probe.name + at) + "</h3>\n";
}

std::string unit_of(int field, const FieldSet& fields) {
  return fields.units[field] == "1" ? "" : fields.units[field];
}

struct Charts {
  Chart over_time, spectra;
  std::size_t n_left_out = 0;  ///< curves
};

/// One pair of charts for all fields of one unit. spectra: of some of the columns, with frequencies for
/// times.
std::map<std::string, Charts> charts_by_unit(const ProbeOutput& probe, const TimeSeries& series,
                                             const TimeSeries& spectra, const ProbedFields& probed) {
  const std::vector<ProbeColumn> columns = columns_of(probe, probed);
  std::map<std::string, Charts> by_unit;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Charts& charts = by_unit[unit_of(columns[i].field, probed.fields)];
    if (charts.over_time.curves.size() == most_probe_curves) {
      ++charts.n_left_out;
      continue;
    }
    const std::string name = name_of(probe, columns[i], probed);
    charts.over_time.curves.push_back({name, series.time, series.values[i]});
    if (const int k = index_of(spectra.columns, label_of(probe, columns[i], probed)); k >= 0)
      charts.spectra.curves.push_back({name, spectra.time, spectra.values[k]});
  }
  return by_unit;
}

/// Leaves out what is far below the highest peak of all, and the frequencies beyond it.
void keep_what_matters(std::vector<Curve>& spectra) {
  constexpr double lowest_shown = 1e-4;
  double largest = 0, last = 0;
  for (const Curve& curve : spectra)
    largest = std::max(largest, *std::max_element(curve.y.begin(), curve.y.end()));
  const double lowest = lowest_shown * largest;
  for (const Curve& curve : spectra)
    for (std::size_t k = 0; k < curve.x.size(); ++k)
      if (curve.y[k] >= lowest) last = std::max(last, curve.x[k]);
  for (Curve& curve : spectra) {
    for (double& amplitude : curve.y)
      if (amplitude < lowest) amplitude = 0;  // a gap on a logarithmic axis
    const std::size_t n = std::upper_bound(curve.x.begin(), curve.x.end(), last) - curve.x.begin();
    curve.x.resize(n);
    curve.y.resize(n);
  }
}

std::string names_of(const std::vector<Curve>& curves) {
  std::string text;
  for (const Curve& curve : curves) text += (text.empty() ? "" : ", ") + curve.name;
  return text;
}

std::string charts_of(const ProbeOutput& probe, const TimeSeries& series, const TimeSeries& spectra,
                      const ProbedFields& probed) {
  std::string html;
  std::size_t n_left_out = 0;
  for (auto& [unit, charts] : charts_by_unit(probe, series, spectra, probed)) {
    const std::string names = names_of(charts.over_time.curves);
    charts.over_time.title = probe.name + ": " + names;
    charts.over_time.x = {"time", probed.si ? "s" : ""};
    charts.over_time.y = {charts.over_time.curves.size() == 1 ? names : "fields", unit};
    html += chart_html(charts.over_time);
    n_left_out += charts.n_left_out;
    if (charts.spectra.curves.empty()) continue;
    keep_what_matters(charts.spectra.curves);
    charts.spectra.title = probe.name + ": spectrum of " + names_of(charts.spectra.curves);
    charts.spectra.x = {"frequency", probed.si ? "Hz" : ""};
    charts.spectra.y = {"amplitude", unit, true};
    html += chart_html(charts.spectra);
  }
  html = heading_of(probe) + html_charts(html);
  if (n_left_out > 0) html += html_note(fmt::format("{} more columns are in its file.", n_left_out));
  if (series.stride > 1)
    html += html_note(fmt::format("Of the file's lines every {}th is shown.", series.stride));
  if (spectra.columns.empty()) return html;
  return html +
         html_note(
             "Spectra are of the field about its mean, under a Hann window; what is below a "
             "ten-thousandth of the highest peak is left out. Where time steps are not all equal, they "
             "are of values interpolated linearly at even steps. The peaks are in summary.json.");
}

/// A problem without time, along a line: a chart for all fields of one unit.
std::string charts_along(const ProbeOutput& probe, const std::vector<int>& fields, const ProbedFields& probed,
                         const std::vector<std::vector<double>>& values) {
  std::vector<double> distance;
  for (const std::array<double, 3>& x : probe.points) {
    const std::array<double, 3>& start = probe.points.front();
    distance.push_back(std::hypot(x[0] - start[0], x[1] - start[1], x[2] - start[2]));
  }
  std::map<std::string, Chart> by_unit;
  for (std::size_t i = 0; i < fields.size(); ++i)
    by_unit[unit_of(fields[i], probed.fields)].curves.push_back(
        {probed.fields.names[fields[i]], distance, values[i]});
  std::string html;
  for (auto& [unit, chart] : by_unit) {
    const std::string names = names_of(chart.curves);
    chart.title = probe.name + ": " + names;
    chart.x = {"distance from the first point", probed.si ? "m" : ""};
    chart.y = {chart.curves.size() == 1 ? names : "fields", unit};
    html += chart_html(chart);
  }
  return heading_of(probe) + html_charts(html);
}

/// A problem without time: the file has a line for each point, with its coordinates.
std::string values_of(const ProbeOutput& probe, const TimeSeries& series, const ProbedFields& probed) {
  std::vector<int> fields;
  for (const ProbeColumn& column : columns_of(probe, probed))
    if (column.point == 0) fields.push_back(column.field);
  const std::vector<std::vector<double>> values(series.values.end() - static_cast<long>(fields.size()),
                                                series.values.end());
  if (probe.is_line) return charts_along(probe, fields, probed, values);
  std::vector<std::string> head = {"point"};
  for (const int field : fields) {
    const std::string unit = unit_of(field, probed.fields);
    head.push_back(probed.fields.names[field] + (unit.empty() ? "" : " (" + unit + ")"));
  }
  std::vector<std::vector<std::string>> rows;
  for (std::size_t point = 0; point < std::min(probe.points.size(), most_points); ++point) {
    std::vector<std::string>& row = rows.emplace_back(std::vector{point_text(probe, point)});
    for (const std::vector<double>& of_field : values) row.push_back(number_text(of_field[point]));
  }
  std::string html = heading_of(probe) + html_table(head, rows);
  if (probe.points.size() > most_points)
    html += html_note(fmt::format("The first {} of its points.", most_points));
  return html;
}

}  // namespace

std::string probe_charts(const Case& input, int dim, const std::filesystem::path& results) {
  std::string html;
  const std::vector<ProbeOutput>& probes = input.output.probes;
  const ProbedFields probed = probed_fields(input, dim);
  for (std::size_t p = 0; p < std::min(probes.size(), most_probes); ++p) {
    const ProbeOutput& probe = probes[p];
    const std::filesystem::path file = probe_file(results, probe.name);
    if (!std::filesystem::exists(file)) continue;
    const TimeSeries series = read_time_series(file, most_lines_shown);
    const std::filesystem::path of_spectra = spectra_file(results, probe.name);
    const TimeSeries spectra =
        std::filesystem::exists(of_spectra) ? read_time_series(of_spectra, most_lines_shown) : TimeSeries{};
    html += input.time() ? charts_of(probe, series, spectra, probed) : values_of(probe, series, probed);
  }
  if (html.empty()) return "";
  if (probes.size() > most_probes)
    html +=
        html_note(fmt::format("The first {} of {} probes; all are in probes/.", most_probes, probes.size()));
  return html_section("Probes", html);
}

}  // namespace dgsolve
