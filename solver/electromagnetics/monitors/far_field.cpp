#include "solver/electromagnetics/monitors/far_field.hpp"

#include <cmath>
#include <cstdint>
#include <numbers>

namespace dgsolve {
namespace {

using Complex = std::complex<double>;
constexpr double pi = std::numbers::pi;

Phasor cross(const Point& a, const Phasor& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double squared_length(const Phasor& F) { return std::norm(F[0]) + std::norm(F[1]) + std::norm(F[2]); }

/// Charges of an electric current are of opposite sign behind a plane with n×E = 0: its normal component
/// stays, its tangential one turns round. With n×H = 0 it is the other way, and so for magnetic currents.
Phasor image(const Phasor& current, const SymmetryPlane& plane, bool turns_tangential) {
  const Complex normal = along(current, plane.normal);
  const double sign = turns_tangential ? -1 : 1;
  Phasor imaged;
  for (int i = 0; i < 3; ++i) imaged[i] = sign * (current[i] - 2.0 * normal * plane.normal[i]);
  return imaged;
}

Point image(const Point& x, const SymmetryPlane& plane) {
  const double distance = dot(difference(x, plane.through), plane.normal);
  Point imaged;
  for (int i = 0; i < 3; ++i) imaged[i] = x[i] - 2 * distance * plane.normal[i];
  return imaged;
}

}  // namespace

Complex along(const Phasor& F, const Point& axis) { return F[0] * axis[0] + F[1] * axis[1] + F[2] * axis[2]; }

SurfaceCurrent surface_current(const Point& x, const Point& n, double area, const Phasor& E,
                               const Phasor& H) {
  SurfaceCurrent current{x, cross(n, H), cross(n, E)};
  for (int i = 0; i < 3; ++i) {
    current.J[i] *= area;
    current.M[i] *= -area;
  }
  return current;
}

double power_density(const Phasor& E, const Phasor& H, const Point& n) {
  double power = 0;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    power += 0.5 * n[i] * (E[j] * std::conj(H[k]) - E[k] * std::conj(H[j])).real();
  }
  return power;
}

std::vector<SurfaceCurrent> with_images(std::vector<SurfaceCurrent> currents,
                                        std::span<const SymmetryPlane> planes) {
  for (const SymmetryPlane& plane : planes) {
    const std::size_t n = currents.size();
    currents.reserve(2 * n);
    for (std::size_t i = 0; i < n; ++i) {
      const SurfaceCurrent& c = currents[i];
      currents.push_back(
          {image(c.x, plane), image(c.J, plane, plane.electric), image(c.M, plane, !plane.electric)});
    }
  }
  return currents;
}

Phasor far_amplitude(std::span<const SurfaceCurrent> currents, const FarMedium& medium,
                     const Point& direction) {
  const double k = medium.wave_number;
  Phasor N{}, L{};  // Balanis 12.2: ∫ J exp(ik r̂·x) dS and ∫ M exp(ik r̂·x) dS
  for (const SurfaceCurrent& current : currents) {
    const Complex phase = std::polar(1.0, k * dot(direction, current.x));
    for (int i = 0; i < 3; ++i) {
      N[i] += phase * current.J[i];
      L[i] += phase * current.M[i];
    }
  }
  // The Green's function exp(−ikr)/4πr, or H₀⁽²⁾(kρ)/4i → √(2i/πkρ) exp(−ikρ)/4i, times −iωμ = −ikη.
  const Complex factor = medium.dim == 3 ? Complex(0, -k / (4 * pi))
                                         : -k / 4 * std::sqrt(2 / (pi * k)) * std::polar(1.0, pi / 4);
  const Complex radial = along(N, direction);
  const Phasor r_x_L = cross(direction, L);
  Phasor F;
  for (int i = 0; i < 3; ++i) F[i] = factor * (medium.impedance * (N[i] - radial * direction[i]) - r_x_L[i]);
  return F;
}

std::vector<Phasor> far_amplitudes(std::span<const SurfaceCurrent> currents, const FarMedium& medium,
                                   std::span<const Point> directions) {
  std::vector<Phasor> amplitudes(directions.size());
  const auto n = static_cast<std::int64_t>(directions.size());
#pragma omp parallel for
  for (std::int64_t i = 0; i < n; ++i) amplitudes[i] = far_amplitude(currents, medium, directions[i]);
  return amplitudes;
}

double cross_section(const Phasor& F, double incident, const FarMedium& medium) {
  return (medium.dim == 3 ? 4 : 2) * pi * squared_length(F) / (incident * incident);
}

double intensity(const Phasor& F, const FarMedium& medium) {
  return squared_length(F) / (2 * medium.impedance);
}

double directivity(const Phasor& F, double power, const FarMedium& medium) {
  return (medium.dim == 3 ? 4 * pi : 2 * pi) * intensity(F, medium) / power;
}

double extinction(const Phasor& forward, const Point& polarisation, Complex incident,
                  const FarMedium& medium) {
  const Complex ratio = along(forward, polarisation) / incident;
  const double k = medium.wave_number;
  if (medium.dim == 3) return -4 * pi / k * ratio.imag();
  return 4 / k * std::sqrt(pi * k / 2) * (ratio * std::polar(1.0, 3 * pi / 4)).real();
}

SphericalFrame spherical_frame(double theta, double phi) {
  const double t = theta * pi / 180, p = phi * pi / 180;
  return {{std::sin(t) * std::cos(p), std::sin(t) * std::sin(p), std::cos(t)},
          {std::cos(t) * std::cos(p), std::cos(t) * std::sin(p), -std::sin(t)},
          {-std::sin(p), std::cos(p), 0}};
}

}  // namespace dgsolve
