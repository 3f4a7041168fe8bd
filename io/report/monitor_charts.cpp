#include "io/report/monitor_charts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "io/report/page/html_page.hpp"
#include "io/report/page/polar_chart.hpp"
#include "io/report/page/svg_chart.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"
#include "mesh/base/points.hpp"
#include "solver/waves/sources/waveforms.hpp"

namespace dgsolve {
namespace {

constexpr std::size_t most_curves = 6;  ///< of a chart
constexpr std::size_t most_cuts = 4;    ///< polar pictures of a monitor

/// "rcs (dBsm)" → {"rcs", "dBsm"}
Axis axis_of(const std::string& column) {
  const std::size_t at = column.find(" (");
  if (at == std::string::npos) return {column, ""};
  return {column.substr(0, at), column.substr(at + 2, column.size() - at - 3)};
}

std::vector<double> column_of(const ResultTable& table, std::size_t column) {
  std::vector<double> values;
  for (const std::vector<double>& row : table.rows) values.push_back(row[column]);
  return values;
}

/// Its different values, ascending.
std::vector<double> values_in(const ResultTable& table, std::size_t column) {
  std::vector<double> values = column_of(table, column);
  std::ranges::sort(values);
  const auto same = std::ranges::unique(values);
  values.erase(same.begin(), same.end());
  return values;
}

/// Some of them, evenly spread, with both ends.
std::vector<double> some_of(const std::vector<double>& values, std::size_t most) {
  if (values.size() <= most) return values;
  std::vector<double> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(values[i * (values.size() - 1) / (most - 1)]);
  return some;
}

/// "2.5 GHz"
std::string frequency_text(double frequency, const Case& input) {
  if (!input.si) return number_text(frequency);
  const std::pair<double, const char*> units[] = {{1e12, "THz"}, {1e9, "GHz"}, {1e6, "MHz"}, {1e3, "kHz"}};
  for (const auto& [size, unit] : units)
    if (frequency >= size) return fmt::format("{:.4g} {}", frequency / size, unit);
  return fmt::format("{:.4g} Hz", frequency);
}

/// What a column holds over another one, in the rows that are chosen.
template <class Choice>
Curve curve_of(const std::string& name, const ResultTable& table, std::size_t x, std::size_t y,
               const Choice& is_chosen) {
  Curve curve{name, {}, {}};
  for (const std::vector<double>& row : table.rows)
    if (is_chosen(row)) {
      curve.x.push_back(row[x]);
      curve.y.push_back(row[y]);
    }
  curve.marks = true;
  return curve;
}

bool is_a_band(const ResultTable& table) { return values_in(table, 0).size() > 1; }

/// Columns of one unit over the frequency, in one chart, from column `first` on.
std::string band_charts(const std::string& title, const ResultTable& table, std::size_t first = 1) {
  std::string html;
  std::vector<std::string> units;
  for (std::size_t c = first; c < table.columns.size(); ++c) {
    const Axis axis = axis_of(table.columns[c]);
    if (index_of(units, axis.unit) >= 0) continue;
    units.push_back(axis.unit);
    Chart chart{title + ":", axis_of(table.columns[0]), {axis.name, axis.unit}, {}};
    for (std::size_t d = c; d < table.columns.size(); ++d)
      if (const Axis other = axis_of(table.columns[d]); other.unit == axis.unit) {
        chart.curves.push_back(curve_of(other.name, table, 0, d, [](const auto&) { return true; }));
        chart.title += (chart.curves.size() > 1 ? ", " : " ") + other.name;
      }
    if (chart.curves.size() > 1) chart.y.name = "value";
    html += chart_html(chart);
  }
  return html;
}

/// A pattern: the last column, in dB, over angles and frequencies.
class PatternCharts {
 public:
  PatternCharts(const Case& input, const std::string& name, const ResultTable& table)
      : input_(input),
        name_(name),
        table_(table),
        dim_(axis_of(table.columns[1]).name == "theta" ? 3 : 2),
        value_(table.columns.size() - 1),
        frequencies_(some_of(values_in(table, 0), most_curves)) {}

