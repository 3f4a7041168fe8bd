#include "app/waves/ports/port_results.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "app/console/log.hpp"
#include "io/tables/csv_file.hpp"
#include "io/tables/touchstone.hpp"
#include "io/yaml/mistakes.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

/// A mode of a line, whose waves relate to voltages and currents at all frequencies: TEM, or hybrid with a
/// voltage.
bool is_line(const PortMode& mode) {
  return (mode.kind == ModeKind::TEM || mode.kind == ModeKind::hybrid) && !mode.at.empty() &&
         std::ranges::all_of(mode.at,
                             [](const ModeAtFrequency& at) { return at.line_impedance.has_value(); });
}

/// Ω; none: the mode's own.
std::optional<double> reference_of(const Case& input, const GuidedPort& port, const PortMode& mode) {
  if (port.options.reference) return port.options.reference;
  return is_line(mode) ? input.wave().s_parameters->reference : std::nullopt;
}

std::vector<ScatteringPort> scattering_ports(const Case& input, const std::vector<GuidedPort>& ports,
                                             const std::vector<GuidedMode>& modes) {
  std::vector<ScatteringPort> all;
  for (const GuidedMode& guided : modes) {
    const GuidedPort& port = ports[guided.port];
    const PortMode& mode = port.modes[guided.mode];
    ScatteringPort& s = all.emplace_back(ScatteringPort{guided.label,
                                                        cut_off_frequency(mode),
                                                        port.options.reference_plane,
                                                        {},
                                                        {},
                                                        reference_of(input, port, mode)});
    for (const ModeAtFrequency& at : mode.at) {
      s.gamma.push_back(at.gamma);
      if (is_line(mode)) s.impedance.emplace_back(*at.line_impedance);
    }
  }
  return all;
}

/// Beside the frequency.
std::vector<std::string> columns_of_waves(const std::vector<GuidedMode>& modes) {
  std::vector<std::string> columns;
  for (const GuidedMode& mode : modes)
    for (const char* part : {"a_re", "a_im", "b_re", "b_im", "error"})
      columns.push_back(std::string(part) + ' ' + mode.label);
  columns.push_back("energy left");
  return columns;
}

ResultTable waves_table(const Case& input, const DrivenWaves& waves, const std::vector<GuidedMode>& modes) {
  ResultTable table{waves_table_name(modes[waves.driven].label), columns_of_waves(modes), {}};
  table.columns.insert(table.columns.begin(), "frequency");
  const std::vector<double>& frequencies = input.wave().s_parameters->frequencies;
  for (std::size_t f = 0; f < frequencies.size(); ++f) {
    std::vector<double>& row = table.rows.emplace_back(std::vector{frequencies[f]});
    for (std::size_t m = 0; m < modes.size(); ++m) {
      for (const std::complex<double>& wave : {waves.a[m][f], waves.b[m][f]})
        row.insert(row.end(), {wave.real(), wave.imag()});
      row.push_back(waves.errors[m][f]);
    }
    row.push_back(waves.energy_left);
  }
  return table;
}

ResultTable s_table(const Case& input, const Scattering& s, const std::string& name) {
  ResultTable table{"s_parameters/" + name, {input.si ? "frequency (Hz)" : "frequency"}, {}};
  const std::size_t n = s.s.empty() ? 0 : s.s.front().size();
  const char* const between = n > 9 ? "_" : "";
  for (const std::size_t j : s.driven)
    for (std::size_t i = 0; i < n; ++i) {
      const std::string entry = fmt::format("S{}{}{}", i + 1, between, j + 1);
      for (const char* part : {"_re", "_im", " (dB)", "_phase (deg)"}) table.columns.push_back(entry + part);
    }
  for (std::size_t f = 0; f < s.frequencies.size(); ++f) {
    std::vector<double>& row = table.rows.emplace_back(std::vector{s.frequencies[f]});
    for (std::size_t column = 0; column < s.driven.size(); ++column)
      for (std::size_t i = 0; i < n; ++i) {
        const std::complex<double> value = s.s[f][i][column];
        row.insert(row.end(), {value.real(), value.imag(), 20 * std::log10(std::abs(value)),
                               std::arg(value) * 180 / std::numbers::pi});
      }
  }
  return table;
}

