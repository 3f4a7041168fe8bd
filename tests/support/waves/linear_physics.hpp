/// The registry's linear equations, for tests that loop over them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "solver/waves/physics.hpp"

namespace dgsolve::test {

inline std::vector<const Physics*> linear_physics() {
  std::vector<const Physics*> all;
  for (const Physics& physics : physics_registry())
    if (physics.linear) all.push_back(&physics);
  return all;
}

inline std::string name_of(const testing::TestParamInfo<const Physics*>& info) {
  return info.param->info.equation + info.param->info.formulation + std::to_string(info.param->info.dim) +
         "d";
}

}  // namespace dgsolve::test
