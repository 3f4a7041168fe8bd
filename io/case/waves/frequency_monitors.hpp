/// Monitors of a case that gather fields at chosen frequencies.
#pragma once

#include <vector>

#include "io/case/mesh_check.hpp"
#include "io/yaml/case_section.hpp"
#include "solver/electromagnetics/monitors/monitor_options.hpp"

namespace dgsolve {

/// `frequencies`, Hz: a list, or {from, to, count}.
void read_frequencies(CaseSection& section, std::vector<double>& frequencies);

/// But its name and its type, which are known.
void read_frequency_monitor(CaseSection& section, MonitorOptions& monitor);

/// Their names against the mesh, and their kinds against the equation.
void check_frequency_monitors(const std::vector<MonitorOptions>& monitors, const EquationInfo& system,
                              MeshCheck& check);

}  // namespace dgsolve
