#include "io/report/results/spectrum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <numeric>
#include <span>
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

/// Amplitude of a windowed signal at any frequency, in cycles a sample.
double amplitude_at(double frequency, std::span<const double> signal, double window) {
  const std::complex<double> turn = std::polar(1.0, -2 * std::numbers::pi * frequency);
  std::complex<double> sum = 0;
  for (auto value = signal.rbegin(); value != signal.rend(); ++value) sum = sum * turn + *value;  // Horner
  return 2 * std::abs(sum) / window;
}

/// The peak of a sine between two frequencies a 1/T apart. Beside its own frequency, by ν/T, a sine has the
/// part sinc(ν)/(1 − ν²) of its amplitude under a Hann window (Harris, p. 62).
SpectralPeak refined_peak(double near, std::span<const double> signal, double window) {
  const double line = 1 / static_cast<double>(signal.size()), first = near - line / 2;
  const double here = amplitude_at(first, signal, window),
               ratio = amplitude_at(first + line, signal, window) / here;
  const double nu = (2 * ratio - 1) / (ratio + 1), angle = std::numbers::pi * nu;
  const double part = std::abs(nu) < 1e-6 ? 1 : std::sin(angle) / (angle * (1 - nu * nu));
  return {first + nu * line, here / part};
}

/// lines: the spectrum, of the signal with zeros behind it, `per_line` to each 1/T.
std::vector<SpectralPeak> find_peaks(const std::vector<double>& lines, double per_line,
                                     std::span<const double> signal, double window) {
  constexpr double lowest = 1.0 / 50;
  constexpr std::size_t most_peaks = 16;
  const double least = lowest * *std::max_element(lines.begin(), lines.end());
  // The window's own peak is 4 lines wide, and beside it are lower ones.
  const auto width = static_cast<std::size_t>(std::ceil(2.5 * per_line));
  std::vector<SpectralPeak> peaks;
  for (auto k = static_cast<std::size_t>(2 * per_line); k + 1 < lines.size(); ++k) {
    if (lines[k] < least || lines[k] <= lines[k - 1] || lines[k] < lines[k + 1]) continue;
    const auto begin = lines.begin() + static_cast<long>(k - std::min(k, width)),
               end = lines.begin() + static_cast<long>(std::min(k + width + 1, lines.size()));
    if (lines[k] >= *std::max_element(begin, end))
      peaks.push_back(refined_peak(static_cast<double>(k) / per_line / static_cast<double>(signal.size()),
                                   signal, window));
  }
  std::ranges::sort(peaks, std::greater<>(), &SpectralPeak::amplitude);
  peaks.resize(std::min(peaks.size(), most_peaks));
  std::ranges::sort(peaks, std::less<>(), &SpectralPeak::frequency);
  return peaks;
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
  spectrum.peaks = find_peaks(spectrum.amplitude, static_cast<double>(signal.size()) / static_cast<double>(n),
                              std::span(signal).first(n), window);
  for (SpectralPeak& peak : spectrum.peaks) peak.frequency /= dt;
  return spectrum;
}

std::size_t memory_of_spectrum(std::size_t n) {
  const std::size_t padded = 4 * std::bit_ceil(std::min(n, most));
  // The signal, its transform and the transform's own tables, the spectrum with its frequencies.
  return padded * (sizeof(double) + 2 * sizeof(std::complex<double>) + sizeof(double));
}

}  // namespace dgsolve
