#include "app/waves/layer_check.hpp"

#include <algorithm>
#include <cmath>

#include "app/console/log.hpp"
#include "kernels/base/number_text.hpp"
#include "solver/waves/layers/absorbing_layers.hpp"
#include "solver/waves/sources/waveforms.hpp"

namespace dgsolve {
namespace {

void check_boundary(const std::string& name, const OpenBoundary& open, const WaveCase& wave, double final) {
  constexpr double tolerable_at_a_frequency = 1e-3, tolerable_of_a_pulse = 1e-2;
  for (const MonitorOptions& monitor : wave.monitors) {
    const double lowest = std::ranges::min(monitor.frequencies), left = left_by_layers(lowest, open);
    if (lowest < *open.frequency && left > tolerable_at_a_frequency)
      warn(
          "monitor {}: at frequency {} the layers of boundary {} leave {:.2g} of a wave; expected a lower "
          "boundaries.{}.frequency than {}",
          monitor.name, number_text(lowest), name, left, name, number_text(*open.frequency));
  }
  for (const auto& [waveform, f] : wave.waveforms) {
    const WaveformSpectrum spectrum = spectrum_of(f, final);
    double all = 0, left = 0;
    for (std::size_t i = 0; i < spectrum.frequency.size(); ++i) {
      const double frequency = spectrum.frequency[i], part = spectrum.magnitude[i] * spectrum.magnitude[i];
      all += part;
      if (frequency < *open.frequency)
        left += part * (frequency > 0 ? std::pow(left_by_layers(frequency, open), 2) : 1);
    }
    if (const double share = std::sqrt(left / all); share > tolerable_of_a_pulse)
      warn(
          "waveforms.{}: the layers of boundary {} leave {:.2g} of it, of waves slower than their frequency "
          "{}; expected a lower boundaries.{}.frequency, or a waveform without them",
          waveform, name, share, number_text(*open.frequency), name);
  }
}

}  // namespace

void check_layers(const Case& input) {
  for (const auto& [name, boundary] : input.wave().boundaries)
    if (boundary.open) check_boundary(name, *boundary.open, input.wave(), input.time->final);
}

}  // namespace dgsolve
