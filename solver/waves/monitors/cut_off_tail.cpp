#include "solver/waves/monitors/cut_off_tail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/linear/matrix_pencil.hpp"

namespace dgsolve {
namespace {

using Complex = std::complex<double>;

constexpr std::size_t fewest = 8;  ///< samples that exponentials are told from

/// The newest samples that are one step apart.
std::span<const TailSample> evenly_spaced(std::span<const TailSample> samples) {
  constexpr double jitter = 1e-6;
  const std::size_t n = samples.size();
  const double step = samples[n - 1].time - samples[n - 2].time;
  std::size_t first = n - 2;
  while (first > 0 && std::abs(samples[first].time - samples[first - 1].time - step) < jitter * step &&
         samples[first - 1].values.size() == samples[n - 1].values.size())
    --first;
  return samples.subspan(first);
}

/// Changes from sample to sample, turned so that a resonance has one factor from each to the next in all.
std::vector<ComplexSignal> turned_changes(std::span<const TailSample> samples,
                                          std::span<const double> omega) {
  std::vector<ComplexSignal> signals;
  for (std::size_t i = 0; i < omega.size(); ++i) {
    ComplexSignal& signal = signals.emplace_back();
    for (std::size_t k = 0; k + 1 < samples.size(); ++k)
      signal.push_back((samples[k + 1].values[i] - samples[k].values[i]) *
                       std::polar(1.0, omega[i] * (samples[k].time - samples[0].time)));
  }
  return signals;
}

/// Empty: no poles. noise: of matrix_pencil.
std::optional<ExtrapolatedTail> by_exponentials(std::span<const TailSample> samples,
                                                std::span<const double> omega, double noise) {
  constexpr double slowest = 0.9995;
  const std::vector<ComplexSignal> signals = turned_changes(samples, omega);
  const std::vector<Complex> poles = matrix_pencil(signals, noise);
  if (poles.empty()) return {};
  const std::vector<ComplexSignal> amplitudes = pole_amplitudes(signals, poles);
  const auto n = static_cast<double>(signals.front().size());
  const double step = samples[1].time - samples[0].time;
  ExtrapolatedTail tail{samples.back().values, std::vector(omega.size(), 0.0)};
  for (std::size_t i = 0; i < omega.size(); ++i) {
    ComplexSignal left = signals[i];
    // Σ_{k ≥ n} c pᵏ exp(−iωkT); what does not decay is no part of it, and an error.
    const Complex turn = std::polar(1.0, -omega[i] * step), turned = std::polar(1.0, -omega[i] * step * n);
    for (std::size_t j = 0; j < poles.size(); ++j) {
      Complex power = amplitudes[i][j];
      for (Complex& value : left) {
        value -= power;
        power *= poles[j];
      }
      if (std::abs(poles[j]) < slowest)
        tail.limits[i] += power * turned / (1.0 - poles[j] * turn);
      else
        tail.errors[i] += n * std::max(std::abs(power), std::abs(amplitudes[i][j]));
    }
    for (const Complex& value : left) tail.errors[i] += std::abs(value);
  }
  return tail;
}

/// The last values, with errors as of a slow decay: what changed in half of the samples falls by one factor
/// from half to half.
ExtrapolatedTail as_it_is(std::span<const TailSample> samples) {
  const TailSample &last = samples.back(), &middle = samples[samples.size() / 2],
                   &first = samples[(samples.size() + 1) % 2];
  const CutOffTail tail = tail_of(last.values, middle.values, first.values);
  ExtrapolatedTail found{last.values, {}};
  for (std::size_t i = 0; i < last.values.size(); ++i)
    found.errors.push_back(tail.ratio ? std::max(std::abs(last.values[i] - middle.values[i]),
                                                 std::abs(middle.values[i] - first.values[i]) * *tail.ratio) *
                                            *tail.ratio / (1 - *tail.ratio)
                                      : std::numeric_limits<double>::quiet_NaN());
  return found;
}

bool is_better(const ExtrapolatedTail& a, const ExtrapolatedTail& b) {
  return std::ranges::max(a.errors) < std::ranges::max(b.errors) || std::isnan(b.errors.front());
}

}  // namespace

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

std::optional<ExtrapolatedTail> extrapolated_tail(std::span<const TailSample> samples,
                                                  std::span<const double> omega) {
  if (samples.size() < 3) return {};
  ExtrapolatedTail best = as_it_is(samples);
  const std::span<const TailSample> even = evenly_spaced(samples);
  // The first samples may still see what entered, so that fewer can be better.
  for (std::size_t count = even.size(); count >= fewest; count = count * 3 / 4)
    for (const double noise : {1e-8, 1e-6, 1e-4}) {
      auto whole = by_exponentials(even.last(count), omega, noise);
      const auto part = by_exponentials(even.last(count).first(count * 3 / 4), omega, noise);
      if (!whole || !part) continue;
      for (std::size_t i = 0; i < omega.size(); ++i)
        whole->errors[i] += std::abs(whole->limits[i] - part->limits[i]);
      if (is_better(*whole, best)) best = *std::move(whole);
    }
  return best;
}

double norm_of(std::span<const std::complex<double>> values) {
  double sum = 0;
  for (const std::complex<double>& value : values) sum += std::norm(value);
  return std::sqrt(sum);
}

}  // namespace dgsolve
