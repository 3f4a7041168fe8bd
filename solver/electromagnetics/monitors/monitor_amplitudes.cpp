#include "solver/electromagnetics/monitors/monitor_amplitudes.hpp"

#include <algorithm>
#include <cmath>

namespace dgsolve {
namespace {

Phasor vector_at(const MonitorAmplitudes& g, const std::array<int, 3>& fields, std::size_t point,
                 std::size_t frequency) {
  Phasor vector{};
  for (int i = 0; i < 3; ++i)
    if (fields[i] >= 0) vector[i] = g.value(point, fields[i], frequency);
  return vector;
}

}  // namespace

std::complex<double> MonitorAmplitudes::value(std::size_t point, int field, std::size_t frequency) const {
  const std::size_t F = monitor.frequencies.size();
  const std::size_t i = 2 * ((point * op.physics.n_fields + field) * F + frequency);
  const std::complex<double> transform(sums[i], sums[i + 1]);
  return is_related() ? transform / reference[frequency] : transform;
}

Phasor MonitorAmplitudes::electric(std::size_t point, std::size_t frequency) const {
  return vector_at(*this, op.physics.info.electromagnetic->electric, point, frequency);
}
Phasor MonitorAmplitudes::magnetic(std::size_t point, std::size_t frequency) const {
  return vector_at(*this, op.physics.info.electromagnetic->magnetic, point, frequency);
}

double MonitorAmplitudes::brightest() const {
  double largest = 0;
  for (const auto& value : reference) largest = std::max(largest, std::abs(value));
  return largest;
}

bool MonitorAmplitudes::is_dark(std::size_t frequency) const {
  constexpr double dark = 1e-3;
  return is_related() && std::abs(reference[frequency]) < dark * brightest();
}

double power_through(const MonitorAmplitudes& g, std::size_t first, std::size_t last, std::size_t frequency) {
  double power = 0;
  for (std::size_t p = first; p < last; ++p)
    power += g.sampling.surface.area[p] *
             power_density(g.electric(p, frequency), g.magnetic(p, frequency), g.sampling.surface.normal[p]);
  return power * std::exp2(g.sampling.planes.size());
}

double incident_intensity(const MonitorAmplitudes& g) { return 1 / (2 * g.wave->plane->impedance); }

double projected_area(const MonitorAmplitudes& g) {
  Point sum{};
  double whole = 0;
  for (std::size_t p = 0; p < g.sampling.n_first; ++p) {
    whole += g.sampling.surface.area[p];
    for (int i = 0; i < 3; ++i) sum[i] += g.sampling.surface.area[p] * g.sampling.surface.normal[p][i];
  }
  const double projected = std::abs(dot(sum, g.wave->plane->direction));
  return projected > 1e-6 * whole ? projected : 0;
}

}  // namespace dgsolve
