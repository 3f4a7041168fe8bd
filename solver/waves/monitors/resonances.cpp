#include "solver/waves/monitors/resonances.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

namespace dgsolve {
namespace {

constexpr double two_pi = 2 * std::numbers::pi;
/// Resolution cells 1/T of the record in a part of the band: few, for singular values take the cube of them.
constexpr double most_cells = 160, fewest_cells = 60;
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

ResonanceFinder::ResonanceFinder(std::array<double, 2> band, Record record, double noise)
    : band_(band), record_(std::move(record)), noise_(noise) {
  if (record_.n < fewest) return;
  const double duration = static_cast<double>(record_.n) * record_.dt, width = band_[1] - band_[0];
  const int n_parts = std::max(1, static_cast<int>(std::ceil(width * duration / most_cells)));
  for (int i = 0; i < n_parts; ++i)
    parts_.push_back(part_of(band_[0] + width * i / n_parts, band_[0] + width * (i + 1) / n_parts));
}

ResonanceFinder::Part ResonanceFinder::part_of(double lowest, double highest) const {
  const double dt = record_.dt, duration = static_cast<double>(record_.n) * dt;
  const double width = std::max(highest - lowest, fewest_cells / duration);
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

void ResonanceFinder::find_in(const Part& part, std::vector<Resonance>& found) const {
  if (part.signals.empty() || part.signals.front().size() < fewest) return;
  const std::vector<double> scales = scales_of(part);
  const std::size_t n = part.signals.front().size(), cut = n / 7;
  const std::vector<Pole> poles = poles_in(part, 0, n, scales),
                          others[] = {poles_in(part, 0, n - cut, scales), poles_in(part, cut, n, scales)};
  if (poles.empty()) return;
  std::vector<std::complex<double>> z(poles.size());
  std::ranges::transform(poles, z.begin(), &Pole::z);
  const std::vector<ComplexSignal> amplitudes = pole_amplitudes(part.signals, z);
  const double resolution = 1 / (static_cast<double>(record_.n) * record_.dt);
  for (std::size_t k = 0; k < poles.size(); ++k) {
    const Pole& pole = poles[k];
    if (pole.frequency < part.lowest || pole.frequency > part.highest) continue;
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
    const double width = std::max(resolution, std::abs(pole.decay) / two_pi);
    if (!(resonance.frequency_error < width / 50) || !(resonance.decay_error < two_pi * width / 50)) continue;
    const std::complex<double> step =
        std::polar(std::exp(-pole.decay * record_.dt), two_pi * (pole.frequency - part.centre) * record_.dt);
    const double gain = std::abs(response(part.filter, step));
    for (const ComplexSignal& of_signal : amplitudes)
      resonance.amplitudes.push_back(2 * std::abs(of_signal[k]) / gain);  // with that of the frequency −f
    found.push_back(std::move(resonance));
  }
}

std::vector<Resonance> ResonanceFinder::find() const {
  std::vector<Resonance> found;
  for (const Part& part : parts_) find_in(part, found);
  // Amplitudes of one unit are compared with each other.
  std::map<int, double> largest;
  for (const Resonance& r : found)
    for (std::size_t s = 0; s < r.amplitudes.size(); ++s)
      largest[record_.groups[s]] = std::max(largest[record_.groups[s]], r.amplitudes[s]);
  std::erase_if(found, [&](const Resonance& r) {
    for (std::size_t s = 0; s < r.amplitudes.size(); ++s)
      if (r.amplitudes[s] > 1e-4 * largest[record_.groups[s]]) return false;
    return true;
  });
  std::ranges::sort(found, {}, &Resonance::frequency);
  return found;
}

}  // namespace dgsolve
