/// What a run in time leaves for its summary, and for those who continue it.
#pragma once

#include <optional>

#include "io/case/case.hpp"
#include "io/report/results/summary.hpp"
#include "io/restart/checkpoint.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

/// Field values updated in a step, once for each stage.
std::size_t dofs_per_step(const SpatialOperator& op);

/// Errors of fields at a time, and of probes over time, where the case has an exact solution.
void measure_errors(const Case& input, const SpatialOperator& op, const Integrator& integrator, double time,
                    Summary& summary);

/// How fast the steps were taken, in so many seconds; bound: what the device allows, field values a second.
void measure_throughput(const SpatialOperator& op, std::optional<double> bound, double seconds,
                        TimeSummary& time);

/// Says how a restart in other materials changed the energy, J, of the same fields.
void report_other_energy(const RunRecord& earlier, double energy);

/// Says what forces were, and warns where cells are too coarse for the friction at walls.
void report_forces(const std::vector<ForceSummary>& forces);

}  // namespace dgsolve
