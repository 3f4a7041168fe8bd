/// Errors of what probes saw: of the whole run, however often it was stopped, for their files are read back.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/tables/probes.hpp"
#include "solver/discretization/discretization.hpp"

namespace dgsolve {

/// The exact value of a field at a point and a time; nothing where it is not known.
using ExactValue =
    std::function<std::optional<double>(const std::string& field, const std::array<double, 3>& x, double t)>;

/// Probe → field → error. l2: root mean square over time.
using ProbeErrors = std::map<std::string, std::map<std::string, FieldError>>;

/// Errors of all that the probes' files in an output folder hold.
ProbeErrors probe_errors(const std::vector<ProbeOutput>& probes, const std::filesystem::path& directory,
                         const ExactValue& exact);

}  // namespace dgsolve
