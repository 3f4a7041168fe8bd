#include "solver/elliptic/map_timing.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace dgsolve {
namespace {

/// Seconds of the faster of two runs of `work`, which leaves a scalar, after one that does not count.
template <class Work>
double seconds_of(LinearAlgebra& algebra, Work work) {
  using Clock = std::chrono::steady_clock;
  const auto result = algebra.scalar();
  double best = std::numeric_limits<double>::infinity();
  for (int run = 0; run < 3; ++run) {
    const Clock::time_point start = Clock::now();
    work(*result);
    algebra.value(*result);  // waits
    if (run > 0) best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return best;
}

}  // namespace

double seconds_of_product(LinearAlgebra& algebra, LinearMap& map) {
  const auto x = algebra.vector(map.cols, map.precision), y = algebra.vector(map.rows, map.precision);
  return seconds_of(algebra, [&](DeviceScalar& result) {
    map.apply(*x, *y);
    algebra.norm(*y, result);
  });
}

double seconds_to_read(LinearAlgebra& algebra, double bytes) {
  constexpr std::size_t n = 4'000'000;  // numbers: more than caches hold
  const auto x = algebra.vector(n, Precision::double_), y = algebra.vector(n, Precision::double_);
  const double seconds = seconds_of(algebra, [&](DeviceScalar& result) { algebra.dot(*x, *y, result); });
  return seconds * bytes / (2.0 * n * sizeof(double));
}

}  // namespace dgsolve
