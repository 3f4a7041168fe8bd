#include "app/waves/layer_check.hpp"

#include <fmt/core.h>

#include "app/console/log.hpp"
#include "kernels/base/number_text.hpp"
#include "solver/electromagnetics/layers/layer_fitness.hpp"
#include "solver/waves/sources/waveforms.hpp"

namespace dgsolve {
namespace {

/// An open boundary of a case.
struct Open {
  const std::string& name;
  const OpenBoundary& options;
  int N;

  std::string advice(const BuiltLayers& layers) const {
    const FittingLayers fitting = fitting_layers(layers, options, N);
    return fmt::format("boundaries.{}: {{type: open, thickness: {:.3g}, layers: {}, frequency: {:.3g}}}",
                       name, fitting.thickness, fitting.layers, fitting.frequency);
  }
};

bool warn_of_near_field(const MonitorOptions& monitor, const Open& open) {
  for (const double frequency : monitor.frequencies)
    if (const BuiltLayers* const layers = unfit_layers(frequency, open.options, open.N)) {
      warn(
          "monitor {}: at frequency {} near fields reach boundary {}, which is less than a twelfth of a "
          "wavelength away, and its layers do not let them fade as open space does. A lower frequency "
          "alone is no help; expected {}, or a mesh that ends farther away",
          monitor.name, number_text(frequency), open.name, open.advice(*layers));
      return true;
    }
  return false;
}

void warn_of_slow_waves(const MonitorOptions& monitor, const Open& open) {
  constexpr double tolerable = 1e-3;
  for (const double frequency : monitor.frequencies) {
    const double left = left_by_layers(frequency, open.options);
    if (is_near_field(frequency, open.options) || frequency >= *open.options.frequency || left <= tolerable)
      continue;
    warn(
        "monitor {}: at frequency {} the layers of boundary {} leave {:.2g} of a wave; expected a lower "
        "boundaries.{}.frequency than {}",
        monitor.name, number_text(frequency), open.name, left, open.name,
        number_text(*open.options.frequency));
    return;
  }
}

void check_waveform(const std::string& name, const Expression& waveform, const Open& open, double final) {
  constexpr double tolerable_of_near_fields = 0.1;  // some of them comes back, not all
  constexpr double tolerable_of_waves = 1e-2;
  const LeftOfWaveform left = left_of_waveform(spectrum_of(waveform, final), open.options, open.N);
  if (left.of_near_fields > tolerable_of_near_fields)
    warn(
        "waveforms.{}: near fields of {:.2g} of it reach boundary {}, which is less than a twelfth of a "
        "wavelength away, and its layers do not let them fade as open space does; expected {}, a mesh that "
        "ends farther away, or a waveform without them",
        name, left.of_near_fields, open.name, open.advice(*left.unfit));
  else if (left.of_waves > tolerable_of_waves)
    warn(
        "waveforms.{}: the layers of boundary {} leave {:.2g} of it, of waves slower than their frequency "
        "{}; expected a lower boundaries.{}.frequency, or a waveform without them",
        name, open.name, left.of_waves, number_text(*open.options.frequency), open.name);
}

/// Advice for near fields goes before that for waves, with which it is at odds.
void check_boundary(const Open& open, const WaveCase& wave, double final) {
  bool near_is_said = false;
  for (const MonitorOptions& monitor : wave.monitors)
    near_is_said = warn_of_near_field(monitor, open) || near_is_said;
  if (near_is_said) return;
  for (const MonitorOptions& monitor : wave.monitors) warn_of_slow_waves(monitor, open);
  for (const auto& [name, waveform] : wave.waveforms) check_waveform(name, waveform, open, final);
}

}  // namespace

/// At a port nothing arrives but modes, which its layers are for.
void check_layers(const Case& input) {
  for (const auto& [name, boundary] : input.wave().boundaries)
    if (boundary.open && !boundary.port)
      check_boundary({name, *boundary.open, input.order}, input.wave(), input.wave().time.final);
}

}  // namespace dgsolve
