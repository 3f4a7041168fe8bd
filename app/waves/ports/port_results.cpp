#include "app/waves/ports/port_results.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <stdexcept>

#include "app/console/log.hpp"
#include "io/tables/csv_file.hpp"
#include "io/tables/touchstone.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

/// A table with a row for each of the S-parameters' frequencies, columns behind which add_values puts into
/// it.
template <class AddValues>
ResultTable over_frequencies(const Case& input, const std::string& name, std::vector<std::string> columns,
                             const AddValues& add_values) {
  columns.insert(columns.begin(), input.si ? "frequency (Hz)" : "frequency");
  ResultTable table{"s_parameters/" + name, std::move(columns), {}};
  const std::vector<double>& frequencies = input.wave().s_parameters->frequencies;
  for (std::size_t f = 0; f < frequencies.size(); ++f)
    add_values(f, table.rows.emplace_back(std::vector{frequencies[f]}));
  return table;
}

/// Real and imaginary part.
void add_parts(std::vector<double>& row, const std::complex<double>& value) {
  row.insert(row.end(), {value.real(), value.imag()});
}

/// Columns beside the frequency.
std::vector<std::string> columns_of_waves(const std::vector<PortChannel>& channels) {
  std::vector<std::string> columns;
  for (const PortChannel& channel : channels)
    for (const char* part : {"a_re ", "a_im ", "b_re ", "b_im ", "error "})
      columns.push_back(part + channel.label);
  columns.emplace_back("energy_left");
  return columns;
}

std::string waves_name(const PortChannel& driven) { return "waves_" + driven.label; }

ResultTable waves_table(const Case& input, const DrivenWaves& waves,
                        const std::vector<PortChannel>& channels) {
  const std::string name = waves_name(channels[waves.driven]);
  return over_frequencies(input, name, columns_of_waves(channels), [&](std::size_t f, auto& row) {
    for (std::size_t i = 0; i < channels.size(); ++i) {
      add_parts(row, waves.a[i][f]);
      add_parts(row, waves.b[i][f]);
      row.push_back(waves.errors[i][f]);
    }
    row.push_back(waves.energy_left);
  });
}

ResultTable s_table(const Case& input, const Scattering& s) {
  const std::size_t n = s.s.front().size();
  const char* const between = n > 9 ? "_" : "";
  std::vector<std::string> columns;
  for (const std::size_t j : s.driven)
    for (std::size_t i = 0; i < n; ++i)
      for (const char* part : {"_re", "_im", " (dB)", "_phase (deg)"})
        columns.push_back(fmt::format("S{}{}{}{}", i + 1, between, j + 1, part));
  return over_frequencies(input, input.wave().s_parameters->name, columns, [&](std::size_t f, auto& row) {
    for (std::size_t column = 0; column < s.driven.size(); ++column)
      for (std::size_t i = 0; i < n; ++i) {
        const std::complex<double> value = s.s[f][i][column];
        add_parts(row, value);
        row.push_back(20 * std::log10(std::abs(value)));
        row.push_back(std::arg(value) * 180 / std::numbers::pi);
      }
  });
}

ResultTable modes_table(const Case& input, const CasePorts& ports) {
  std::vector<const PortMode*> modes;
  std::vector<std::string> columns;
  for (const PortChannel& channel : ports.channels) {
    if (!channel.mode) continue;
    modes.push_back(ports.mode_of(channel));
    for (const char* part : {"alpha ", "beta ", "Z_re ", "Z_im "}) columns.push_back(part + channel.label);
  }
  return over_frequencies(input, "modes", columns, [&](std::size_t f, auto& row) {
    for (const PortMode* const mode : modes) {
      add_parts(row, mode->at[f].gamma);
      add_parts(row, mode->at[f].impedance);
    }
  });
}

/// The reference where a case gives none, Ω: of a lumped port its resistance; of a mode, which needs none, 1.
double own_reference(const CasePorts& ports, const PortChannel& channel) {
  return channel.mode ? 1 : ports.lumped[channel.number].resistance;
}

