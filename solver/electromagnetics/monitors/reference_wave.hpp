/// What the results of monitors are related to: the waveform that excites a run, and its plane wave.
#pragma once

#include <optional>

#include "mesh/base/faces.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

struct ReferenceWave {
  /// A plane wave with E = polarisation · waveform at the origin.
  struct Plane {
    Point direction, polarisation;  ///< unit vectors
    double impedance;               ///< of the medium that it comes from, Ω
  };
  Expression waveform;  ///< f(t): V/m of a plane wave, else what all sources are multiplied by
  std::optional<Plane> plane;
};

/// Empty where nothing has a waveform, or several differ.
std::optional<ReferenceWave> reference_wave(const SpatialOperator& op, const WaveOptions& options);

/// Where all plane waves of a case travel, of length 1; empty without one, or where they differ.
std::optional<Point> direction_of_waves(const WaveOptions& options);

/// Sides whose cells have the total field, and across which the scattered field lies.
std::vector<Side> total_field_sides(const Mesh& mesh, const WaveOptions& options);

/// The area across a plane wave with which it enters a mesh through planes of one direction, as a strip
/// between periodic sides: m², in 2D m. 0 where what it enters has sides of other directions, as a box around
/// a body.
double entered_area(const Mesh& mesh, const WaveOptions& options, const Point& direction);

}  // namespace dgsolve
