#include "io/report/probe_charts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "io/report/html_page.hpp"
#include "io/report/spectrum.hpp"
#include "io/report/svg_chart.hpp"
#include "io/tables/csv_file.hpp"
#include "io/tables/probes.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

constexpr std::size_t most_probes = 24;  ///< with pictures; a page with more of them is slow

/// Its name and place.
std::string heading_of(const ProbeOutput& probe) {
  std::string at;
  for (int i = 0; i < probe.n_coordinates; ++i) at += (i > 0 ? ", " : "") + number_text(probe.at[i]);
  return "<h3>" + html_text(probe.name + " at (" + at + ")") + "</h3>\n";
}

struct Charts {
  Chart over_time, spectra;
  bool resampled = false;
};

/// One pair of charts for all fields of one unit.
std::map<std::string, Charts> charts_by_unit(const TimeSeries& series, const Case& input, int dim) {
  const FieldSet fields = fields_of(input, dim);
  std::map<std::string, Charts> by_unit;
  for (std::size_t i = 0; i < series.columns.size(); ++i) {
    const int field = index_of(fields.names, series.columns[i]);
    Charts& charts = by_unit[field < 0 || fields.units[field] == "1" ? "" : fields.units[field]];
    charts.over_time.curves.push_back({series.columns[i], series.time, series.values[i]});
    Spectrum spectrum = amplitude_spectrum(series.time, series.values[i]);
    charts.resampled |= spectrum.resampled;
    if (!spectrum.frequency.empty())
      charts.spectra.curves.push_back(
          {series.columns[i], std::move(spectrum.frequency), std::move(spectrum.amplitude)});
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

std::string charts_of(const ProbeOutput& probe, const TimeSeries& series, const Case& input, int dim) {
  std::string html;
  bool has_spectra = false, resampled = false;
  for (auto& [unit, charts] : charts_by_unit(series, input, dim)) {
    const std::string names = names_of(charts.over_time.curves);
    charts.over_time.title = probe.name + ": " + names;
    charts.over_time.x = {"time", input.si ? "s" : ""};
    charts.over_time.y = {charts.over_time.curves.size() == 1 ? names : "fields", unit};
    html += chart_html(charts.over_time);
    if (charts.spectra.curves.empty()) continue;
    keep_what_matters(charts.spectra.curves);
    charts.spectra.title = probe.name + ": spectrum of " + names_of(charts.spectra.curves);
    charts.spectra.x = {"frequency", input.si ? "Hz" : ""};
    charts.spectra.y = {"amplitude", unit, true};
    html += chart_html(charts.spectra);
    has_spectra = true;
    resampled |= charts.resampled;
  }
  html = heading_of(probe) + html_charts(html);
  if (series.stride > 1)
    html += html_note(fmt::format("Of the file's lines every {}th is shown.", series.stride));
  if (!has_spectra) return html;
  html += html_note(
      "Spectra are of the field about its mean, under a Hann window; what is below a ten-thousandth of the "
      "highest peak is left out.");
  if (resampled)
    html += html_note(
        "The time steps are not all equal: the spectra are of values interpolated linearly at even steps.");
  return html;
}

/// Of a problem without time.
std::string values_of(const ProbeOutput& probe, const TimeSeries& series) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < series.columns.size(); ++i)
    rows.push_back(
        {series.columns[i], series.values[i].empty() ? "–" : number_text(series.values[i].back())});
  return heading_of(probe) + html_table({}, rows);
}

}  // namespace

std::string probe_charts(const Case& input, int dim, const std::filesystem::path& results) {
  std::string html;
  const std::vector<ProbeOutput>& probes = input.output.probes;
  for (std::size_t p = 0; p < std::min(probes.size(), most_probes); ++p) {
    const ProbeOutput& probe = probes[p];
    const std::filesystem::path file = probe_file(results, probe.name);
    if (!std::filesystem::exists(file)) continue;
    const TimeSeries series = read_time_series(file);
    html += input.time ? charts_of(probe, series, input, dim) : values_of(probe, series);
  }
  if (html.empty()) return "";
  if (probes.size() > most_probes)
    html +=
        html_note(fmt::format("The first {} of {} probes; all are in probes/.", most_probes, probes.size()));
  return html_section("Probes", html);
}

}  // namespace dgsolve
