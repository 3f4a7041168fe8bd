/// The kernel by which a measure goes over a group's cells: of the type behind `threads`, which has its
/// Shared memory and its run().
#pragma once

#include "kernels/cuda/waves/cells/stage_arguments.hpp"
#include "kernels/cuda/waves/measures/transfer_arguments.hpp"

#define DGSOLVE_MEASURE(name, threads, ...)                                                               \
  __global__ void __launch_bounds__(threads, 1)                                                           \
      name(const __grid_constant__ Arguments<Config> arguments, const __grid_constant__ BlockSums sums) { \
    __shared__ __VA_ARGS__::Shared shared;                                                                \
    __VA_ARGS__::run(arguments, sums, shared);                                                            \
  }
