#include "solver/waves/sources/waveforms.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <stdexcept>
#include <unsupported/Eigen/FFT>

namespace dgsolve {
namespace {

constexpr double pi = std::numbers::pi;
const double edge = std::sqrt(std::log(100.0));  // exp(−edge²) is 40 dB down

/// τ of a Gaussian.
double width_of(const Waveform& w) {
  return (w.kind == Waveform::Kind::gaussian ? 1 : 2) * edge / (pi * w.bandwidth);
}

}  // namespace

double default_delay(const Waveform& w) {
  switch (w.kind) {
    case Waveform::Kind::gaussian:
    case Waveform::Kind::modulated_gaussian:
      return 4 * width_of(w);  // exp(−16) = 1.1e-7
    case Waveform::Kind::ricker:
      return 1.4 / w.frequency;  // 1.5e-7
    case Waveform::Kind::ramped_sine:
      return 0;
  }
  throw std::logic_error("default_delay: a kind without a delay");
}

Expression formula_of(const Waveform& w) {
  const auto parse = [&](const std::string& text, double width) {
    return Expression::parse(
        text, {{"A", w.amplitude}, {"t0", w.delay}, {"tau", width}, {"f", w.frequency}, {"T", w.ramp}});
  };
  switch (w.kind) {
    case Waveform::Kind::gaussian:
      return parse("A*exp(-((t - t0)/tau)^2)", width_of(w));
    case Waveform::Kind::modulated_gaussian:
      return parse("A*exp(-((t - t0)/tau)^2)*sin(2*pi*f*(t - t0))", width_of(w));
    case Waveform::Kind::ricker:
      return parse("A*(1 - 2*(pi*f*(t - t0))^2)*exp(-(pi*f*(t - t0))^2)", 0);
    case Waveform::Kind::ramped_sine:
      return parse("if(t < t0, 0, if(t < t0 + T, sin(pi*(t - t0)/(2*T))^2, 1))*A*sin(2*pi*f*(t - t0))", 0);
  }
  throw std::logic_error("formula_of: a kind without a formula");
}

WaveformSpectrum spectrum_of(const Expression& f, double final) {
  constexpr std::size_t n = std::size_t{1} << 15, n_padded = 4 * n, most_lines = 2000;
  constexpr double down = 0.01;  // 40 dB
  const double dt = final / n;
  std::vector<double> signal(n_padded, 0.0);
  for (std::size_t i = 0; i < n; ++i) signal[i] = dt * f(0, 0, 0, (i + 0.5) * dt);
  std::vector<std::complex<double>> transform;
  Eigen::FFT<double>().fwd(transform, signal);
  std::vector<double> magnitude(n_padded / 2);
  for (std::size_t i = 0; i < magnitude.size(); ++i) magnitude[i] = std::abs(transform[i]);
  const auto highest = std::ranges::max_element(magnitude);
  const auto within = [&](double value) { return value >= down * *highest; };
  const double step = 1 / (static_cast<double>(n_padded) * dt);
  const auto at = [&](auto it) { return step * static_cast<double>(it - magnitude.begin()); };
  WaveformSpectrum spectrum;
  if (*highest == 0) return spectrum;
  std::size_t last = 0;
  for (std::size_t i = 0; i < magnitude.size(); ++i)
    if (within(magnitude[i])) last = i;
  spectrum.peak = at(highest);
  spectrum.lower = at(std::ranges::find_if(magnitude, within));
  spectrum.upper = step * static_cast<double>(last);
  const std::size_t end = std::min(magnitude.size(), 2 * last + 2), stride = 1 + end / most_lines;
  for (std::size_t i = 0; i < end; i += stride) {
    spectrum.frequency.push_back(step * static_cast<double>(i));
    spectrum.magnitude.push_back(magnitude[i]);
  }
  return spectrum;
}

}  // namespace dgsolve
