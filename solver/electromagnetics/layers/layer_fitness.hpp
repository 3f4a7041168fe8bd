/// Absorbing layers: the share of a wave that they leave, and whether they fit fields that only fade.
#pragma once

#include <vector>

#include "mesh/base/mesh.hpp"
#include "mesh/layers/extrude.hpp"

namespace dgsolve {

struct BuiltLayers;
struct OpenBoundary;
struct WaveformSpectrum;

/// BuiltLayers::fade of each plane. A source is taken for as far away as the mesh's middle, or its other end
/// where that is not open. A channel without open sides has a field of at least half a period across.
std::vector<double> fading_lengths(const Mesh& mesh, const std::vector<LayerPlane>& planes);

/// The complex shift α of the layers' absorption, 1/s. frequency: OpenBoundary's.
double layer_shift(double frequency);

/// The share of a wave's amplitude, of a frequency ≥ 0, that built layers leave, there and back at normal
/// incidence. How much of that comes back is up to the outermost faces.
double left_by_layers(double frequency, const OpenBoundary& open);

/// Whether fields of a frequency ≥ 0 reach the plane by fading rather than as waves.
bool is_near_field(double frequency, const BuiltLayers& layers);

/// Whether layers let such fields fade as open space does, to about a hundredth at cells of order N: the
/// first layer, stretched, must not be longer than N fading lengths, and all layers together must be many.
bool fits_near_field(double frequency, const BuiltLayers& layers, const OpenBoundary& open, int N);

/// The first layers of an open boundary that fields of a frequency reach by fading and that do not fit such
/// fields; null where all fit.
const BuiltLayers* unfit_layers(double frequency, const OpenBoundary& open, int N);
/// Whether fields of a frequency reach a plane of it by fading.
bool is_near_field(double frequency, const OpenBoundary& open);

/// Parts of a waveform that the layers of an open boundary leave, as shares of its amplitude.
struct LeftOfWaveform {
  double of_near_fields = 0, of_waves = 0;
  const BuiltLayers* unfit = nullptr;  ///< for near fields
};
LeftOfWaveform left_of_waveform(const WaveformSpectrum& spectrum, const OpenBoundary& open, int N);

/// Layers of the same cells that fit near fields.
struct FittingLayers {
  double thickness, frequency;
  int layers;
};
FittingLayers fitting_layers(const BuiltLayers& layers, const OpenBoundary& open, int N);

}  // namespace dgsolve
