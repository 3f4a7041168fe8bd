#include "solver/waves/monitors/cut_off_tail.hpp"

#include <algorithm>
#include <cmath>

namespace dgsolve {

CutOffTail tail_of(std::span<const std::complex<double>> last, std::span<const std::complex<double>> before,
                   std::span<const std::complex<double>> earlier) {
  constexpr double nearest = 0.1;  // |1 − q|: nearer to 1 the ratio is not known well enough
  double change = 0, change_before = 0;
  std::complex<double> product = 0;
  for (std::size_t i = 0; i < last.size(); ++i) {
    const std::complex<double> now = last[i] - before[i], then = before[i] - earlier[i];
    change += std::norm(now);
    change_before += std::norm(then);
    product += now * std::conj(then);
  }
  if (change == 0) return {0, {}};
  if (change_before == 0) return {std::sqrt(change), {}};
  const std::complex<double> q = product / change_before;
  CutOffTail tail{std::sqrt(change) * std::abs(q) / std::max(std::abs(1.0 - q), nearest), {}};
  if (const double ratio = std::sqrt(change / change_before); ratio < 1) tail.ratio = ratio;
  return tail;
}

double norm_of(std::span<const std::complex<double>> values) {
  double sum = 0;
  for (const std::complex<double>& value : values) sum += std::norm(value);
  return std::sqrt(sum);
}

}  // namespace dgsolve
