#include "app/waves/monitors/gathered.hpp"

#include <algorithm>
#include <cmath>

namespace dgsolve {
namespace {

Phasor vector_at(const Gathered& g, const std::array<int, 3>& fields, std::size_t point,
                 std::size_t frequency) {
  Phasor vector{};
  for (int i = 0; i < 3; ++i)
    if (fields[i] >= 0) vector[i] = g.value(point, fields[i], frequency);
  return vector;
}

}  // namespace

std::complex<double> Gathered::value(std::size_t point, int field, std::size_t frequency) const {
  const std::size_t F = monitor.frequencies.size();
  const std::size_t i = 2 * ((point * op.physics.n_fields + field) * F + frequency);
  const std::complex<double> transform(sums[i], sums[i + 1]);
  return is_related() ? transform / reference[frequency] : transform;
}

double Gathered::brightest() const {
  double largest = 0;
  for (const auto& value : reference) largest = std::max(largest, std::abs(value));
  return largest;
}

bool Gathered::is_dark(std::size_t frequency) const {
  constexpr double dark = 1e-3;
  return is_related() && std::abs(reference[frequency]) < dark * brightest();
}

Phasor Gathered::electric(std::size_t point, std::size_t frequency) const {
  return vector_at(*this, op.physics.info.electromagnetic->electric, point, frequency);
}
Phasor Gathered::magnetic(std::size_t point, std::size_t frequency) const {
  return vector_at(*this, op.physics.info.electromagnetic->magnetic, point, frequency);
}

double power_through(const Gathered& g, std::size_t first, std::size_t last, std::size_t frequency) {
  double power = 0;
  for (std::size_t p = first; p < last; ++p)
    power += g.places.surface.area[p] *
             power_density(g.electric(p, frequency), g.magnetic(p, frequency), g.places.surface.normal[p]);
  return power * std::exp2(g.places.planes.size());
}

double incident_intensity(const Gathered& g) { return 1 / (2 * g.wave->plane->impedance); }

}  // namespace dgsolve
