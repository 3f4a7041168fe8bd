#include "solver/electromagnetics/monitors/run_band.hpp"

#include <algorithm>

#include "solver/waves/sources/waveforms.hpp"

namespace dgsolve {

std::optional<Band> band_of_run(const WaveOptions& options, double final,
                                const std::vector<MonitorOptions>& monitors,
                                const std::vector<double>& others) {
  std::vector<double> ends = others;
  const auto include = [&](const Expression& f) {
    const WaveformSpectrum spectrum = spectrum_of(f, final);
    if (!spectrum.frequency.empty()) ends.insert(ends.end(), {spectrum.lower, spectrum.upper});
  };
  for (const auto& [name, f] : options.waveforms) include(f);
  for (const auto& [group, boundary] : options.boundaries)
    if (boundary.plane_wave) include(boundary.plane_wave->waveform);
  for (const MonitorOptions& monitor : monitors)
    ends.insert(ends.end(), monitor.frequencies.begin(), monitor.frequencies.end());
  return band_around(ends);
}

std::optional<Band> band_around(const std::vector<double>& frequencies) {
  if (frequencies.empty()) return {};
  const auto [lower, upper] = std::ranges::minmax(frequencies);
  if (upper <= 0) return {};
  return Band{lower > 0 ? lower : upper / 100, upper};
}

}  // namespace dgsolve
