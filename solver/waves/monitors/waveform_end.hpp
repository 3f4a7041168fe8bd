/// How long sources act.
#pragma once

#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// The time up to `final` after which no waveform, of sources, of boundaries' plane waves or of generators in
/// circuits, exceeds a millionth of its largest value; 0 without waveforms. Found by samples.
double end_of_waveforms(const WaveOptions& options, double final);

}  // namespace dgsolve