  std::string html() const {
    if (dim_ == 2) return polar("", {}, 1) + over_band();
    const std::size_t n_theta = values_in(table_, theta).size(), n_phi = values_in(table_, phi).size();
    const std::size_t fixed = n_theta >= n_phi ? phi : theta, angle = fixed == phi ? theta : phi;
    std::string html;
    std::size_t n = 0;
    for (const double cut : values_in(table_, fixed))
      if (!is_behind(fixed, cut) && n++ < most_cuts)
        html += polar(fmt::format(", {} = {}°", fixed == phi ? "phi" : "theta", number_text(cut)),
                      Cut{fixed, cut}, angle);
    return html + over_band();
  }

 private:
  static constexpr std::size_t theta = 1, phi = 2;  ///< columns in 3D
  struct Cut {
    std::size_t column;
    double value;
  };

  /// Whether a half-plane is the other side of an earlier one, in whose picture it stands.
  bool is_behind(std::size_t fixed, double cut) const {
    return fixed == phi && cut >= 180 && std::ranges::binary_search(values_in(table_, phi), cut - 180);
  }

  std::string polar(const std::string& cut_text, const std::optional<Cut>& cut, std::size_t angle) const {
    PolarChart chart{name_ + cut_text, axis_of(table_.columns[value_]), {}};
    for (const double frequency : frequencies_) {
      const auto is_in = [&](const std::vector<double>& row, double at) {
        return row[0] == frequency && (!cut || row[cut->column] == at);
      };
      Curve curve = curve_of(frequency_text(frequency, input_), table_, angle, value_,
                             [&](const auto& row) { return is_in(row, cut ? cut->value : 0); });
      if (cut && cut->column == phi) {  // the half-plane behind, back to theta = 0
        Curve behind = curve_of("", table_, angle, value_,
                                [&](const auto& row) { return is_in(row, cut->value + 180); });
        for (std::size_t i = behind.x.size(); i-- > 0;) {
          curve.x.push_back(360 - behind.x[i]);
          curve.y.push_back(behind.y[i]);
        }
      }
      close(curve);
      chart.curves.push_back(curve);
    }
    return polar_chart_html(chart);
  }

  /// A curve all around ends where it begins.
  static void close(Curve& curve) {
    if (curve.x.size() < 3) return;
    const double step = curve.x[1] - curve.x[0], gap = curve.x.front() + 360 - curve.x.back();
    if (gap <= 0 || gap > 1.5 * step) return;
    curve.x.push_back(curve.x.front() + 360);
    curve.y.push_back(curve.y.front());
  }

  /// In a few directions.
  std::string over_band() const {
    if (!is_a_band(table_)) return "";
    Chart chart{name_ + " over the band", axis_of(table_.columns[0]), axis_of(table_.columns[value_]), {}};
    const auto n = static_cast<std::size_t>(
        std::ranges::count(table_.rows, table_.rows[0][0], [](const auto& row) { return row[0]; }));
    for (std::size_t i = 0; i < std::min(n, most_curves); ++i) {  // all around, the last is not the first
      const std::vector<double>& direction = table_.rows[n <= most_curves ? i : i * n / most_curves];
      const std::string name = dim_ == 3 ? fmt::format("theta {}°, phi {}°", number_text(direction[theta]),
                                                       number_text(direction[phi]))
                                         : fmt::format("phi {}°", number_text(direction[1]));
      chart.curves.push_back(curve_of(name, table_, 0, value_, [&](const std::vector<double>& row) {
        return std::equal(row.begin() + 1, row.begin() + dim_, direction.begin() + 1);
      }));
    }
    return chart_html(chart);
  }

