#include "solver/linear/map_timing.hpp"

#include <algorithm>
#include <limits>

#include "kernels/base/part_clock.hpp"

namespace dgsolve {

double seconds_of(LinearAlgebra& algebra, const std::function<void()>& work) {
  constexpr double long_enough = 5e-3;  // for the clock, and for what a replay costs by itself
  constexpr int most = 1024;
  const auto last = algebra.scalar();
  for (int n = 1;; n *= 2) {
    const auto recording = algebra.record(work, n);
    double best = std::numeric_limits<double>::infinity();  // other programs only add to it
    for (int run = 0; run < 2; ++run) {
      algebra.value(*last);  // waits
      const Stopwatch stopwatch;
      recording->replay();
      algebra.value(*last);
      best = std::min(best, stopwatch.seconds());
    }
    if (best > long_enough || n == most) return best / n;
  }
}

double seconds_of_product(LinearAlgebra& algebra, LinearMap& map) {
  const auto x = algebra.vector(map.cols, map.precision), y = algebra.vector(map.rows, map.precision);
  std::vector<double> values(map.cols);  // not zeros, which take less power, and maybe less time
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1 + static_cast<double>(i % 7) / 3;
  algebra.upload(values, *x);
  return seconds_of(algebra, [&] { map.apply(*x, *y); });
}

double seconds_to_read(LinearAlgebra& algebra, double bytes) {
  constexpr std::size_t n = 4'000'000;  // numbers: more than caches hold
  const auto x = algebra.vector(n, Precision::double_);
  const auto result = algebra.scalar();
  const double seconds = seconds_of(algebra, [&] { algebra.norm(*x, *result); });
  return seconds * bytes / static_cast<double>(n * sizeof(double));
}

}  // namespace dgsolve
