#include "app/waves/monitors/tail_record.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/electromagnetics/impedance.hpp"
#include "solver/waves/monitors/cut_off_tail.hpp"

namespace dgsolve {
namespace {

/// Share of the run in which changes are watched, and the windows that it is divided into.
struct Watch {
  double share;
  int windows;
};
Watch watch_of(const MonitorOptions& monitor) {
  return monitor.waves ? Watch{share_watched_at_ports, windows_at_ports} : Watch{0.1, 2};
}

constexpr std::size_t most = 2048;   ///< points that are looked at
constexpr double negligible = 1e-2;  ///< amplitudes below this share of the largest one count as that
constexpr double dark = 1e-3;        ///< frequencies of which the waveform has less are left out
constexpr double longest = 10;       ///< runs: a longer time is not told from a change so small

}  // namespace

double TailRecord::distance(double dt, double end) const {
  const auto [share, windows] = watch_of(monitor_);
  const double stride = static_cast<double>(sampling_.points.stride) * dt;
  return std::max(1.0, std::round(share * end / windows / stride)) * stride;
}

double TailRecord::next(double dt, double end) const {
  const double first = end - watch_of(monitor_).windows * distance(dt, end);
  const double newest = samples_.empty() ? -std::numeric_limits<double>::infinity() : samples_.back().time;
  if (newest < first - dt / 2) return first;
  const double next = newest + distance(dt, end);
  return next < end - dt / 2 ? next : std::numeric_limits<double>::infinity();
}

long TailRecord::steps_until_due(double time, double dt, double end) const {
  const double steps = std::ceil((next(dt, end) - time) / dt - 0.5);
  constexpr long forever = std::numeric_limits<long>::max();
  return steps < 1e9 ? std::max(1L, static_cast<long>(steps)) : forever;
}

bool TailRecord::due(double time, double dt, double end) const { return time >= next(dt, end) - dt / 2; }

void TailRecord::take(double time, const std::vector<double>& sums,
                      const std::vector<std::complex<double>>& reference) {
  samples_.push_back({time, monitor_.waves ? monitor_.waves(sums) : fields(sums, reference)});
  if (std::ssize(samples_) > watch_of(monitor_).windows + 1) samples_.erase(samples_.begin());
}

std::vector<std::complex<double>> TailRecord::fields(
    const std::vector<double>& sums, const std::vector<std::complex<double>>& reference) const {
  const std::size_t F = sampling_.points.omega.size(), n_fields = op_.physics.n_fields,
                    n = sums.size() / (2 * F * n_fields),
                    per_element = n / std::max<std::size_t>(1, sampling_.points.elements.size());
  std::vector<std::complex<double>> values;
  for (std::size_t f = 0; f < F; ++f) {
    const std::complex<double> of_wave = reference.empty() ? 1.0 : reference[f];
    for (std::size_t point = 0; point < n; point += 1 + n / most)
      for (std::size_t field = 0; field < n_fields; ++field) {
        const std::size_t i = 2 * ((point * n_fields + field) * F + f);
        const double weight =
            weight_as_electric(op_, static_cast<int>(field), sampling_.points.elements[point / per_element]);
        values.push_back(of_wave == 0.0 ? 0.0 : weight * std::complex(sums[i], sums[i + 1]) / of_wave);
      }
  }
  return values;
}

std::span<const std::complex<double>> TailRecord::values_at(std::size_t frequency,
                                                            const TailSample& sample) const {
  const std::size_t n = sample.values.size() / sampling_.points.omega.size();
  return std::span(sample.values).subspan(frequency * n, n);
}

std::optional<TailRecord::Left> TailRecord::left_at_end(
    const std::vector<std::complex<double>>& reference) const {
  if (samples_.size() < 3) return {};
  const TailSample &last = samples_[2], &before = samples_[1], &earlier = samples_[0];
  const double length = last.time - before.time, length_before = before.time - earlier.time;
  const std::size_t n = last.values.size();
  if (length < length_before / 2 || length > 2 * length_before || before.values.size() != n ||
      earlier.values.size() != n)
    return {};
  const std::size_t F = sampling_.points.omega.size();
  double largest = 0, brightest = 0;
  for (std::size_t f = 0; f < F; ++f) largest = std::max(largest, norm_of(values_at(f, last)));
  for (const std::complex<double>& value : reference) brightest = std::max(brightest, std::abs(value));
  std::optional<Left> worst;
  for (std::size_t f = 0; f < F && largest > 0; ++f) {
    if (!reference.empty() && std::abs(reference[f]) <= dark * brightest) continue;
    const CutOffTail tail = tail_of(values_at(f, last), values_at(f, before), values_at(f, earlier));
    const double share = tail.left / std::max(norm_of(values_at(f, last)), negligible * largest);
    if (worst && share <= worst->share) continue;
    worst = Left{f, share, {}};
    const double windows = tail.ratio && share > 0 ? std::log(share / tolerable) / -std::log(*tail.ratio)
                                                   : std::numeric_limits<double>::infinity();
    if (windows * length < longest * last.time) worst->enough = last.time + std::max(0.0, windows) * length;
  }
  return worst;
}

}  // namespace dgsolve
