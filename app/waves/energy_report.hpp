/// Where a wave run's energy went.
#pragma once

#include "io/report/results/summary.hpp"
#include "io/tables/thinned_series.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// Says what the ledger holds, and warns where it does not close or where the numerical flux took more of the
/// energy than waves may lose that the mesh resolves. Without a ledger the latter is known of closed lossless
/// problems, whose energy nothing else changes. Warns where with absorbing layers the energy keeps growing
/// though nothing puts any in. samples: the energy over time.
void report_energy(const Summary& summary, const SpatialOperator& op, const WaveCase& wave,
                   const ThinnedSeries& samples);

/// Warns where a run with monitors ends while much of the energy is still in the mesh, though sources have
/// ended: it has not reached the monitors.
void check_what_is_left(const Case& input, const Summary& summary);

}  // namespace dgsolve
