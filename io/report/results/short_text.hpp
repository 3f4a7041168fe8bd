/// Numbers as reports show them.
#pragma once

#include <fmt/core.h>

#include <optional>
#include <string>

namespace dgsolve {

/// Four digits.
inline std::string short_text(double value) { return fmt::format("{:.4g}", value); }
inline std::string short_text(std::optional<double> value) { return value ? short_text(*value) : "–"; }

}  // namespace dgsolve
