#include "kernels/host/simd/machine_limits.hpp"

#include <omp.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include "kernels/base/device_error.hpp"
#include "kernels/host/simd/memory.hpp"

// One function an instruction set, from the translation units of instruction_sets.cmake.
#define DGSOLVE_INSTRUCTION_SET(isa)                \
  namespace dgsolve::isa {                          \
  double multiply_add_loop(long n, double* result); \
  double multiply_add_loop(long n, float* result);  \
  }
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET

namespace dgsolve::host {
namespace {

constexpr int tries = 5;

/// Shortest time of several calls of body() on all threads at once, s.
template <class Body>
double shortest_time(int threads, Body body) {
  double shortest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < tries; ++i) {
    double start = 0;
#pragma omp parallel num_threads(threads)
    {
#pragma omp barrier
#pragma omp single
      start = omp_get_wtime();
      body(omp_get_thread_num());
    }
    shortest = std::min(shortest, omp_get_wtime() - start);
  }
  return shortest;
}

/// Runs n rounds of multiply-adds in registers; returns the floating-point operations done. result: [2], in:
/// factor and term, out: a sum of everything.
template <class T>
double multiply_add_loop(InstructionSet set, long n, T* result) {
#define DGSOLVE_INSTRUCTION_SET(isa) \
  if (set == InstructionSet::isa) return dgsolve::isa::multiply_add_loop(n, result);
#include "instruction_set_list.inc"
#undef DGSOLVE_INSTRUCTION_SET
  throw DeviceError("this build has no code for the instruction set asked for");
}
template <class T>
double measure_multiply_adds(InstructionSet set, int threads) {
  constexpr long rounds = 1'000'000;
  std::vector<double> operations(threads);
  const double time = shortest_time(threads, [&](int thread) {
    T result[2] = {T(0.999), T(0.001)};
    operations[thread] = multiply_add_loop(set, rounds, result);
  });
  return threads * operations[0] / time;
}

double measure_copy(int threads) {
  constexpr std::size_t bytes = std::size_t{128} << 20;
  AlignedArray<char> from(bytes), to(bytes);
  const std::size_t part = bytes / threads;
  const double time = shortest_time(threads, [&](int thread) {
    std::memcpy(to.data() + thread * part, from.data() + thread * part, part);
  });
  return 2.0 * static_cast<double>(part * threads) / time;
}

}  // namespace

template <class T>
DeviceLimits measure_limits(InstructionSet set, int threads) {
  return {measure_multiply_adds<T>(set, threads), measure_copy(threads)};
}
template DeviceLimits measure_limits<double>(InstructionSet, int);
template DeviceLimits measure_limits<float>(InstructionSet, int);

}  // namespace dgsolve::host
