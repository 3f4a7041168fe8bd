/// What probes saw, as part of a report.
#pragma once

#include <filesystem>
#include <string>

#include "io/case/case.hpp"

namespace dgsolve {

/// A section with each probe's fields over time and their spectra, or its values where there is no time; of
/// the files in the folder `results`. Empty without such files.
std::string probe_charts(const Case& input, int dim, const std::filesystem::path& results);

}  // namespace dgsolve