ResultTable modes_table(const Case& input, const std::vector<GuidedPort>& ports,
                        const std::vector<GuidedMode>& modes) {
  ResultTable table{"s_parameters/modes", {"frequency"}, {}};
  for (const GuidedMode& mode : modes)
    for (const char* part : {"alpha", "beta", "Z_re", "Z_im"})
      table.columns.push_back(std::string(part) + ' ' + mode.label);
  const std::vector<double>& frequencies = input.wave().s_parameters->frequencies;
  for (std::size_t f = 0; f < frequencies.size(); ++f) {
    std::vector<double>& row = table.rows.emplace_back(std::vector{frequencies[f]});
    for (const GuidedMode& guided : modes) {
      const ModeAtFrequency& at = ports[guided.port].modes[guided.mode].at[f];
      row.insert(row.end(), {at.gamma.real(), at.gamma.imag(), at.impedance.real(), at.impedance.imag()});
    }
  }
  return table;
}

void report_end(const SParameterSummary& summary, const std::string& unit) {
  constexpr double tolerable = 1e-3;
  const ScatteringChecks& checks = summary.checks;
  const std::string size =
      std::isnan(checks.error) ? "an amount that is not known" : fmt::format("{:.1e}", checks.error);
  say("s_parameters: at the runs' ends {:.1e} of the largest energy is left; what they cut off is "
      "extrapolated, and S may be wrong by {} for that",
      summary.energy_left, size);
  if (!(checks.error <= tolerable))
    warn(
        "s_parameters: the runs end too early: at frequency {:.6g}{} S may be wrong by {}; expected a longer "
        "time.final; time: {{stop: {{decay: 1e-8}}}} ends a run once nothing is left",
        checks.frequency_of_error, unit, size);
}

void report_checks(const ScatteringChecks& checks, const std::string& unit) {
  constexpr double tolerable = 1e-3;
  if (!checks.largest_singular_value) return;
  say("s_parameters: the largest singular value is {:.6f}, at frequency {:.6g}{}; max |S - S^T| is {:.1e}",
      *checks.largest_singular_value, checks.frequency_of_it, unit, checks.asymmetry);
  if (*checks.largest_singular_value > 1 + tolerable)
    warn(
        "s_parameters: at frequency {:.6g}{} more power leaves than enters: the largest singular value of S "
        "is {:.6f}; expected a longer run, smaller cells, or ports further away from what they meet",
        checks.frequency_of_it, unit, *checks.largest_singular_value);
}

}  // namespace

std::string waves_table_name(const std::string& label) { return "s_parameters/waves_" + label; }

void write_waves(const Case& input, const DrivenWaves& waves, const std::vector<GuidedMode>& modes) {
  write_table(input.output.directory, waves_table(input, waves, modes));
}

DrivenWaves read_waves(const Case& input, std::size_t driven, const std::vector<GuidedMode>& modes) {
  const std::filesystem::path file =
      input.output.directory / (waves_table_name(modes[driven].label) + ".csv");
  const TimeSeries table = read_time_series(file);
  DrivenWaves waves{driven, {}, {}};
  if (table.time != input.wave().s_parameters->frequencies || table.columns != columns_of_waves(modes))
    throw std::invalid_argument("--restart: " + file.string() +
                                " is of other frequencies or modes; expected a run from the beginning");
  for (std::size_t m = 0; m < modes.size(); ++m) {
    auto &a = waves.a.emplace_back(), &b = waves.b.emplace_back();
    const auto column = [&](std::size_t i) -> const std::vector<double>& { return table.values[5 * m + i]; };
    for (std::size_t f = 0; f < table.time.size(); ++f) {
      a.emplace_back(column(0)[f], column(1)[f]);
      b.emplace_back(column(2)[f], column(3)[f]);
    }
    waves.errors.push_back(column(4));
  }
  waves.energy_left = table.values.back().front();
  return waves;
}

