/// Tables of lumped ports' and elements' voltages and currents over time.
#pragma once

#include <string>

namespace dgsolve {

/// Below the output folder: "lumped/gap.csv".
inline std::string circuit_file(const std::string& name) { return "lumped/" + name + ".csv"; }

inline std::string header_of_circuits(bool si) {
  return si ? "time (s),voltage (V),current (A)" : "time,voltage,current";
}

}  // namespace dgsolve
