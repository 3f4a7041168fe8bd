#include "solver/electromagnetics/ports/port_mode.hpp"

#include <fmt/core.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace dgsolve {

std::string frequency_text(double omega, const Units& units) {
  const bool is_natural = units.epsilon_0 == 1 && units.mu_0 == 1;
  return fmt::format("{:.6g}{}", omega / (2 * std::numbers::pi), is_natural ? "" : " Hz");
}

ModeAtFrequency PortMode::at_frequency(double omega) const {
  if (!medium)
    throw std::invalid_argument(
        fmt::format("mode {} has another profile at each frequency; {} is none of those asked for", name,
                    frequency_text(omega, units)));
  using Complex = std::complex<double>;
  const Complex i(0, 1), epsilon = units.epsilon_0 * permittivity(medium->epsilon, omega);
  const double mu = units.mu_0 * medium->mu_r;
  ModeAtFrequency at;
  at.omega = omega;
  at.gamma = std::sqrt(cut_off * cut_off - omega * omega * mu * epsilon);
  if (at.gamma.imag() < 0) at.gamma = -at.gamma;  // no loss, and −0 in the imaginary part
  at.impedance = kind == ModeKind::TM   ? at.gamma / (i * omega * epsilon)
                 : kind == ModeKind::TE ? i * omega * mu / at.gamma
                                        : std::sqrt(mu / epsilon);
  at.profile = profile;
  if (potential && at.gamma.imag() > 0) at.line_impedance = at.impedance.real() * *potential * *potential;
  // ⟨E,H⟩ = 1 for profiles with ½∫(e×h)·n = 1.
  at.e_factor = std::sqrt(at.impedance);
  at.h_factor = 1.0 / at.e_factor;
  return at;
}

}  // namespace dgsolve