/// V/I of each driven lumped port, with the others' resistances at their places.
std::vector<InputImpedance> input_impedances(const CasePorts& ports, const std::vector<DrivenWaves>& waves) {
  std::vector<InputImpedance> all;
  for (const DrivenWaves& run : waves) {
    const PortChannel& channel = ports.channels[run.driven];
    if (channel.mode) continue;
    const double R = ports.lumped[channel.number].resistance;
    InputImpedance& of_port = all.emplace_back(InputImpedance{channel.label, R, {}});
    for (std::size_t f = 0; f < run.a[run.driven].size(); ++f)
      of_port.values.push_back(input_impedance(run.a[run.driven][f], run.b[run.driven][f], R));
  }
  return all;
}

ResultTable impedance_table(const Case& input, const std::vector<InputImpedance>& impedances) {
  const std::string unit = input.si ? " (ohm)" : "";
  std::vector<std::string> columns;
  for (const InputImpedance& of_port : impedances)
    for (const char* part : {"Z_re ", "Z_im "}) columns.push_back(part + of_port.label + unit);
  return over_frequencies(input, "impedance", columns, [&](std::size_t f, auto& row) {
    for (const InputImpedance& of_port : impedances) add_parts(row, of_port.values[f]);
  });
}

void report_end(const SParameterSummary& summary, const std::string& unit) {
  constexpr double tolerable = 1e-3;
  const ScatteringChecks& checks = summary.checks;
  const std::string size =
      std::isnan(checks.error) ? "an amount that is not known" : fmt::format("{:.1e}", checks.error);
  say("s_parameters: at the runs' ends {:.1e} of the largest energy is left; what they cut off is "
      "extrapolated, and S may be wrong by {} for that",
      summary.energy_left, size);
  const char* const hint =
      "expected a longer time.final; time: {stop: {decay: 1e-9}} ends a run once nothing is left";
  if (std::isnan(checks.error))
    warn(
        "s_parameters: at frequency {:.6g}{} so little of a run follows its pulse that what its end cuts off "
        "is not known; {}",
        checks.frequency_of_error, unit, hint);
  else if (checks.error > tolerable)
    warn("s_parameters: the runs end too early: at frequency {:.6g}{} S may be wrong by {}; {}",
         checks.frequency_of_error, unit, size, hint);
}

void report_checks(const ScatteringChecks& checks, const std::string& unit) {
  constexpr double tolerable = 1e-3;
  if (!checks.largest_singular_value) return;
  say("s_parameters: the largest singular value is {:.6f}, at frequency {:.6g}{}; max |S - S^T| is {:.1e}",
      *checks.largest_singular_value, checks.frequency_of_it, unit, checks.asymmetry);
  constexpr double tolerable_asymmetry = 1e-2;
  if (checks.asymmetry > tolerable_asymmetry)
    warn(
        "s_parameters: all media are reciprocal, but S is not symmetric by {:.1e}; expected smaller cells, "
        "or a longer run",
        checks.asymmetry);
  if (*checks.largest_singular_value > 1 + tolerable)
    warn(
        "s_parameters: at frequency {:.6g}{} more power leaves than enters: the largest singular value of S "
        "is {:.6f}; expected a longer run, smaller cells, or ports further away from what they meet",
        checks.frequency_of_it, unit, *checks.largest_singular_value);
}

}  // namespace

std::filesystem::path waves_file(const Case& input, const PortChannel& driven) {
  return input.output.directory / "s_parameters" / (waves_name(driven) + ".csv");
}

void write_waves(const Case& input, const DrivenWaves& waves, const std::vector<PortChannel>& channels) {
  write_table(input.output.directory, waves_table(input, waves, channels));
}

