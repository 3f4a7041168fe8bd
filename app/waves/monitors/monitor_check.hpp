/// Whether mesh, step and run carry what a case's monitors ask for.
#pragma once

#include "io/case/case.hpp"
#include "solver/electromagnetics/monitors/monitor_sampling.hpp"

namespace dgsolve {

/// Where and how often a monitor takes the fields; dt: the largest step, s. Throws CaseError that names it in
/// the case.
MonitorSampling find_sampling(const MonitorOptions& monitor, const Case& input, const SpatialOperator& op,
                              double dt);

/// Warns of frequencies beyond what mesh and step resolve, and of periods longer than the run. Throws
/// CaseError where a monitor does not fit the mesh, or steps are too long for a frequency to be told.
void check_monitors(const Case& input, const SpatialOperator& op, double dt);

}  // namespace dgsolve
