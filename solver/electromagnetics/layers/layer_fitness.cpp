#include "solver/electromagnetics/layers/layer_fitness.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "solver/waves/sources/waveforms.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {
namespace {

constexpr double pi = std::numbers::pi;

/// α as a share of the angular frequency of OpenBoundary. A smaller one absorbs slower waves better, but
/// fields below their cut-off then change their phase more in a layer, fade less, and may draw power from it:
/// solver/electromagnetics/README.md.
constexpr double shift_share = 0.5;

/// Fading lengths that all layers, stretched, must have together, and those that fitting ones have.
constexpr double enough = 20, plenty = 30;

/// Σ σ d = c/2 ln(1/R0), m/s.
double whole_absorption(const BuiltLayers& layers, const OpenBoundary& open) {
  return layers.speed / 2 * std::log(1 / open.reflection);
}

std::array<double, 3> extents_of(const Mesh& mesh) {
  std::array<double, 3> extents{};
  for (int axis = 0; axis < mesh.dim; ++axis) {
    const auto [lowest, highest] =
        std::ranges::minmax(mesh.nodes, {}, [axis](const Point& x) { return x[axis]; });
    extents[axis] = highest[axis] - lowest[axis];
  }
  return extents;
}

}  // namespace

std::vector<double> fading_lengths(const Mesh& mesh, const std::vector<LayerPlane>& planes) {
  constexpr double most = 3;  // times over which a field may fade to be worth the name
  const std::array<double, 3> extents = extents_of(mesh);
  std::array<int, 3> n_open{};
  for (const LayerPlane& plane : planes) ++n_open[plane.axis];
  std::vector<double> lengths;
  for (const LayerPlane& plane : planes) {
    const double way = n_open[plane.axis] > 1 ? extents[plane.axis] / 2 : extents[plane.axis];
    double length = way;
    for (int axis = 0; axis < mesh.dim; ++axis)
      if (n_open[axis] == 0) length = std::min(length, extents[axis] / pi);
    lengths.push_back(way <= most * length ? length : 0);
  }
  return lengths;
}

double layer_shift(double frequency) { return shift_share * 2 * pi * frequency; }

double left_by_layers(double frequency, const OpenBoundary& open) {
  const double shift = layer_shift(*open.frequency) / (2 * pi * frequency);  // α/ω
  return std::pow(open.reflection, 1 / (1 + shift * shift));
}

bool is_near_field(double frequency, const BuiltLayers& layers) {
  constexpr double nearest = 0.5;  // of a wavelength/2π: there most of a source's field does not travel
  return layers.fade > 0 && 2 * pi * frequency * layers.fade < nearest * layers.speed;
}

bool fits_near_field(double frequency, const BuiltLayers& layers, const OpenBoundary& open, int N) {
  constexpr double tolerable = 1e-3;  // of a wave
  const double relaxation = std::abs(std::complex(layer_shift(*open.frequency), 2 * pi * frequency));
  const double whole = whole_absorption(layers, open) / relaxation;  // what s adds to the thickness, m
  // σ grows linearly from layer to layer.
  const double first = layers.thickness / open.layers + 2 * whole / (open.layers * (open.layers + 1));
  const bool reaches_far = layers.thickness + whole > enough * layers.fade;
  return first < N * layers.fade && (reaches_far || left_by_layers(frequency, open) < tolerable);
}

const BuiltLayers* unfit_layers(double frequency, const OpenBoundary& open, int N) {
  for (const BuiltLayers& layers : open.built)
    if (is_near_field(frequency, layers) && !fits_near_field(frequency, layers, open, N)) return &layers;
  return nullptr;
}

bool is_near_field(double frequency, const OpenBoundary& open) {
  return std::ranges::any_of(open.built, [&](const auto& l) { return is_near_field(frequency, l); });
}

LeftOfWaveform left_of_waveform(const WaveformSpectrum& spectrum, const OpenBoundary& open, int N) {
  LeftOfWaveform left;
  double all = 0;
  for (std::size_t i = 0; i < spectrum.frequency.size(); ++i) {
    const double frequency = spectrum.frequency[i], part = spectrum.magnitude[i] * spectrum.magnitude[i];
    all += part;
    if (const BuiltLayers* const unfit = unfit_layers(frequency, open, N)) {
      left.of_near_fields += part;
      left.unfit = unfit;
    } else if (!is_near_field(frequency, open) && frequency < *open.frequency) {
      left.of_waves += part * std::pow(left_by_layers(frequency, open), 2);
    }
  }
  return {std::sqrt(left.of_near_fields / all), std::sqrt(left.of_waves / all), left.unfit};
}

FittingLayers fitting_layers(const BuiltLayers& layers, const OpenBoundary& open, int N) {
  const double frequency = whole_absorption(layers, open) / (plenty * layers.fade * 2 * pi * shift_share);
  int n = open.layers;
  while (n * (n + 1) * 0.8 * N < 2 * plenty) ++n;
  return {layers.thickness / open.layers * n, frequency, n};
}

}  // namespace dgsolve
