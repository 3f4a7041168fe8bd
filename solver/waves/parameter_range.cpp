#include "solver/waves/parameter_range.hpp"

#include <cmath>
#include <stdexcept>

namespace dgsolve {

void check_range(const ParameterInfo& parameter, const std::string& region, double value) {
  const bool valid = parameter.range == ParameterRange::any        ? std::isfinite(value)
                     : parameter.range == ParameterRange::positive ? value > 0 && std::isfinite(value)
                                                                   : value >= 0 && std::isfinite(value);
  if (valid) return;
  const char* expected = parameter.range == ParameterRange::any        ? "a finite number"
                         : parameter.range == ParameterRange::positive ? "a number > 0"
                                                                       : "a number >= 0";
  throw std::invalid_argument("regions." + region + "." + parameter.name + ": takes the value " +
                              std::to_string(value) + " in a cell; expected " + expected);
}

}  // namespace dgsolve
