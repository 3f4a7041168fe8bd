#include "kernels/expression/sampled_function.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/base/digest.hpp"
#include "kernels/expression/sampled_value.hpp"

namespace dgsolve {
namespace {

void check_samples(std::span<const double> places, std::span<const double> values) {
  const std::size_t n = places.size();
  if (n < 2) throw std::invalid_argument(std::to_string(n) + " points; expected two or more");
  if (values.size() != n)
    throw std::invalid_argument(std::to_string(values.size()) + " values at " + std::to_string(n) +
                                " points; expected as many");
  for (std::size_t i = 0; i < n; ++i) {
    if (!std::isfinite(places[i]) || !std::isfinite(values[i]))
      throw std::invalid_argument("point " + std::to_string(i + 1) + " is not finite; expected numbers");
    if (i > 0 && !(places[i] > places[i - 1]))
      throw std::invalid_argument("the time " + std::to_string(places[i]) + " behind " +
                                  std::to_string(places[i - 1]) + "; expected rising times");
  }
}

/// Widths h of the intervals between samples, and the slopes d of the straight lines.
struct Intervals {
  std::vector<double> h, d;

  Intervals(std::span<const double> places, std::span<const double> values) {
    for (std::size_t i = 1; i < places.size(); ++i) {
      h.push_back(places[i] - places[i - 1]);
      d.push_back((values[i] - values[i - 1]) / h.back());
    }
  }
  std::size_t n() const { return h.size(); }
};

/// The spline's slope at each place, from h_i s_{i−1} + 2(h_{i−1} + h_i) s_i + h_{i−1} s_{i+1} =
/// 3(h_i d_{i−1} + h_{i−1} d_i), by which the second derivative does not jump, and from the conditions at
/// both ends, of which this row was subtracted (de Boor, chapter IV). For three samples or more.
std::vector<double> spline_slopes(const Intervals& of) {
  const auto& [h, d] = of;
  const std::size_t n = of.n();  // the last place
  if (n == 2) {                  // the parabola: both conditions are the same
    const double bend = (d[1] - d[0]) / (h[0] + h[1]);
    return {d[0] - bend * h[0], d[0] + bend * h[0], d[1] + bend * h[1]};
  }
  /// at·s_0 + beyond·s_1 = right of the not-a-knot condition, seen from an end: first and second interval.
  const auto at_end = [&](std::size_t first, std::size_t second) {
    const double both = h[first] + h[second];
    return ((h[first] + 2 * both) * h[second] * d[first] + h[first] * h[first] * d[second]) / both;
  };
  std::vector<double> diagonal(n + 1), above(n + 1), s(n + 1);
  diagonal[0] = h[1];
  above[0] = h[0] + h[1];
  s[0] = at_end(0, 1);
  for (std::size_t i = 1; i <= n; ++i) {  // elimination without pivots
    const bool inner = i < n;
    const double below = inner ? h[i] : h[n - 1] + h[n - 2], factor = below / diagonal[i - 1];
    diagonal[i] = (inner ? 2 * (h[i - 1] + h[i]) : h[n - 2]) - factor * above[i - 1];
    above[i] = inner ? h[i - 1] : 0;
    s[i] = (inner ? 3 * (h[i] * d[i - 1] + h[i - 1] * d[i]) : at_end(n - 1, n - 2)) - factor * s[i - 1];
  }
  s[n] /= diagonal[n];
  for (std::size_t i = n; i-- > 0;) s[i] = (s[i] - above[i] * s[i + 1]) / diagonal[i];
  return s;
}

}  // namespace

SampledFunction::SampledFunction(std::span<const double> places, std::span<const double> values,
                                 Interpolation interpolation) {
  check_samples(places, values);
  const Intervals of(places, values);
  const std::size_t n = of.n();
  table_ = {places.front(), places.back(), static_cast<double>(n) / (places.back() - places.front()),
            static_cast<double>(n)};
  std::vector<double> index(n + 1, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    index[sampled_bin(table_.data(), places[i]) + 1] = static_cast<double>(i);
  for (std::size_t bin = 1; bin <= n; ++bin) index[bin] = std::max(index[bin], index[bin - 1]);
  table_.insert(table_.end(), index.begin(), index.end());
  const bool cubic = interpolation == Interpolation::cubic && n > 1;
  const std::vector<double> s = cubic ? spline_slopes(of) : std::vector<double>();
  for (std::size_t i = 0; i < n; ++i) {
    const double h = of.h[i], d = of.d[i];
    if (cubic)  // Hermite's form
      table_.insert(table_.end(), {places[i], values[i], s[i], (3 * d - 2 * s[i] - s[i + 1]) / h,
                                   (s[i] + s[i + 1] - 2 * d) / (h * h)});
    else
      table_.insert(table_.end(), {places[i], values[i], d, 0, 0});
  }
}

void SampledFunction::evaluate(int derivative, const double* u, double* out, std::size_t n) const {
  const auto each = [&](auto value) {
    for (std::size_t i = 0; i < n; ++i) out[i] = value(table_.data(), u[i]);
  };
  switch (derivative) {
    case 0:
      return each(sampled_value<0>);
    case 1:
      return each(sampled_value<1>);
    case 2:
      return each(sampled_value<2>);
    default:
      return each(sampled_value<3>);
  }
}

std::string SampledFunction::digest() const {
  return Digest()
      .add_words({reinterpret_cast<const char*>(table_.data()), table_.size() * sizeof(double)})
      .text();
}

}  // namespace dgsolve
