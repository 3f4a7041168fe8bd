#include "solver/electromagnetics/monitors/dipole_power.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dgsolve {
namespace {

bool is_dipole(const WaveSource& source) {
  return source.type == WaveSourceType::dipole || source.type == WaveSourceType::magnetic_dipole;
}

}  // namespace

std::optional<double> dipoles_in_open_space(const SpatialOperator& op, const WaveOptions& options,
                                            double omega) {
  if (options.sources.empty() || !options.source.empty() || !std::ranges::all_of(options.sources, is_dipole))
    return {};
  const Discretization& d = op.discretization;
  double power = 0;
  for (const WaveSource& source : options.sources) {
    const bool is_electric = source.type == WaveSourceType::dipole;
    const int cell = d.locate(source.at.front()).element;
    if (options.dispersion.contains(d.mesh.region_names[d.mesh.region[cell]])) return {};
    const double* const c = op.coefficients.cell(cell, d.element.Np);
    const double Z = op.physics.info.electromagnetic->impedance(c), resistance = is_electric ? Z : 1 / Z;
    const double k = omega / op.physics.wave_speed(c);
    const double element =
        omega * (is_electric ? 1 : options.units.mu_0);  // current times length, over moment
    const auto square = [&](int axis) { return std::pow(element * source.moment[axis], 2); };
    // Balanis, Antenna Theory, 4th ed. (2016), 4.2; in 2D the far fields of H₀⁽²⁾ and of its derivative.
    power += d.mesh.dim == 3
                 ? resistance * k * k * (square(0) + square(1) + square(2)) / (12 * std::numbers::pi)
                 : resistance * k * (square(2) / 8 + (square(0) + square(1)) / 16);
  }
  return power;
}

}  // namespace dgsolve
