/// From a case file to a case.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/case/case.hpp"

namespace dgsolve {

/// Reads a case file strictly. `overrides`: "dotted.path=value" of --set, as apply_override takes them. Paths
/// in the case and in overrides are relative to the case file. Throws CaseError with every mistake found, one
/// a line. Where the case names one side of a periodic pair, the result has both.
Case read_case(const std::filesystem::path& file, const std::vector<std::string>& overrides = {});

}  // namespace dgsolve
