#include "solver/electromagnetics/s_parameters/port_pulse.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <unsupported/Eigen/FFT>
#include <vector>

namespace dgsolve {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double suppressed = 1e-3;  ///< −60 dB
constexpr int samples = 32;          ///< in the shortest period
constexpr double end_of_edge = 4.5;  ///< widths: ½ erfc(4.5) = 1e-10

double highest_in_table(const PortPulse& pulse) { return pulse.upper + end_of_edge * pulse.width; }

}  // namespace

double PortPulse::spectrum(double f) const {
  const auto at = [&](double x) { return std::erf((x - lower) / width) - std::erf((x - upper) / width); };
  return at(f) / at((lower + upper) / 2);
}

double PortPulse::half_length() const {
  const double edge = std::sqrt(std::log(1e7));  // of exp(−(π width t)²)
  return edge / (pi * width);
}

double PortPulse::highest() const {
  double f = upper;
  while (spectrum(f) > suppressed) f += width / 50;
  return f;
}

PortPulse port_pulse(std::array<double, 2> band, std::span<const double> cut_offs, const std::string& unit) {
  const auto [lowest, highest] = band;
  double below = 0;  // the highest cut-off below the band, or 0
  for (const double cut_off : cut_offs) {
    if (cut_off >= lowest && cut_off <= highest)
      throw std::invalid_argument(fmt::format(
          "the cut-off {:.6g}{} lies in the band from {:.6g}{} to {:.6g}{}, and no pulse has the whole band "
          "and nothing there; expected a band above or below it",
          cut_off, unit, lowest, unit, highest, unit));
    if (cut_off < lowest) below = std::max(below, cut_off);
  }
  // A band without width is a Gaussian around it.
  PortPulse pulse{lowest, std::max(highest, lowest * (1 + 1e-6)), 0};
  double narrow = 0, wide = lowest - below;
  for (int i = 0; i < 60; ++i) {
    pulse.width = (narrow + wide) / 2;
    const bool fits =
        pulse.spectrum(below) <= suppressed && std::ranges::all_of(cut_offs, [&](double cut_off) {
          return cut_off <= highest || pulse.spectrum(cut_off) <= suppressed;
        });
    (fits ? narrow : wide) = pulse.width;
  }
  pulse.width = narrow;
  return pulse;
}

std::vector<std::complex<double>> transform(const Expression& f, const PortPulse& pulse, double end,
                                            std::span<const double> omega) {
  const auto n = static_cast<std::size_t>(4 * samples * highest_in_table(pulse) * end) + 1;
  const double dt = end / static_cast<double>(n);
  std::vector<double> values(n + 1);
  for (std::size_t i = 0; i <= n; ++i) values[i] = dt * f(0, 0, 0, static_cast<double>(i) * dt);
  std::vector<std::complex<double>> all;
  for (const double w : omega) {
    std::complex<double> sum = 0;
    for (std::size_t i = 0; i <= n; ++i) sum += values[i] * std::polar(1.0, -w * static_cast<double>(i) * dt);
    all.push_back(sum);
  }
  return all;
}

Expression pulse_in_time(const PortPulse& pulse, double delay,
                         const std::function<std::complex<double>(double omega)>& response) {
  const double first = std::max(0.0, pulse.lower - end_of_edge * pulse.width), last = highest_in_table(pulse);
  const double dt = 1 / (samples * last), length = 2 * delay;
  const std::size_t n_table = static_cast<std::size_t>(length / dt) + 2;
  const std::size_t n = std::bit_ceil(8 * n_table);  // what decays slowly does not come around
  const double df = 1 / (static_cast<double>(n) * dt);
  std::vector<std::complex<double>> plain(n), answer(n), in_time;
  for (std::size_t k = 1; k < n / 2; ++k) {
    const double f = static_cast<double>(k) * df;
    if (f < first || f > last) continue;
    plain[k] = pulse.spectrum(f) * std::polar(1.0, -2 * pi * f * delay);
    answer[k] = plain[k] * response(2 * pi * f);
  }
  Eigen::FFT<double> fft;
  fft.inv(in_time, plain);
  double peak = 0;
  for (const std::complex<double>& value : in_time) peak = std::max(peak, std::abs(value.real()));
  fft.inv(in_time, answer);
  std::vector<double> times(n_table), values(n_table);
  for (std::size_t i = 0; i < n_table; ++i) {
    times[i] = static_cast<double>(i) * dt;
    values[i] = in_time[i].real() / peak;
  }
  values.front() = values.back() = 0;
  return Expression::sampled(
      std::make_shared<SampledFunction>(times, values, SampledFunction::Interpolation::cubic));
}

}  // namespace dgsolve
