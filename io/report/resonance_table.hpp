/// Resonances in what monitors recorded over time, as CSV and as a part of a report.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "io/case/case.hpp"

namespace dgsolve {

using ResonancesByMonitor = std::map<std::string, std::vector<Resonance>>;

/// Finds them in probes/NAME.csv of a folder, and writes resonances_NAME.csv there. `warn` is told where a
/// record is too short, or has steps of several sizes. Throws std::runtime_error that names a file.
ResonancesByMonitor write_resonances(const Case& input, int dim, const std::filesystem::path& directory,
                                     const std::function<void(const std::string&)>& warn);

/// A section with a table and a picture for each monitor; empty without monitors.
std::string resonance_section(const Case& input, const ResonancesByMonitor& resonances);

}  // namespace dgsolve
