/// Runs kernels that were compiled with the tests.
#pragma once

#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

#include "kernels/cuda/gpu/launcher.hpp"
#include "tests/simt/simt.hpp"

namespace dgsolve::simt {

/// One launch of a configuration's kernels (simt/configurations.hpp); `parameters`: addresses of what the
/// kernel takes, as in CUDA.
template <int configuration>
void run_emulated(const cuda::KernelLaunch& launch, void** parameters, Order order);

/// The object whose bytes stand at an address, maybe as another type's of the same layout.
template <class T>
T read_as(const void* from) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class... Parameter>
void run_kernel(void (*kernel)(Parameter...), const cuda::KernelLaunch& launch, void** parameters,
                Order order) {
  const auto read_all = [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::tuple<Parameter...>{read_as<Parameter>(parameters[i])...};
  };
  const auto arguments = read_all(std::index_sequence_for<Parameter...>{});
  simt::launch(static_cast<unsigned>(launch.blocks), launch.threads, launch.shared_bytes, order,
               [&] { std::apply(kernel, arguments); });
}

}  // namespace dgsolve::simt
