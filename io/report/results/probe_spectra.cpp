#include "io/report/results/probe_spectra.hpp"

#include <algorithm>

#include "io/base/files.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/folder/output_names.hpp"
#include "io/tables/csv_file.hpp"
#include "io/tables/probes.hpp"
#include "kernels/base/number_text.hpp"

namespace dgsolve {
namespace {

constexpr std::size_t most_columns = 64;
/// Amplitudes held at once. Those of a long record of many columns are computed again for each block of
/// lines.
constexpr std::size_t most_amplitudes = std::size_t{1} << 22;
constexpr std::size_t bin = 256;  ///< lines of a spectrum whose highest amplitude is kept

/// The kept part of a column's spectrum.
struct ColumnSpectrum {
  const ProbeColumn* column;
  std::size_t number;           ///< among the columns
  std::size_t n_lines;          ///< of the whole spectrum
  std::vector<double> highest;  ///< [bin]
  std::vector<SpectralPeak> peaks;
};

std::vector<ColumnSpectrum> spectra_of(const std::vector<ProbeColumn>& columns, const TimeSeries& series) {
  std::vector<ColumnSpectrum> spectra;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Spectrum spectrum = amplitude_spectrum(series.time, series.values[i]);
    const std::vector<double>& amplitude = spectrum.amplitude;
    if (amplitude.empty()) continue;
    spectra.push_back({&columns[i], i, amplitude.size(), {}, std::move(spectrum.peaks)});
    std::vector<double>& highest = spectra.back().highest;
    for (std::size_t k = 0; k < amplitude.size(); k += bin)
      highest.push_back(
          *std::max_element(amplitude.begin() + static_cast<long>(k),
                            amplitude.begin() + static_cast<long>(std::min(k + bin, amplitude.size()))));
  }
  return spectra;
}

/// The highest amplitude of all fields of a unit.
std::map<std::string, double> highest_by_unit(const std::vector<ColumnSpectrum>& spectra,
                                              const FieldSet& fields) {
  std::map<std::string, double> highest;
  for (const ColumnSpectrum& spectrum : spectra) {
    double& of_unit = highest[fields.units[spectrum.column->field]];
    of_unit = std::max(of_unit, *std::ranges::max_element(spectrum.highest));
  }
  return highest;
}

/// The lines up to the last one that says anything, as a table.
class SpectraTable {
 public:
  SpectraTable(const ProbeOutput& probe, const ProbedFields& probed, const TimeSeries& series,
               const std::vector<ColumnSpectrum>& spectra, const std::map<std::string, double>& highest)
      : probe_(probe), probed_(probed), series_(series), spectra_(spectra) {
    constexpr double lowest = 1e-4;
    for (const ColumnSpectrum& spectrum : spectra)
      lowest_.push_back(lowest * highest.at(probed.fields.units[spectrum.column->field]));
  }

  void write(const std::filesystem::path& file) {
    make_folder(file.parent_path());
    NewFile out(file);
    out.write(header());
    const std::size_t n = n_lines_at_most(),
                      block = std::max(bin, most_amplitudes / spectra_.size() / bin * bin);
    for (std::size_t first = 0; first < n; first += block)
      write_block(first, std::min(first + block, n), out);
    out.commit();
  }

 private:
  std::string header() const {
    std::string text = probed_.si ? "frequency (Hz)" : "frequency";
    for (const ColumnSpectrum& spectrum : spectra_) text += ',' + label_of(probe_, *spectrum.column, probed_);
    return text + '\n';
  }

  /// To the end of the last bin that says anything.
  std::size_t n_lines_at_most() const {
    std::size_t n = 0;
    for (std::size_t i = 0; i < spectra_.size(); ++i)
      for (std::size_t b = 0; b < spectra_[i].highest.size(); ++b)
        if (spectra_[i].highest[b] >= lowest_[i])
          n = std::max(n, std::min((b + 1) * bin, spectra_[i].n_lines));
    return n;
  }

  void write_block(std::size_t first, std::size_t end, NewFile& out) const {
    std::vector<double> frequency;
    std::vector<std::vector<double>> amplitudes;  // [column][line]
    std::size_t last = 0;                         // line that says anything
    for (std::size_t i = 0; i < spectra_.size(); ++i) {
      const Spectrum spectrum = amplitude_spectrum(series_.time, series_.values[spectra_[i].number]);
      const auto block = [&](const std::vector<double>& all) {
        return std::vector<double>(all.begin() + static_cast<long>(first),
                                   all.begin() + static_cast<long>(end));
      };
      if (frequency.empty()) frequency = block(spectrum.frequency);
      amplitudes.push_back(block(spectrum.amplitude));
      for (std::size_t k = last; k < end - first; ++k)
        if (amplitudes[i][k] >= lowest_[i]) last = k;
    }
    const bool is_end = end == n_lines_at_most();
    for (std::size_t k = 0; k < (is_end ? last + 1 : end - first); ++k) {
      std::string line = exact_text(frequency[k]);
      for (const std::vector<double>& amplitude : amplitudes) line += ',' + exact_text(amplitude[k]);
      out.write(line + '\n');
    }
  }

  const ProbeOutput& probe_;
  const ProbedFields& probed_;
  const TimeSeries& series_;
  const std::vector<ColumnSpectrum>& spectra_;
  std::vector<double> lowest_;  ///< [column]: amplitude that says anything
};

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
    const TimeSeries series = read_time_series(probe_file(directory, probe.name));
    const std::vector<ColumnSpectrum> spectra = spectra_of(columns, series);
    if (spectra.empty()) continue;
    const std::map<std::string, double> highest = highest_by_unit(spectra, probed.fields);
    SpectraTable(probe, probed, series, spectra, highest).write(spectra_file(directory, probe.name));
    for (const ColumnSpectrum& spectrum : spectra)
      for (const SpectralPeak& peak : spectrum.peaks)
        if (peak.amplitude >= lowest * highest.at(probed.fields.units[spectrum.column->field]))
          peaks[probe.name][name_of(probe, *spectrum.column, probed)].push_back(peak);
  }
  return peaks;
}

std::size_t memory_of_spectra(const Case& input, int dim, long n_samples) {
  const ProbedFields probed = probed_fields(input, dim);
  std::size_t most = 0;
  for (const ProbeOutput& probe : input.output.probes) {
    const std::size_t n_columns = columns_of(probe, probed).size();
    if (n_columns > most_columns) continue;
    const double n = probe.every > 0
                         ? std::min(static_cast<double>(n_samples), input.wave().time.final / probe.every)
                         : static_cast<double>(n_samples);
    const std::size_t lines =
        static_cast<std::size_t>(std::min(n, static_cast<double>(most_lines(n_columns))));
    const std::size_t of_one = memory_of_spectrum(lines);
    most = std::max(most, (1 + n_columns) * lines * sizeof(double) + of_one +
                              std::min(most_amplitudes * sizeof(double), n_columns * of_one / 16));
  }
  return most;
}

}  // namespace dgsolve
