#include "io/report/probe_spectra.hpp"

#include <algorithm>

#include "io/base/files.hpp"
#include "io/folder/output_names.hpp"
#include "io/tables/csv_file.hpp"
#include "io/tables/probes.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

constexpr std::size_t most_columns = 64;

/// The spectrum of a column.
struct ColumnSpectrum {
  const ProbeColumn* column;
  Spectrum spectrum;
};

std::vector<ColumnSpectrum> spectra_of(const std::vector<ProbeColumn>& columns, const TimeSeries& series) {
  std::vector<ColumnSpectrum> spectra;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Spectrum spectrum = amplitude_spectrum(series.time, series.values[i]);
    if (!spectrum.frequency.empty()) spectra.push_back({&columns[i], std::move(spectrum)});
  }
  return spectra;
}

/// The highest amplitude of all fields of a unit.
std::map<std::string, double> highest_by_unit(const std::vector<ColumnSpectrum>& spectra,
                                              const FieldSet& fields) {
  std::map<std::string, double> highest;
  for (const auto& [column, spectrum] : spectra) {
    double& of_unit = highest[fields.units[column->field]];
    of_unit = std::max(of_unit, *std::max_element(spectrum.amplitude.begin(), spectrum.amplitude.end()));
  }
  return highest;
}

/// How many frequencies say anything.
std::size_t count_of_lines(const std::vector<ColumnSpectrum>& spectra, const FieldSet& fields,
                           const std::map<std::string, double>& highest) {
  constexpr double lowest = 1e-4;
  std::size_t count = 0;
  for (const auto& [column, spectrum] : spectra)
    for (std::size_t k = count; k < spectrum.amplitude.size(); ++k)
      if (spectrum.amplitude[k] >= lowest * highest.at(fields.units[column->field])) count = k + 1;
  return count;
}

void write_table(const std::filesystem::path& file, const ProbeOutput& probe, const ProbedFields& probed,
                 const std::vector<ColumnSpectrum>& spectra, std::size_t n_lines) {
  std::string text = probed.si ? "frequency (Hz)" : "frequency";
  for (const auto& [column, spectrum] : spectra) text += ',' + label_of(probe, *column, probed);
  text += '\n';
  for (std::size_t k = 0; k < n_lines; ++k) {
    text += exact_text(spectra.front().spectrum.frequency[k]);
    for (const auto& [column, spectrum] : spectra) {
      text += ',';
      text += exact_text(spectrum.amplitude[k]);
    }
    text += '\n';
  }
  make_folder(file.parent_path());
  replace_file(file, text);
}

}  // namespace

std::filesystem::path spectra_file(const std::filesystem::path& directory, const std::string& name) {
  return directory / spectra_folder / (name + ".csv");
}

ProbePeaks write_spectra(const Case& input, int dim, const std::filesystem::path& directory) {
  constexpr double lowest = 1e-3;  // of the highest peak in a unit: below it is rounding, or next to nothing
  const ProbedFields probed = probed_fields(input, dim);
  ProbePeaks peaks;
  for (const ProbeOutput& probe : input.output.probes) {
    const std::vector<ProbeColumn> columns = columns_of(probe, probed);
    if (columns.size() > most_columns) continue;
    const std::vector<ColumnSpectrum> spectra =
        spectra_of(columns, read_time_series(probe_file(directory, probe.name)));
    if (spectra.empty()) continue;
    const std::map<std::string, double> highest = highest_by_unit(spectra, probed.fields);
    write_table(spectra_file(directory, probe.name), probe, probed, spectra,
                count_of_lines(spectra, probed.fields, highest));
    for (const auto& [column, spectrum] : spectra)
      for (const SpectralPeak& peak : spectrum.peaks)
        if (peak.amplitude >= lowest * highest.at(probed.fields.units[column->field]))
          peaks[probe.name][name_of(probe, *column, probed)].push_back(peak);
  }
  return peaks;
}

}  // namespace dgsolve
