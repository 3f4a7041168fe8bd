/// The frequencies that a run has waves of.
#pragma once

#include <optional>
#include <vector>

#include "solver/electromagnetics/media/material.hpp"
#include "solver/electromagnetics/monitors/monitor_options.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// From the lowest to the highest one of waveforms (40 dB below their peaks), monitors and others, as those
/// of S-parameters. A band from 0 begins at a hundredth of its end. Nothing: the case has none.
std::optional<Band> band_of_run(const WaveOptions& options, double final,
                                const std::vector<MonitorOptions>& monitors,
                                const std::vector<double>& others);

/// Likewise of frequencies.
std::optional<Band> band_around(const std::vector<double>& frequencies);

}  // namespace dgsolve
