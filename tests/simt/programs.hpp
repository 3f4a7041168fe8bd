/// The kernels that were compiled with the tests, by configuration.
#pragma once

#include <iterator>
#include <utility>
#include <vector>

#include "tests/simt/configurations.hpp"
#include "tests/simt/emulated_gpu.hpp"
#include "tests/simt/run_emulated.hpp"

namespace dgsolve::test {

template <int... i>
std::vector<simt::Program> all_programs(std::integer_sequence<int, i...>) {
  return {simt::run_emulated<i>...};
}
inline const auto programs = all_programs(std::make_integer_sequence<int, std::size(configurations)>());

}  // namespace dgsolve::test
