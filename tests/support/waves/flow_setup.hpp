/// Sets up flows in a test from primitive variables.
#pragma once

#include "tests/support/meshes/curved_meshes.hpp"
#include "tests/support/waves/wave_setup.hpp"

namespace dgsolve::test {

/// Options of a flow with these parameters of its gas, where not the default in natural units.
inline WaveSystem flow_options(const std::string& equation, int order, const Mesh& mesh,
                               const std::map<std::string, double>& gas = {},
                               const std::string& riemann = "hllc") {
  WaveSystem options;
  options.equation = equation;
  options.riemann = riemann;
  options.order = order;
  for (const ParameterInfo& p : find_physics(equation, mesh.dim, "", riemann).info.parameters)
    options.medium[p.name] =
        gas.contains(p.name) ? gas.at(p.name) : p.natural_default.value_or(p.default_value);
  return options;
}

}  // namespace dgsolve::test
