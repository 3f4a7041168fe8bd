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

/// Who is told of what a user must know, and of what may be good to know.
struct ResonanceListeners {
  std::function<void(const std::string&)> warn, say;
};

/// Finds them in probes/NAME.csv of a folder, and writes resonances_NAME.csv there. Warns where a record is
/// too short, or has steps of several sizes, and of resonances that are left out or grow. Throws
/// std::runtime_error that names a file.
ResonancesByMonitor write_resonances(const Case& input, int dim, const std::filesystem::path& directory,
                                     const ResonanceListeners& listeners);

/// A section with a table and a picture for each monitor; empty without monitors.
std::string resonance_section(const Case& input, const ResonancesByMonitor& resonances);

}  // namespace dgsolve
