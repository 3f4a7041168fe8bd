#include "solver/linear/map_timing.hpp"

#include <algorithm>
#include <limits>

#include "kernels/base/phase_clock.hpp"

namespace dgsolve {

namespace {

/// The shorter of two replays: other programs only add to it.
double seconds_of_replay(LinearAlgebra& algebra, Recording& recording) {
  const auto last = algebra.scalar();
  double best = std::numeric_limits<double>::infinity();
  for (int run = 0; run < 2; ++run) {
    algebra.value(*last);  // waits
    const Stopwatch stopwatch;
    recording.replay();
    algebra.value(*last);
    best = std::min(best, stopwatch.seconds());
  }
  return algebra.agreed(best);
}

}  // namespace

double seconds_to_compare(LinearAlgebra& algebra) {
  constexpr double replays = 200;
  const auto one = algebra.vector(1, Precision::double_);
  const auto nothing = algebra.record([&] { algebra.set_zero(*one); }, 1);
  return std::min(seconds_to_trust, replays * seconds_of_replay(algebra, *nothing));
}

double seconds_of(LinearAlgebra& algebra, const std::function<void()>& work, double long_enough) {
  constexpr int most = 1024;
  for (int n = 1;; n *= 2) {
    const auto recording = algebra.record(work, n);
    const double seconds = seconds_of_replay(algebra, *recording);
    if (seconds > long_enough || n == most) return seconds / n;
  }
}

double seconds_of_product(LinearAlgebra& algebra, LinearMap& map, double long_enough) {
  const auto x = algebra.vector(map.cols, map.precision), y = algebra.vector(map.rows, map.precision);
  std::vector<double> values(map.cols);  // not zeros, which take less power, and maybe less time
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1 + static_cast<double>(i % 7) / 3;
  algebra.upload(values, *x);
  return seconds_of(
      algebra, [&] { map.apply(*x, *y); }, long_enough);
}

double most_seconds_of_product(LinearAlgebra& algebra, LinearMap& map) {
  const auto x = algebra.vector(map.cols, map.precision), y = algebra.vector(map.rows, map.precision);
  const auto last = algebra.scalar();
  algebra.value(*last);  // waits
  const Stopwatch stopwatch;
  map.apply(*x, *y);
  algebra.value(*last);
  return algebra.agreed(stopwatch.seconds());
}

double seconds_to_read(LinearAlgebra& algebra, double bytes, double long_enough) {
  constexpr std::size_t n = 1'000'000;  // numbers: fresh memory for more would take longer than to read it
  const auto x = algebra.vector(n, Precision::double_);
  const auto result = algebra.scalar();
  const double seconds = seconds_of(
      algebra, [&] { algebra.norm(*x, *result); }, long_enough);
  return seconds * bytes / (n * sizeof(double));
}

}  // namespace dgsolve
