/// The spectra of a case's waveforms: whether mesh and step carry them, and what the outputs tell of them.
#pragma once

#include <map>
#include <string>

#include "io/report/results/summary.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// Says each waveform's band, and warns where the mesh or the step cannot carry its upper end, and where a
/// plane wave begins with a jump.
void check_waveforms(const Case& input, const SpatialOperator& op, double dt);

/// Writes spectrum_NAME.csv for each waveform into the output folder.
std::map<std::string, BandSummary> write_waveform_spectra(const Case& input);

}  // namespace dgsolve
