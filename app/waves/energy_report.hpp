/// Where a wave run's energy went.
#pragma once

#include "io/report/summary.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// Says what the ledger holds, and warns where it does not close or where the numerical flux took more of the
/// energy than waves may lose that the mesh resolves. Without a ledger the latter is known of closed lossless
/// problems, whose energy nothing else changes.
void report_energy(const EnergySummary& energy, const SpatialOperator& op, const WaveOptions& options);

}  // namespace dgsolve
