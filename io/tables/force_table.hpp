/// Tables of forces over time.
#pragma once

#include <string>

#include "solver/flow/forces.hpp"

namespace dgsolve {

/// Below the output folder: "forces/drag.csv".
inline std::string force_file(const std::string& name) { return "forces/" + name + ".csv"; }

/// "force_x (N)", in natural units "force_x".
inline std::string label_of(const ForceColumn& column, bool si) {
  return si && !column.unit.empty() ? column.name + " (" + column.unit + ")" : column.name;
}

inline std::string header_of_forces(const Physics& physics, const ForceOptions& options, bool si) {
  std::string line = "time";
  for (const ForceColumn& column : force_columns(physics, options)) line += ',' + label_of(column, si);
  return line;
}

}  // namespace dgsolve
