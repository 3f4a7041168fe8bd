#include "solver/electromagnetics/monitors/port_powers.hpp"

#include <cmath>

namespace dgsolve {

std::optional<std::size_t> find_frequency(std::span<const double> all, double frequency) {
  constexpr double rounding = 1e-9;
  for (std::size_t place = 0; place < all.size(); ++place)
    if (std::abs(all[place] - frequency) <= rounding * frequency) return place;
  return {};
}

PortPowers port_powers(std::span<const std::complex<double>> waves, std::size_t n_waves, std::size_t first,
                       std::span<const std::size_t> places) {
  PortPowers powers;
  for (const std::size_t place : places) {
    const double a = std::norm(waves[place * n_waves + first]),
                 b = std::norm(waves[place * n_waves + first + 1]);
    powers.incident.push_back(a);
    powers.accepted.push_back(a - b);
  }
  return powers;
}

}  // namespace dgsolve
