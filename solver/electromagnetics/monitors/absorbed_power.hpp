/// The power that lossy media turn into heat.
#pragma once

#include "solver/electromagnetics/monitors/monitor_amplitudes.hpp"

namespace dgsolve {

/// ½ ∫ −ω (Im ε |E|² + Im μ |H|²) dx over the cells of each of an absorption monitor's regions,
/// [region][frequency], W, in 2D W/m; σ is a part of ε.
std::vector<std::vector<double>> absorbed_powers(const MonitorAmplitudes& gathered,
                                                 const WaveOptions& options);

}  // namespace dgsolve
