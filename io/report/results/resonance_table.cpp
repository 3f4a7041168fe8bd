#include "io/report/results/resonance_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "io/base/files.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/report/page/html_page.hpp"
#include "io/tables/csv_file.hpp"
#include "io/tables/probes.hpp"
#include "kernels/base/number_text.hpp"
#include "solver/waves/monitors/waveform_end.hpp"

namespace dgsolve {
namespace {

/// Lines of a file that are evenly spaced.
struct EvenLines {
  long first = 0, n = 0;
  double begin = 0, end = 0;  ///< times
  double dt() const { return (end - begin) / static_cast<double>(n - 1); }
  double duration() const { return dt() * static_cast<double>(n); }
};

/// The longest row of them from a time on. n_all: lines from that time on.
EvenLines longest_even_lines(const std::filesystem::path& file, double from, long& n_all) {
  constexpr double tolerance = 1e-6;  // of a step: times have round-off
  EvenLines longest, now;
  double before = 0, step = 0;
  n_all = 0;
  long line = 0;
  for (CsvLines lines(file); lines.next(); ++line) {
    const double time = lines.time(), gap = time - before;
    before = time;
    if (time < from) continue;
    ++n_all;
    if (now.n >= 2 && std::abs(gap - step) > tolerance * step) now = {line - 1, 1, time - gap, time - gap};
    if (now.n == 0) now = {line, 0, time, time};
    if (now.n == 1) step = gap;
    ++now.n;
    now.end = time;
    if (now.n > longest.n) longest = now;
  }
  return longest;
}

std::vector<int> groups_of(const std::vector<ProbeColumn>& columns, const FieldSet& fields) {
  std::vector<int> groups;
  for (const ProbeColumn& column : columns) {
    const auto first = std::ranges::find(fields.units, fields.units[column.field]);
    groups.push_back(static_cast<int>(first - fields.units.begin()));
  }
  return groups;
}

ResonanceFindings find_in(const std::filesystem::path& file, const EvenLines& even,
                          const ResonanceOptions& options, std::vector<int> groups, double noise) {
  ResonanceFinder finder(options.band, {even.dt(), even.n, std::move(groups)}, noise);
  CsvLines lines(file);
  for (long line = 0; line < even.first + even.n && lines.next(); ++line)
    if (line >= even.first) finder.add(lines.values());
  return finder.find();
}

/// A longer record tells nearer resonances apart. Where most are left out, there may be more of them than are
/// seen.
void tell_left_out(const std::string& name, const ResonanceFindings& findings, const EvenLines& even,
                   const ResonanceListeners& listeners) {
  const int n = findings.undetermined - findings.brief,
            n_found = static_cast<int>(findings.resonances.size());
  if (n > 0)
    listeners.warn(fmt::format(
        "monitors: {0}: {1} or more resonances in the band are left out, for the record of {2:.4g} from t = "
        "{3:.4g} on does not determine them: a seventh less of it moves them by more than a fiftieth of "
        "1/{2:.4g}; expected a final time of about {4:.4g}, or fields at more points",
        name, n, even.duration(), even.begin, even.begin + (n > n_found ? 4 : 2) * even.duration()));
  if (findings.brief > 0)
    listeners.say(
        fmt::format("monitor {}: left out: {} in the band that decay before the record ends, which does not "
                    "determine them",
                    name, findings.brief));
  if (findings.weak > 0)
    listeners.say(fmt::format(
        "monitor {}: left out: {} of less than a ten-thousandth of the largest amplitude in the band", name,
        findings.weak));
}

void warn_of_growth(const std::string& name, const std::vector<Resonance>& resonances, double duration,
                    const ResonanceListeners& listeners) {
  for (const Resonance& r : resonances)
    if (r.grows(duration))
      listeners.warn(fmt::format(
          "monitors: {}: the resonance at frequency {} grows: its amplitude has the rate {:.3g}, uncertain "
          "by "
          "{:.1g}, where nothing should put energy in; expected a record that begins (from) when all sources "
          "have ended, a time step within its limit (time.cfl), and no absorbing layer right at a resonator",
          name, number_text(r.frequency), -r.decay, r.decay_error));
}

std::string q_text(const Resonance& r) { return r.q() ? exact_text(*r.q()) : ""; }

void write_table(const std::filesystem::path& file, const std::vector<Resonance>& resonances, bool si,
                 const std::vector<std::string>& labels) {
  const char *per_second = si ? " (1/s)" : "", *hertz = si ? " (Hz)" : "";
  std::string text =
      fmt::format("frequency{0},error of frequency{0},decay{1},error of decay{1},Q", hertz, per_second);
  for (const std::string& label : labels) text += ",amplitude of " + label;
  text += '\n';
  for (const Resonance& r : resonances) {
    text += exact_text(r.frequency) + ',' + exact_text(r.frequency_error) + ',' + exact_text(r.decay) + ',' +
            exact_text(r.decay_error) + ',' + q_text(r);
    for (const double a : r.amplitudes) text += ',' + exact_text(a);
    text += '\n';
  }
  replace_file(file, text);
}

}  // namespace

ResonancesByMonitor write_resonances(const Case& input, int dim, const std::filesystem::path& directory,
                                     const ResonanceListeners& listeners) {
  const double noise = input.precision == Precision::single ? 1e-5 : 1e-8;
  const ProbedFields probed = probed_fields(input, dim);
  ResonancesByMonitor found;
  if (input.wave().resonances.empty()) return found;
  const double sources_end = end_of_waveforms(input.wave(), input.wave().time.final);
  for (const ResonanceOptions& options : input.wave().resonances) {
    const ProbeOutput& record = *std::ranges::find(input.output.probes, options.name, &ProbeOutput::name);
    const std::vector<ProbeColumn> columns = columns_of(record, probed);
    const std::filesystem::path file = probe_file(directory, options.name);
    long n = 0;
    const EvenLines even = longest_even_lines(file, options.from.value_or(sources_end), n);
    if (even.n < ResonanceFinder::fewest) {
      listeners.warn(
          fmt::format("monitors: {}: {} even steps are too few to find resonances; expected {} or more",
                      options.name, even.n, ResonanceFinder::fewest));
      continue;
    }
    if (even.n < n)
      listeners.warn(
          fmt::format("monitors: {}: time steps are of several sizes; resonances are those of the {} equal "
                      "ones from t = {} on, of {}",
                      options.name, even.n, number_text(even.begin), n));
    const ResonanceFindings findings = find_in(file, even, options, groups_of(columns, probed.fields), noise);
    tell_left_out(options.name, findings, even, listeners);
    warn_of_growth(options.name, findings.resonances, even.duration(), listeners);
    found[options.name] = findings.resonances;
    std::vector<std::string> labels;
    labels.reserve(columns.size());
    for (const ProbeColumn& column : columns) labels.push_back(label_of(record, column, probed));
    write_table(directory / ("resonances_" + options.name + ".csv"), found[options.name], input.si, labels);
  }
  return found;
}

std::string resonance_section(const Case& input, const ResonancesByMonitor& resonances) {
  std::string html;
  const char *hertz = input.si ? " (Hz)" : "", *per_second = input.si ? " (1/s)" : "";
  for (const auto& [name, found] : resonances) {
    std::vector<std::vector<std::string>> rows;
    for (const Resonance& r : found)
      rows.push_back({fmt::format("{:.9g}", r.frequency), fmt::format("{:.1g}", r.frequency_error),
                      fmt::format("{:.4g}", r.decay), r.q() ? fmt::format("{:.5g}", *r.q()) : "–"});
    html += "<h3>" + html_text(name) + "</h3>\n" +
            (rows.empty() ? html_note("None in the band.")
                          : html_table({std::string("frequency") + hertz, "error",
                                        std::string("decay of the amplitude") + per_second, "Q"},
                                       rows));
  }
  if (html.empty()) return "";
  return html_section("Resonances",
                      html + html_note("By the matrix pencil method. Errors are the differences between "
                                       "parts of the record; where the decay is not above its own, Q is not "
                                       "known. Amplitudes are in resonances_NAME.csv."));
}

}  // namespace dgsolve
