/// What probes saw, read back from their files: of the whole run, however often it was stopped.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "io/case.hpp"
#include "solver/discretization.hpp"

namespace dgsolve {

struct ProbeSeries {
  std::vector<std::string> fields;
  std::vector<double> time;
  std::vector<std::vector<double>> values;  ///< [field][sample]
};

/// Of `directory`/probes/NAME.csv, whose lines must be whole. Throws std::runtime_error that names the file.
ProbeSeries read_probe_series(const std::filesystem::path& directory, const std::string& name);

/// The exact value of a field at a point and a time; nothing where it is not known.
using ExactValue =
    std::function<std::optional<double>(const std::string& field, const std::array<double, 3>& x, double t)>;

/// Probe → field → error. l2: root mean square over time.
using ProbeErrors = std::map<std::string, std::map<std::string, FieldError>>;

/// Errors of all that the probes' files in an output folder hold.
ProbeErrors probe_errors(const OutputOptions& output, const ExactValue& exact);

}  // namespace dgsolve