  const Case& input_;
  const std::string name_;
  const ResultTable& table_;
  const int dim_;
  const std::size_t value_;  ///< column
  const std::vector<double> frequencies_;
};

/// The magnitudes of fields at points: over the frequency, or, with more points than frequencies, over the
/// way from the first point.
std::string point_charts(const Case& input, const std::string& name, const ResultTable& table) {
  std::size_t dim = 0;
  while (std::string("xyz").find(axis_of(table.columns[dim + 1]).name) != std::string::npos) ++dim;
  const std::vector<double> frequencies = values_in(table, 0);
  const std::size_t n_points = table.rows.size() / frequencies.size();
  const bool over_frequency = frequencies.size() >= n_points;
  if (std::max(frequencies.size(), n_points) < 3) return "";
  std::string html;
  for (std::size_t c = dim + 1; c < table.columns.size(); c += 2) {  // real and imaginary part
    const Axis real = axis_of(table.columns[c]);
    const std::string field = real.name.substr(0, real.name.rfind('_'));
    ResultTable magnitudes{"", {}, {}};  // frequency, point, way, magnitude
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      const std::vector<double>& row = table.rows[r];
      double way = 0;
      for (std::size_t d = 1; d <= dim; ++d) way = std::hypot(way, row[d] - table.rows[0][d]);
      magnitudes.rows.push_back(
          {row[0], static_cast<double>(r % n_points), way, std::hypot(row[c], row[c + 1])});
    }
    Chart chart{name,
                over_frequency ? axis_of(table.columns[0]) : Axis{"distance", input.si ? "m" : ""},
                {"|" + field + "|", real.unit},
                {}};
    for (const double at : some_of(values_in(magnitudes, over_frequency ? 1 : 0), most_curves))
      chart.curves.push_back(curve_of(over_frequency ? "point " + number_text(at) : frequency_text(at, input),
                                      magnitudes, over_frequency ? 0 : 2, 3,
                                      [&](const auto& row) { return row[over_frequency ? 1 : 0] == at; }));
    html += chart_html(chart);
  }
  return html;
}

}  // namespace

std::string monitor_section(const Case& input, std::span<const ResultTable> tables) {
  std::string html;
  if (tables.empty()) return html;
  for (const MonitorOptions& monitor : input.wave().monitors) {
    std::string charts;
    for (const ResultTable& table : tables) {
      const std::string of_monitor = "monitors/" + monitor.name;
      const bool is_pattern = table.name == of_monitor;
      const bool is_of_monitor =
          is_pattern || table.name == of_monitor + "_power" || table.name == of_monitor + "_balance";
      if (!is_of_monitor || table.rows.empty()) continue;
      if (monitor.type == MonitorType::far_field && is_pattern)
        charts += PatternCharts(input, monitor.name, table).html();
      else if (monitor.type == MonitorType::fields)
        charts += point_charts(input, monitor.name, table);
      else if (is_a_band(table))
        charts += band_charts(monitor.name, table);
    }
    if (!charts.empty()) html += "<h3>" + html_text(monitor.name) + "</h3>\n" + html_charts(charts);
  }
  if (html.empty()) return html;
  return html_section("Monitors", html + html_note("A few of the frequencies and directions; all of them are "
                                                   "in monitors/. Polar pictures have the value in dB over "
                                                   "the angle: over theta, on to 360° where the half-plane "
                                                   "behind is known, or over phi."));
}

std::string waveform_section(const Case& input) {
  if (input.wave().waveforms.empty()) return "";
  constexpr int n_samples = 800;
  constexpr double lowest_shown = 1e-4;
  Chart over_time{"Waveforms", {"time", input.si ? "s" : ""}, {"f", ""}, {}};
  Chart spectra{"Their spectra",
                {"frequency", input.si ? "Hz" : ""},
                {"∫f exp(−2πift) dt", input.si ? "s" : "", true},
                {}};
  for (const auto& [name, f] : input.wave().waveforms) {
    WaveformSpectrum spectrum = spectrum_of(f, input.wave().time.final);
    if (spectrum.frequency.empty()) continue;
    const double largest = *std::ranges::max_element(spectrum.magnitude);
    for (double& magnitude : spectrum.magnitude)
      if (magnitude < lowest_shown * largest) magnitude = 0;  // a gap
    spectra.curves.push_back({name, spectrum.frequency, spectrum.magnitude});
    Curve& curve = over_time.curves.emplace_back(Curve{name, {}, {}});
    for (int i = 0; i <= n_samples; ++i) {
      curve.x.push_back(input.wave().time.final * i / n_samples);
      curve.y.push_back(f(0, 0, 0, curve.x.back()));
    }
  }
  if (over_time.curves.empty()) return "";
  return html_section("Waveforms", html_charts(chart_html(over_time) + chart_html(spectra)));
}

}  // namespace dgsolve
