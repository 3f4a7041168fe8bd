/// The registered equations and those of tests/physics/, a row each, and a host that has kernels of all.
#pragma once

#include <memory>
#include <vector>

#include "solver/waves/physics_row.hpp"
#include "tests/physics/burgers.hpp"
#include "tests/support/kernels/kernel_files.hpp"
#include "tests/support/waves/every_physics.hpp"

namespace dgsolve::test {

inline std::vector<const Physics*> all_equations() {
  static const Physics of_tests[] = {physics_of<Burgers<2>>(), physics_of<Burgers<3>>()};
  std::vector<const Physics*> all = all_physics();
  for (const Physics& physics : of_tests) all.push_back(&physics);
  return all;
}

inline std::unique_ptr<Device> host_of_tests() {
  return std::make_unique<host::HostDevice<double>>(with_kernels_of_tests());
}

}  // namespace dgsolve::test