DrivenWaves read_waves(const Case& input, std::size_t driven, const std::vector<PortChannel>& channels) {
  const std::filesystem::path file = waves_file(input, channels[driven]);
  const TimeSeries table = read_time_series(file);
  DrivenWaves waves{driven, {}, {}};
  if (table.time != input.wave().s_parameters->frequencies || table.columns != columns_of_waves(channels))
    throw std::invalid_argument("--restart: " + file.string() +
                                " is of other frequencies or modes; expected a run from the beginning");
  for (std::size_t channel = 0; channel < channels.size(); ++channel) {
    auto &a = waves.a.emplace_back(), &b = waves.b.emplace_back();
    const auto column = [&](std::size_t i) -> const std::vector<double>& {
      return table.values[5 * channel + i];
    };
    for (std::size_t f = 0; f < table.time.size(); ++f) {
      a.emplace_back(column(0)[f], column(1)[f]);
      b.emplace_back(column(2)[f], column(3)[f]);
    }
    waves.errors.push_back(column(4));
  }
  waves.energy_left = table.values.back().front();
  return waves;
}

void check_references(const Case& input, const CasePorts& ports) {
  const SParameterOptions& options = *input.wave().s_parameters;
  const auto refuse = [&](const std::string& key, const std::string& what) {
    throw error_at(input, key + ": " + what);
  };
  std::vector<double> references;
  const bool drives_all =
      options.drive.empty() || options.drive.size() == ports.guided.size() + ports.lumped.size();
  for (const PortChannel& channel : ports.channels) {
    const std::optional<double> reference = ports.reference_of(channel, options.reference);
    const double own = own_reference(ports, channel);
    if (reference && (channel.mode || *reference != own) && !drives_all)
      refuse("s_parameters.drive",
             "some ports are not driven, and without all columns S relates to each port's own impedance: "
             "expected drive: all, or no reference");
    if (reference && !ports.has_impedance(channel))
      refuse("boundaries." + channel.port + ".reference",
             fmt::format("got {} ohm; {} is a mode of a hollow guide, whose impedance is no line's: expected "
                         "reference: own",
                         number_text(*reference), ports.kind_of(channel)));
    references.push_back(reference.value_or(own));
    if (references.back() != references.front() && options.touchstone == 1)
      refuse("s_parameters.touchstone",
             "got 1, which has one reference for all ports; these have several: expected touchstone: 2, or "
             "one reference");
  }
}

SParameterSummary write_s_parameters(const Case& input, const CasePorts& ports,
                                     const std::vector<DrivenWaves>& waves) {
  const SParameterOptions& options = *input.wave().s_parameters;
  std::vector<ScatteringPort> numbered;
  for (const PortChannel& channel : ports.channels)
    numbered.push_back(ports.scattering_port(channel, options.reference, options.frequencies.size()));
  const std::string unit = input.si ? " Hz" : "";
  SParameterSummary summary{scattering(options.frequencies, numbered, waves, unit), {}, {}, {}, {}, {}};
  for (const DrivenWaves& run : waves) summary.energy_left = std::max(summary.energy_left, run.energy_left);
  TouchstoneOptions touchstone{1, {}, {}, {"S-parameters by dgsolve: " + title_of(input)}};
  for (std::size_t i = 0; i < numbered.size(); ++i) {
    const PortChannel& channel = ports.channels[i];
    summary.labels.push_back(channel.label);
    touchstone.labels.push_back(channel.label);
    touchstone.references.push_back(numbered[i].reference.value_or(own_reference(ports, channel)));
    summary.modes.push_back({channel.label, ports.kind_of(channel), numbered[i].cut_off});
  }
  const bool has_one_reference =
      std::ranges::adjacent_find(touchstone.references, std::not_equal_to()) == touchstone.references.end();
  touchstone.version = options.touchstone.value_or(has_one_reference ? 1 : 2);
  summary.impedances = input_impedances(ports, waves);
  std::vector<ResultTable> tables = {s_table(input, summary.scattering)};
  if (!ports.guided.empty()) tables.push_back(modes_table(input, ports));
  if (!summary.impedances.empty()) tables.push_back(impedance_table(input, summary.impedances));
  for (const ResultTable& table : tables) write_table(input.output.directory, table);
  for (const DrivenWaves& run : waves) tables.push_back(waves_table(input, run, ports.channels));
  const std::filesystem::path folder = input.output.directory / "s_parameters";
  write_tables_hdf5(folder / (options.name + ".h5"), tables);
  const std::string file = options.name + touchstone_ending(numbered.size());
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
