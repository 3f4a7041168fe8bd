/// The registry of equations as a parameter of tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "solver/waves/physics/physics.hpp"

namespace dgsolve::test {

inline std::vector<const Physics*> all_physics() {
  std::vector<const Physics*> all;
  for (const Physics& physics : physics_registry()) all.push_back(&physics);
  return all;
}

inline std::vector<const Physics*> linear_physics() {
  std::vector<const Physics*> linear;
  for (const Physics& physics : physics_registry())
    if (physics.info.linear) linear.push_back(&physics);
  return linear;
}

/// "maxwellTM2d", "burgersgodunov2d"
inline std::string name_of(const Physics& physics) {
  return physics.info.equation + physics.info.formulation + physics.info.riemann +
         std::to_string(physics.info.dim) + "d";
}

inline std::string name_of_physics(const testing::TestParamInfo<const Physics*>& info) {
  return name_of(*info.param);
}

}  // namespace dgsolve::test
