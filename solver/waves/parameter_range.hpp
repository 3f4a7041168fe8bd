/// The ranges of regions' parameters.
#pragma once

#include <string>

#include "kernels/waves/equation.hpp"

namespace dgsolve {

/// Throws std::invalid_argument where a value is outside its parameter's range.
void check_range(const ParameterInfo& parameter, const std::string& region, double value);

}  // namespace dgsolve
