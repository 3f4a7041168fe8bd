/// The section `boundaries` of a case of waves.
#pragma once

#include "io/case/waves/sources_reader.hpp"

namespace dgsolve {

/// Adds an entry for each group that the section names, and pairs periodic groups. Plane waves name waveforms
/// of `sources`. The medium's parameters are read.
void read_boundaries(const ProblemReading& reading, SourcesReader& sources, Case& c, WaveOptions& wave);

}  // namespace dgsolve