void check_references(const Case& input, const std::vector<GuidedPort>& ports) {
  const auto refuse = [&](const std::string& key, const std::string& what) {
    throw CaseError(nearest_place(input, key) + ": " + key + ": " + what);
  };
  std::vector<double> references;
  const bool drives_all =
      input.wave().s_parameters->drive.empty() || input.wave().s_parameters->drive.size() == ports.size();
  for (const GuidedPort& port : ports)
    for (const PortMode& mode : port.modes) {
      if (reference_of(input, port, mode) && !drives_all)
        refuse("s_parameters.drive",
               "some ports are not driven, and without all columns S relates to each mode's own impedance: "
               "expected drive: all, or no reference");
      if (port.options.reference && !is_line(mode))
        refuse(
            "boundaries." + port.name + ".reference",
            fmt::format("got {} ohm; {} is a mode of a hollow guide, whose impedance is no line's: expected "
                        "reference: own",
                        number_text(*port.options.reference), mode.name));
      references.push_back(reference_of(input, port, mode).value_or(1));
      if (references.back() != references.front() && input.wave().s_parameters->touchstone == 1)
        refuse("s_parameters.touchstone",
               "got 1, which has one reference for all ports; these have several: expected touchstone: 2, or "
               "one reference");
    }
}

SParameterSummary write_s_parameters(const Case& input, const std::vector<GuidedPort>& ports,
                                     const std::vector<GuidedMode>& modes,
                                     const std::vector<DrivenWaves>& waves) {
  const SParameterOptions& options = *input.wave().s_parameters;
  const std::vector<ScatteringPort> numbered = scattering_ports(input, ports, modes);
  const std::string unit = input.si ? " Hz" : "";
  SParameterSummary summary{scattering(options.frequencies, numbered, waves, unit), {}, {}, {}, {}};
  for (const DrivenWaves& run : waves) summary.energy_left = std::max(summary.energy_left, run.energy_left);
  TouchstoneOptions touchstone{options.touchstone, {}, {}, {"S-parameters by dgsolve: " + title_of(input)}};
  for (const ScatteringPort& port : numbered) {
    summary.labels.push_back(port.label);
    touchstone.labels.push_back(port.label);
    touchstone.references.push_back(port.reference.value_or(1));
  }
  for (std::size_t m = 0; m < modes.size(); ++m)
    summary.modes.push_back(
        {modes[m].label, ports[modes[m].port].modes[modes[m].mode].name, numbered[m].cut_off});
  std::vector<ResultTable> tables = {s_table(input, summary.scattering, options.name),
                                     modes_table(input, ports, modes)};
  write_table(input.output.directory, tables.front());
  write_table(input.output.directory, tables.back());
  for (const DrivenWaves& run : waves) tables.push_back(waves_table(input, run, modes));
  const std::filesystem::path folder = input.output.directory / "s_parameters";
  write_tables_hdf5(folder / (options.name + ".h5"), tables);
  const std::string file = options.name + touchstone_ending(modes.size());
  if (summary.scattering.is_complete()) {
    write_touchstone(folder / file, summary.scattering, touchstone);
    say("s_parameters: s_parameters/{}, .csv and .h5", file);
  } else {
    say("s_parameters: s_parameters/{}.csv and .h5 have the columns that were driven; a Touchstone file "
        "needs all of them: drive: all",
        options.name);
  }
  summary.checks = check_scattering(summary.scattering, numbered);
  report_end(summary, unit);
  report_checks(summary.checks, unit);
  return summary;
}

}  // namespace dgsolve
