#include "solver/waves/monitors/resonances.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

namespace dgsolve {
namespace {

constexpr double two_pi = 2 * std::numbers::pi;
/// Resolution cells 1/T of the record in a part of the spectrum: few, for singular values take the cube of
/// them; not fewer, for the filter takes 10.6 divided by a part's width off the record.
constexpr double cells = 100;
constexpr double weakest = 1e-4;     ///< of the largest amplitude
constexpr double attenuation = 160;  // dB

/// A low-pass filter that loses nothing worth the name up to the frequency `pass`, and lets nothing above
/// `stop` through, in cycles a sample (Kaiser's window; Oppenheim & Schafer, Discrete-Time Signal Processing,
/// 3rd ed., Pearson 2010, section 7.5.3).
std::vector<double> kaiser_filter(double pass, double stop) {
  const double beta = 0.1102 * (attenuation - 8.7), cut = (pass + stop) / 2;
  const long n = static_cast<long>(std::ceil((attenuation - 8) / (2.285 * two_pi * (stop - pass))));
  std::vector<double> filter(n + 1);
  for (long i = 0; i <= n; ++i) {
    const double x = static_cast<double>(i) - static_cast<double>(n) / 2, u = 2 * x / static_cast<double>(n);
    const double window = std::cyl_bessel_i(0, beta * std::sqrt(std::max(0.0, 1 - u * u)));
    const double ideal = x == 0 ? 2 * cut : std::sin(two_pi * cut * x) / (std::numbers::pi * x);
    filter[i] = ideal * window / std::cyl_bessel_i(0, beta);
  }
  return filter;
}

/// Σ h_n zⁿ: what the filter makes of zⁿ.
std::complex<double> response(const std::vector<double>& filter, std::complex<double> z) {
  std::complex<double> sum = 0;
  for (auto h = filter.rbegin(); h != filter.rend(); ++h) sum = sum * z + *h;
  return sum;
}

}  // namespace

std::optional<double> Resonance::q() const {
  if (decay <= decay_error) return {};
  return std::numbers::pi * frequency / decay;
}

bool Resonance::grows(double duration) const {
  constexpr double round_off = 1e-6;  // records have ten digits
  return -decay > 3 * decay_error && -decay * duration > round_off;
}

/// Parts have their places in the spectrum by the record alone, so that a band finds what a wider one finds
/// in it.
ResonanceFinder::ResonanceFinder(std::array<double, 2> band, Record record, double noise)
    : band_(band), record_(std::move(record)), noise_(noise) {
  if (record_.n < fewest) return;
  const double duration = static_cast<double>(record_.n) * record_.dt, nyquist = 1 / (2 * record_.dt);
  const double width = std::min(cells / duration, nyquist), highest = std::min(band_[1], nyquist);
  for (double i = std::floor(band_[0] / width); i * width < highest; ++i)
    parts_.push_back(part_of(i * width, (i + 1) * width));
}

ResonanceFinder::Part ResonanceFinder::part_of(double lowest, double highest) const {
  const double dt = record_.dt, width = highest - lowest;
  Part part{lowest, highest, (lowest + highest) / 2, 1, {1.0}, {}};
  part.stride = std::max(1L, static_cast<long>(1 / (2 * width * dt)));
  // What is sampled less often takes frequencies a rate apart for one: the others must not reach the part.
  if (part.stride > 1)
    part.filter = kaiser_filter(width / 2 * dt, 1 / static_cast<double>(part.stride) - width / 2 * dt);
  const long n_taken = record_.n - static_cast<long>(part.filter.size());
  if (n_taken >= 0) part.signals.assign(record_.groups.size(), ComplexSignal(n_taken / part.stride + 1));
  return part;
}

void ResonanceFinder::add(std::span<const double> values) {
  for (Part& part : parts_) {
    if (part.signals.empty()) continue;
    const double turns = part.centre * record_.dt * static_cast<double>(n_);
    const std::complex<double> turn = std::polar(1.0, -two_pi * (turns - std::floor(turns)));
    const long last = std::min(n_ / part.stride, static_cast<long>(part.signals.front().size()) - 1);
    for (long m = last; m >= 0 && n_ - m * part.stride < static_cast<long>(part.filter.size()); --m) {
      const std::complex<double> weight = part.filter[n_ - m * part.stride] * turn;
      for (std::size_t s = 0; s < values.size(); ++s) part.signals[s][m] += weight * values[s];
    }
  }
  ++n_;
}

std::vector<double> ResonanceFinder::scales_of(const Part& part) const {
  std::map<int, double> of_group;
  std::vector<double> largest(part.signals.size());
  for (std::size_t s = 0; s < part.signals.size(); ++s) {
    for (const std::complex<double>& value : part.signals[s])
      largest[s] = std::max(largest[s], std::abs(value));
    of_group[record_.groups[s]] = std::max(of_group[record_.groups[s]], largest[s]);
  }
  std::vector<double> scales(part.signals.size());
  for (std::size_t s = 0; s < scales.size(); ++s)
    if (largest[s] > noise_ * of_group[record_.groups[s]]) scales[s] = of_group[record_.groups[s]];
  return scales;
}

std::vector<ResonanceFinder::Pole> ResonanceFinder::poles_in(const Part& part, std::size_t first,
                                                             std::size_t last,
                                                             const std::vector<double>& scales) const {
  std::vector<ComplexSignal> signals;
  for (std::size_t s = 0; s < part.signals.size(); ++s) {
    if (scales[s] == 0) continue;
    ComplexSignal& signal = signals.emplace_back();
    for (std::size_t i = first; i < last; ++i) signal.push_back(part.signals[s][i] / scales[s]);
  }
  const double step = static_cast<double>(part.stride) * record_.dt;
  std::vector<Pole> poles;
  for (const std::complex<double> z : matrix_pencil(signals, noise_))
    if (std::abs(z) > 0)
      poles.push_back({z, part.centre + std::arg(z) / (two_pi * step), -std::log(std::abs(z)) / step});
  return poles;
}

Resonance ResonanceFinder::with_errors(const Pole& pole, std::span<const std::vector<Pole>> others) const {
  Resonance resonance{pole.frequency, 0, pole.decay, 0, {}};
  for (const std::vector<Pole>& other : others) {
    double nearest = std::numeric_limits<double>::infinity(), f = nearest, decay = nearest;
    for (const Pole& p : other)
      if (std::abs(p.z - pole.z) < nearest) {
        nearest = std::abs(p.z - pole.z);
        f = std::abs(p.frequency - pole.frequency);
        decay = std::abs(p.decay - pole.decay);
      }
    resonance.frequency_error = std::max(resonance.frequency_error, f);
    resonance.decay_error = std::max(resonance.decay_error, decay);
  }
  return resonance;
}

void ResonanceFinder::find_in(const Part& part, std::vector<Candidate>& found) const {
  if (part.signals.empty() || part.signals.front().size() < fewest) return;
  const std::vector<double> scales = scales_of(part);
  const std::size_t n = part.signals.front().size(), cut = n / 7;
  const std::vector<Pole> poles = poles_in(part, 0, n, scales),
                          others[] = {poles_in(part, 0, n - cut, scales), poles_in(part, cut, n, scales)};
  if (poles.empty()) return;
  std::vector<std::complex<double>> z(poles.size());
  std::ranges::transform(poles, z.begin(), &Pole::z);
  const std::vector<ComplexSignal> amplitudes = pole_amplitudes(part.signals, z);
  for (std::size_t k = 0; k < poles.size(); ++k) {
    const Pole& pole = poles[k];
    if (pole.frequency < std::max(band_[0], part.lowest - margin())) continue;
    if (pole.frequency > std::min(band_[1], part.highest + margin())) continue;
    Candidate& candidate = found.emplace_back(Candidate{with_errors(pole, others), true, {}, &part});
    Resonance& resonance = candidate.resonance;
    const double width = std::max(resolution(), std::abs(pole.decay) / two_pi);
    candidate.determined =
        resonance.frequency_error < width / 50 && resonance.decay_error < two_pi * width / 50;
    const std::complex<double> step =
        std::polar(std::exp(-pole.decay * record_.dt), two_pi * (pole.frequency - part.centre) * record_.dt);
    const double gain = std::abs(response(part.filter, step)), square = std::norm(pole.z);
    double squares = 0;  // of |zⁿ|
    for (std::size_t i = 0; i < n; ++i) squares = squares * square + 1;
    for (const ComplexSignal& of_signal : amplitudes) {
      const double amplitude = 2 * std::abs(of_signal[k]) / gain;  // with that of the frequency −f
      resonance.amplitudes.push_back(amplitude);
      candidate.strengths.push_back(amplitude * std::sqrt(squares / static_cast<double>(n)));
    }
  }
}

std::map<int, double> ResonanceFinder::largest_of(
    const std::vector<Candidate>& candidates, const std::vector<double>& (*values)(const Candidate&)) const {
  std::map<int, double> largest;
  for (const Candidate& c : candidates)
    for (std::size_t s = 0; s < values(c).size(); ++s)
      largest[record_.groups[s]] = std::max(largest[record_.groups[s]], values(c)[s]);
  return largest;
}

bool ResonanceFinder::stands_out(const std::vector<double>& values,
                                 const std::map<int, double>& largest) const {
  for (std::size_t s = 0; s < values.size(); ++s)
    if (values[s] > weakest * largest.at(record_.groups[s])) return true;
  return false;
}

/// Two parts may both have a resonance on the line between them: that with the smaller error counts.
void ResonanceFinder::erase_twins(std::vector<Candidate>& candidates) const {
  std::ranges::sort(candidates, {}, [](const Candidate& c) { return c.resonance.frequency; });
  for (std::size_t i = 1; i < candidates.size();) {
    const Candidate &a = candidates[i - 1], &b = candidates[i];
    const double error_a = a.resonance.frequency_error, error_b = b.resonance.frequency_error;
    const double apart = b.resonance.frequency - a.resonance.frequency;
    const double uncertain = std::min(error_a + error_b, margin()) + 1e-6 * resolution();
    if (a.part == b.part || apart > uncertain) {
      ++i;
      continue;
    }
    candidates.erase(candidates.begin() + static_cast<long>(error_a < error_b ? i : i - 1));
  }
}

ResonanceFindings ResonanceFinder::find() const {
  std::vector<Candidate> candidates;
  for (const Part& part : parts_) find_in(part, candidates);
  erase_twins(candidates);
  const auto middle = std::ranges::stable_partition(candidates, &Candidate::determined).begin();
  std::vector<Candidate> others(middle, candidates.end());
  candidates.erase(middle, candidates.end());
  const auto amplitudes = [](const Candidate& c) -> const std::vector<double>& {
    return c.resonance.amplitudes;
  };
  const auto strengths = [](const Candidate& c) -> const std::vector<double>& { return c.strengths; };

  ResonanceFindings findings;
  // Amplitudes of one unit are compared with each other.
  const std::map<int, double> largest = largest_of(candidates, amplitudes),
                              strongest = largest_of(candidates.empty() ? others : candidates, strengths);
  for (Candidate& c : candidates)
    if (stands_out(c.resonance.amplitudes, largest))
      findings.resonances.push_back(std::move(c.resonance));
    else
      ++findings.weak;
  for (const Candidate& c : others) {
    if (!stands_out(c.strengths, strongest)) continue;
    ++findings.undetermined;
    if (c.resonance.decay > two_pi * resolution()) ++findings.brief;
  }
  return findings;
}

}  // namespace dgsolve
