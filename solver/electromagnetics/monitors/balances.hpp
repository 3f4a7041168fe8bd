/// Balances of powers that are found independently, and their signs.
#pragma once

#include <optional>
#include <vector>

#include "solver/electromagnetics/monitors/monitor_amplitudes.hpp"

namespace dgsolve {

/// Misses of a balance that do not count, of the whole.
inline constexpr double tolerable_imbalance = 0.01;

/// Whether a surface parts the mesh, and all sources, one at least, are in cells inside it.
bool is_around_all_sources(const MonitorAmplitudes& gathered, const WaveOptions& options);

/// Frequencies at which powers cannot be.
struct DoubtfulPowers {
  std::vector<std::size_t> negative;
  std::vector<std::size_t> small;  ///< next to nothing of what dipoles radiate in open space
  double smallest = 0;             ///< of that, the first one's share
};
/// powers [frequency]: out of a surface around all sources.
DoubtfulPowers doubtful_powers(const MonitorAmplitudes& gathered, const WaveOptions& options,
                               const std::vector<double>& powers);

/// Monitors, by their numbers in the case's list, that find all of a plane wave's power: flux monitors whose
/// surfaces are together the whole one of what the wave enters, where one looks from the side that the wave
/// comes from, at the scattered field, and the other at the total field; and, where there are losses inside,
/// an absorption monitor of them all. Their shares of the wave must add up to 1.
struct SheetMonitors {
  std::size_t reflected, transmitted;
  std::optional<std::size_t> absorbed;  ///< empty: nothing is lost inside
};
/// numbers: of those among which they are.
std::vector<SheetMonitors> monitors_of_sheets(const SpatialOperator& op, const WaveOptions& options,
                                              std::span<const MonitorOptions> monitors,
                                              std::span<const std::size_t> numbers);

}  // namespace dgsolve
