/// The registered equations and those of tests/physics/, a row each, and a host that has kernels of all.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "solver/waves/physics/physics_row.hpp"
#include "tests/physics/burgers.hpp"
#include "tests/support/kernels/kernel_files.hpp"
#include "tests/support/waves/every_physics.hpp"

namespace dgsolve::test {

inline std::span<const Physics> equations_of_tests() {
  using enum burgers::Riemann;
  static const Physics rows[] = {physics_of<Burgers<2, lax_friedrichs>>(), physics_of<Burgers<2, godunov>>(),
                                 physics_of<Burgers<3, lax_friedrichs>>(), physics_of<Burgers<3, godunov>>()};
  return rows;
}

inline std::vector<const Physics*> all_equations() {
  std::vector<const Physics*> all = all_physics();
  for (const Physics& physics : equations_of_tests()) all.push_back(&physics);
  return all;
}

inline std::unique_ptr<Device> host_of_tests() {
  return std::make_unique<host::HostDevice<double>>(with_kernels_of_tests());
}

}  // namespace dgsolve::test
