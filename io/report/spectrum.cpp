#include "io/report/spectrum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>
#include <unsupported/Eigen/FFT>

namespace dgsolve {
namespace {

constexpr std::size_t fewest = 8;
/// Longer signals are resampled to so many points.
constexpr std::size_t most = std::size_t{1} << 18;

bool is_even(const std::vector<double>& time, double dt) {
  for (std::size_t i = 0; i < time.size(); ++i)
    if (std::abs(time[i] - time[0] - static_cast<double>(i) * dt) > 1e-3 * dt) return false;
  return true;
}

/// Values at n even times, by linear interpolation.
std::vector<double> resampled(const std::vector<double>& time, const std::vector<double>& values,
                              std::size_t n) {
  const double dt = (time.back() - time.front()) / static_cast<double>(n - 1);
  std::vector<double> even(n);
  std::size_t at = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double t = time.front() + static_cast<double>(i) * dt;
    while (at + 2 < time.size() && time[at + 1] < t) ++at;
    const double share = std::clamp((t - time[at]) / (time[at + 1] - time[at]), 0.0, 1.0);
    even[i] = values[at] + share * (values[at + 1] - values[at]);
  }
  return even;
}

/// Takes the mean out, and lets the ends fade. The window's sum.
double apply_window(std::vector<double>& signal) {
  const double n = static_cast<double>(signal.size());
  const double mean = std::accumulate(signal.begin(), signal.end(), 0.0) / n;
  double sum = 0;
  for (std::size_t i = 0; i < signal.size(); ++i) {
    const double weight = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * (static_cast<double>(i) + 0.5) / n);
    signal[i] = (signal[i] - mean) * weight;
    sum += weight;
  }
  return sum;
}

}  // namespace

Spectrum amplitude_spectrum(const std::vector<double>& time, const std::vector<double>& values) {
  const auto finite = [](double value) { return std::isfinite(value); };
  if (time.size() < fewest || !std::all_of(values.begin(), values.end(), finite)) return {};
  const auto [lowest, highest] = std::minmax_element(values.begin(), values.end());
  if (*highest - *lowest <= 1e-12 * std::max(std::abs(*highest), std::abs(*lowest))) return {};

  Spectrum spectrum;
  const std::size_t n = std::min(time.size(), most);
  const double dt = (time.back() - time.front()) / static_cast<double>(n - 1);
  spectrum.resampled = n < time.size() || !is_even(time, dt);
  std::vector<double> signal = spectrum.resampled ? resampled(time, values, n) : values;
  const double window = apply_window(signal);
  signal.resize(4 * std::bit_ceil(n));  // zeros behind it: peaks come out round, and powers of two are fast
  std::vector<std::complex<double>> transform;
  Eigen::FFT<double>().fwd(transform, signal);

  for (std::size_t k = 0; k <= signal.size() / 2; ++k) {
    spectrum.frequency.push_back(static_cast<double>(k) / (static_cast<double>(signal.size()) * dt));
    spectrum.amplitude.push_back(2 * std::abs(transform[k]) / window);
  }
  return spectrum;
}

}  // namespace dgsolve
