#include "solver/waves/monitors/cut_off_tail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solver/linear/matrix_pencil.hpp"

namespace dgsolve {
namespace {

using Complex = std::complex<double>;

constexpr std::size_t fewest = 8;  ///< samples that exponentials are told from
/// Times what parts of the samples differ by: resonances that they do not tell apart err alike in all parts.
constexpr double caution = 3;
/// Halves are far worse than all samples where these tell resonances apart: that share of their differences
/// counts. Where they differ by more than the other share of what is left, an extrapolation is a guess.
constexpr double weight_of_halves = 0.03, believable = 0.01;
/// Changes that do not fall, and add up to less than this share of the waves, may go on a hundred times as
/// long. Of larger ones nothing is known.
constexpr double small_changes = 1e-5, long_time = 100;

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
      const Complex left_over = power * turned / (1.0 - poles[j] * turn);
      if (std::abs(poles[j]) < slowest)
        tail.limits[i] += left_over;
      else
        tail.errors[i] +=
            std::max(n * std::max(std::abs(power), std::abs(amplitudes[i][j])), std::abs(left_over));
    }
    for (const Complex& value : left) tail.errors[i] += std::abs(value);
  }
  return tail;
}

/// Exponentials of all samples, with the errors that those of their parts show. Values share their poles:
/// where the error of one of them is small by chance, that of all of them counts. Empty where no poles are
/// found, or halves differ by more than `most`.
std::optional<ExtrapolatedTail> by_exponentials_of_parts(std::span<const TailSample> samples,
                                                         std::span<const double> omega, double noise,
                                                         double most) {
  const std::size_t n = samples.size(), half = n / 2 + 1, more = n * 3 / 4;
  auto tail = by_exponentials(samples, omega, noise);
  if (!tail) return {};
  const std::pair<std::span<const TailSample>, double> parts[] = {{samples.first(half), weight_of_halves},
                                                                  {samples.last(half), weight_of_halves},
                                                                  {samples.first(more), 1},
                                                                  {samples.last(more), 1}};
  std::vector<double> spread(omega.size(), 0.0);
  for (const auto& [samples_of_part, weight] : parts) {
    const auto part = by_exponentials(samples_of_part, omega, noise);
    if (!part) return {};
    for (std::size_t i = 0; i < omega.size(); ++i) {
      const double difference = std::abs(tail->limits[i] - part->limits[i]);
      spread[i] += difference;
      tail->errors[i] += weight * difference;
    }
  }
  if (!(std::ranges::max(spread) < most)) return {};
  double squares = 0;
  for (const double error : tail->errors) squares += error * error;
  const double of_all = std::sqrt(squares / static_cast<double>(omega.size()));
  for (double& error : tail->errors) error = caution * std::max(error, of_all);
  return tail;
}

/// How values change from sample to sample.
struct Changes {
  explicit Changes(std::span<const TailSample> samples) : n(samples.size() - 1) {
    const std::size_t n_parts = n >= fewest ? 4 : 2, in_part = n / n_parts, first = n - in_part * n_parts;
    std::vector<double> squares(n_parts, 0.0);
    largest.assign(samples.back().values.size(), 0.0);
    for (std::size_t k = first; k < n; ++k)
      for (std::size_t i = 0; i < largest.size(); ++i) {
        const double change = std::abs(samples[k + 1].values[i] - samples[k].values[i]);
        squares[(k - first) / in_part] += change * change;
        if (k >= n - in_part * n_parts / 2) largest[i] = std::max(largest[i], change);
      }
    double ratio = 0;
    for (std::size_t part = 1; part < n_parts; ++part)
      ratio = std::max(ratio, squares[part] / squares[part - 1]);
    factor = std::pow(ratio, 0.5 / static_cast<double>(in_part));
  }
  bool fall() const { return factor < 1; }

  std::size_t n;
  std::vector<double> largest;  ///< [value], in the later half
  double factor = 0;            ///< from one to the next, of the slowest fall from part to part
};

/// The last values, with errors as of a slow decay. scale: of waves.
ExtrapolatedTail as_it_is(const TailSample& last, const Changes& changes, double scale) {
  const auto n = static_cast<double>(changes.n);
  const bool are_small = n * std::ranges::max(changes.largest) < small_changes * scale;
  const double times = changes.fall() ? 1 / (1 - changes.factor)
                       : are_small    ? long_time * n
                                      : std::numeric_limits<double>::quiet_NaN();
  ExtrapolatedTail found{last.values, changes.largest};
  for (double& error : found.errors) error *= times;
  return found;
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
                                                  std::span<const double> omega, double scale) {
  if (samples.size() < 3) return {};
  for (const Complex& value : samples.back().values) scale = std::max(scale, std::abs(value));
  const Changes changes(samples);
  ExtrapolatedTail best = as_it_is(samples.back(), changes, scale);
  const double most =
      believable * (changes.fall() ? std::ranges::max(best.errors)
                                   : static_cast<double>(changes.n) * std::ranges::max(changes.largest));
  double least = most;
  const std::span<const TailSample> even = evenly_spaced(samples);
  // The first samples may still see what entered, so that fewer can be better.
  for (std::size_t count = even.size(); count >= fewest; count = count * 3 / 4)
    for (const double noise : {1e-8, 1e-6, 1e-4})
      if (auto tail = by_exponentials_of_parts(even.last(count), omega, noise, most);
          tail && std::ranges::max(tail->errors) < least) {
        least = std::ranges::max(tail->errors);
        best = *std::move(tail);
      }
  return best;
}

double norm_of(std::span<const std::complex<double>> values) {
  double sum = 0;
  for (const std::complex<double>& value : values) sum += std::norm(value);
  return std::sqrt(sum);
}

}  // namespace dgsolve
