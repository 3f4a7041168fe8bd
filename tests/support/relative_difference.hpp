/// How far two lists of numbers are apart.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace dgsolve::test {

/// Largest difference over the largest value; infinite where a value is not finite.
inline double relative_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0, largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!std::isfinite(a[i])) return INFINITY;
    difference = std::max(difference, std::abs(a[i] - b[i]));
    largest = std::max(largest, std::abs(b[i]));
  }
  return difference / largest;
}

}  // namespace dgsolve::test
