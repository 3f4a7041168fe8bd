/// Waves at lumped ports, from what a run has written of their voltages and currents.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "solver/waves/monitors/cut_off_tail.hpp"

namespace dgsolve {

/// [frequency][a, b] of a port of resistance R, in √W s, near the end of a run and at its end. omega: rad/s.
/// file: circuit_file, with a line a step. Throws std::runtime_error that names the file where it is no such
/// table.
std::vector<TailSample> waves_in_table(const std::filesystem::path& file, double R,
                                       std::span<const double> omega);

}  // namespace dgsolve
