/// Vectors of the host, and the loops over them: fixed chunks, whose sums are added in order, so that results
/// do not depend on the number of threads.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/algebra/sparse_arrays.hpp"
#include "kernels/base/loop_threads.hpp"
#include "kernels/host/simd/memory.hpp"

namespace dgsolve::host {

template <class T>
struct HostVector : DeviceVector {
  HostVector(std::size_t size, const ByteCount& total)
      : DeviceVector(size, precision_of<T>), values(size), counted(total, values.bytes()) {}
  AlignedArray<T> values;
  CountedBytes counted;
};

/// The numbers of a vector of precision T. Throws std::invalid_argument where it has another.
template <class T>
const T* values_of(const DeviceVector& x) {
  return values_in<HostVector, T>(x);
}
template <class T>
T* values_of(DeviceVector& x) {
  return const_cast<T*>(values_of<T>(static_cast<const DeviceVector&>(x)));
}

template <class T>
using HostMap = CheckedMap<HostVector, T>;

constexpr std::ptrdiff_t chunk = 4096;

/// body(first, last) for every chunk of 0…n−1, which takes `numbers_each` numbers for each.
template <class Body>
void for_chunks(std::size_t n, int threads, Body body, std::size_t numbers_each = 1) {
  const std::ptrdiff_t end = static_cast<std::ptrdiff_t>(n), n_chunks = (end + chunk - 1) / chunk;
#pragma omp parallel for schedule(static) num_threads(threads_for(n* numbers_each, threads))
  for (std::ptrdiff_t c = 0; c < n_chunks; ++c) body(c * chunk, std::min(end, (c + 1) * chunk));
}

/// Σ body(first, last) over the chunks of 0…n−1, in order.
template <class Body>
double sum_chunks(std::size_t n, int threads, Body body) {
  std::vector<double> sums((n + chunk - 1) / chunk);
  for_chunks(n, threads,
             [&](std::ptrdiff_t first, std::ptrdiff_t last) { sums[first / chunk] = body(first, last); });
  double sum = 0;
  for (const double s : sums) sum += s;
  return sum;
}

}  // namespace dgsolve::host
