/// The near-to-far-field transform against exact patterns of dipoles, line currents and a cylinder.

#include "solver/electromagnetics/monitors/far_field.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "solver/reference/quadrature.hpp"

namespace dgsolve::test {
namespace {

using Complex = std::complex<double>;
using std::numbers::pi;
constexpr double k = 2.3, eta = 1.7;
constexpr Complex i{0, 1};
const FarMedium space{3, k, eta}, plane{2, k, eta};

struct SurfaceField {
  Point x, n;
  double area;
  Phasor E, H;
};

Phasor cross(const Point& a, const Phasor& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

struct Dipole {
  Point at;
  Phasor moment;  ///< I l, A m
};

/// E = −ikη (l g + (l·∇)∇g/k²), H = ∇g × l with g = exp(−ikR)/4πR.
void add_dipole(const Dipole& dipole, SurfaceField& f) {
  Point R = difference(f.x, dipole.at);
  const double r = length(R);
  for (double& component : R) component /= r;
  const Complex g = std::polar(1.0, -k * r) / (4 * pi * r), slope = -(i * k + 1 / r) * g,
                bend = (-k * k + 2.0 * i * k / r + 2 / (r * r)) * g;
  const Phasor& l = dipole.moment;
  const Complex radial = along(l, R);
  const Phasor R_x_l = cross(R, l);
  for (int d = 0; d < 3; ++d) {
    const Complex hessian = bend * radial * R[d] + slope / r * (l[d] - radial * R[d]);
    f.E[d] += -i * k * eta * (l[d] * g + hessian / (k * k));
    f.H[d] += slope * R_x_l[d];
  }
}

/// The surface of a box, without the face at z = lower if it is left open.
std::vector<SurfaceField> box_surface(const Point& lower, const Point& upper, bool open,
                                      const std::vector<Dipole>& dipoles) {
  const Quadrature rule = gauss_jacobi(24, 0, 0);
  std::vector<SurfaceField> surface;
  for (int axis = 0; axis < 3; ++axis)
    for (const bool high : {false, true}) {
      if (open && axis == 2 && !high) continue;
      const int a = (axis + 1) % 3, b = (axis + 2) % 3;
      for (int p = 0; p < rule.size(); ++p)
        for (int q = 0; q < rule.size(); ++q) {
          SurfaceField f{};
          const double size_a = upper[a] - lower[a], size_b = upper[b] - lower[b];
          f.x[axis] = high ? upper[axis] : lower[axis];
          f.x[a] = lower[a] + size_a * (1 + rule.points[p]) / 2;
          f.x[b] = lower[b] + size_b * (1 + rule.points[q]) / 2;
          f.n[axis] = high ? 1 : -1;
          f.area = size_a * size_b / 4 * rule.weights[p] * rule.weights[q];
          for (const Dipole& dipole : dipoles) add_dipole(dipole, f);
          surface.push_back(f);
        }
    }
  return surface;
}

std::vector<SurfaceCurrent> currents_of(const std::vector<SurfaceField>& surface) {
  std::vector<SurfaceCurrent> currents;
  for (const SurfaceField& f : surface) currents.push_back(surface_current(f.x, f.n, f.area, f.E, f.H));
  return currents;
}

double power_of(const std::vector<SurfaceField>& surface) {
  double power = 0;
  for (const SurfaceField& f : surface) power += f.area * power_density(f.E, f.H, f.n);
  return power;
}

/// −ikη/4π (l − r̂(r̂·l)) exp(ik r̂·x₀)
Phasor exact_amplitude(const Dipole& dipole, const Point& direction) {
  const Complex radial = along(dipole.moment, direction);
  Phasor F;
  for (int d = 0; d < 3; ++d)
    F[d] = -i * k * eta / (4 * pi) * (dipole.moment[d] - radial * direction[d]) *
           std::polar(1.0, k * dot(direction, dipole.at));
  return F;
}

double distance(const Phasor& a, const Phasor& b) {
  return std::sqrt(std::norm(a[0] - b[0]) + std::norm(a[1] - b[1]) + std::norm(a[2] - b[2]));
}

const Dipole dipole{{0.1, -0.2, 0.15}, {Complex(0.3, 0.2), Complex(-0.7, 0), Complex(0.4, -1)}};
const std::vector<Point> directions = {spherical_frame(0, 0).direction, spherical_frame(37, 111).direction,
                                       spherical_frame(90, -60).direction,
                                       spherical_frame(161, 20).direction};

TEST(FarField, of_a_dipole_inside_a_box_is_its_exact_amplitude) {
  const auto currents = currents_of(box_surface({-1, -1, -1}, {1.2, 1, 0.9}, false, {dipole}));
  for (const Point& direction : directions)
    EXPECT_LT(distance(far_amplitude(currents, space, direction), exact_amplitude(dipole, direction)), 1e-9);
}

TEST(FarField, of_a_dipole_outside_the_surface_vanishes) {
  const Dipole outside{{2.5, 0.3, 0.2}, dipole.moment};
  const auto currents = currents_of(box_surface({-1, -1, -1}, {1.2, 1, 0.9}, false, {outside}));
  for (const Point& direction : directions)
    EXPECT_LT(std::abs(far_amplitude(currents, space, direction)[2]), 1e-9);
}

TEST(FarField, carries_the_power_that_flows_through_the_surface) {
  const auto surface = box_surface({-1, -1, -1}, {1.2, 1, 0.9}, false, {dipole});
  const auto currents = currents_of(surface);
  const Quadrature rule = gauss_jacobi(8, 0, 0);
  double power = 0;
  constexpr int n_phi = 16;
  for (int p = 0; p < rule.size(); ++p)
    for (int q = 0; q < n_phi; ++q) {
      const double theta = std::acos(rule.points[p]) * 180 / pi;
      const Point direction = spherical_frame(theta, 360.0 * q / n_phi).direction;
      power += rule.weights[p] * 2 * pi / n_phi * intensity(far_amplitude(currents, space, direction), space);
    }
  const double moment =
      std::norm(dipole.moment[0]) + std::norm(dipole.moment[1]) + std::norm(dipole.moment[2]);
  const double exact = eta * k * k * moment / (12 * pi);
  EXPECT_NEAR(power, exact, 1e-9 * exact);
  EXPECT_NEAR(power_of(surface), exact, 1e-9 * exact);
}

TEST(FarField, is_completed_by_images_in_symmetry_planes) {
  for (const bool electric : {true, false}) {
    const double sign = electric ? -1 : 1;  // of the tangential current behind the plane
    Dipole above = dipole, below = dipole;
    above.at[2] = 0.15;
    below.at[2] = -0.45;  // mirrored at z = −0.15
    below.moment = {sign * above.moment[0], sign * above.moment[1], -sign * above.moment[2]};
    const auto half = currents_of(box_surface({-1, -1, -0.15}, {1.2, 1, 1.3}, true, {above, below}));
    const SymmetryPlane mirror{{0.4, 0.3, -0.15}, {0, 0, -1}, electric};
    const auto whole = with_images(half, std::array{mirror});
    for (const Point& direction : directions) {
      const Phasor F = far_amplitude(whole, space, direction), a = exact_amplitude(above, direction),
                   b = exact_amplitude(below, direction);
      EXPECT_LT(distance(F, {a[0] + b[0], a[1] + b[1], a[2] + b[2]}), 1e-9) << electric;
    }
  }
}

/// A lossless small body: p = εαE with 1/α = 1/α₀ + ik³/6π, so that it radiates what it takes.
TEST(FarField, the_optical_theorem_gives_what_a_lossless_point_scatterer_scatters) {
  const Complex alpha = 1.0 / (1 / 0.8 + i * k * k * k / (6 * pi)), incident{0.6, -1.1};
  const Point at{0.1, -0.2, 0.15}, wave = spherical_frame(37, 111).direction,
                                   polarisation = spherical_frame(37, 111).theta;
  const Complex there = incident * std::polar(1.0, -k * dot(wave, at));
  Dipole scatterer{at, {}};
  for (int d = 0; d < 3; ++d) scatterer.moment[d] = i * k / eta * alpha * there * polarisation[d];
  const auto currents = currents_of(box_surface({-1, -1, -1}, {1.2, 1, 0.9}, false, {scatterer}));
  const double expected = std::pow(k, 4) * std::norm(alpha) / (6 * pi);
  EXPECT_NEAR(extinction(far_amplitude(currents, space, wave), polarisation, incident, space), expected,
              1e-9 * expected);
}

Complex hankel(int n, double x) { return {std::cyl_bessel_j(n, x), -std::cyl_neumann(n, x)}; }
Complex hankel_slope(int n, double x) {
  return n == 0 ? -hankel(1, x) : hankel(n - 1, x) - static_cast<double>(n) / x * hankel(n, x);
}

constexpr int n_points = 200;
constexpr double radius = 1.3;

/// Currents on a circle around the origin; field(x, E, H).
template <class Field>
std::vector<SurfaceField> circle(const Field& field) {
  std::vector<SurfaceField> surface;
  for (int p = 0; p < n_points; ++p) {
    const Point n = spherical_frame(90, 360.0 * p / n_points).direction;
    SurfaceField f{{radius * n[0], radius * n[1], 0}, n, 2 * pi * radius / n_points, {}, {}};
    field(f);
    surface.push_back(f);
  }
  return surface;
}

/// Ez = −kη/4 H₀⁽²⁾(kρ) of an electric current of 1 A along z; Hz = −k/(4η) H₀⁽²⁾(kρ) of a magnetic one.
TEST(FarField, of_line_currents_is_the_asymptote_of_hankel_functions) {
  const Point at{0.3, -0.4, 0};
  for (const bool electric : {true, false}) {
    const auto currents = currents_of(circle([&](SurfaceField& f) {
      const Point R = difference(f.x, at);
      const double rho = length(R);
      const double scale = electric ? -k * eta / 4 : -k / (4 * eta);
      const Complex slope = scale * k * hankel_slope(0, k * rho);  // times R × z, R unit
      const Phasor turned{slope * R[1] / rho, -slope * R[0] / rho, 0};
      (electric ? f.E : f.H)[2] = scale * hankel(0, k * rho);
      for (int d = 0; d < 2; ++d)
        (electric ? f.H : f.E)[d] = turned[d] * (electric ? -1.0 / (i * k * eta) : eta / (i * k));
    }));
    for (const double phi : {0.0, 77.0, 201.0}) {
      const SphericalFrame frame = spherical_frame(90, phi);
      const Phasor F = far_amplitude(currents, plane, frame.direction);
      const Complex expected = -k / 4 * (electric ? eta : 1) * std::sqrt(2 / (pi * k)) *
                               std::polar(1.0, pi / 4 + k * dot(frame.direction, at));
      EXPECT_LT(std::abs(along(F, electric ? Point{0, 0, 1} : frame.phi) - expected), 1e-9);
    }
  }
}

/// TM scattering by a conducting cylinder: Ez = −Σ i⁻ⁿ Jₙ(ka)/Hₙ(ka) Hₙ(kρ) exp(inφ).
TEST(FarField, a_conducting_cylinder_scatters_what_the_optical_theorem_takes) {
  constexpr double a = 0.8;
  constexpr int most = 16;
  const auto surface = circle([&](SurfaceField& f) {
    const double phi = std::atan2(f.x[1], f.x[0]);
    Complex radial = 0, angular = 0;  // ∂/∂ρ, ∂/∂φ
    for (int n = -most; n <= most; ++n) {
      const int m = std::abs(n);  // both functions have the same sign for −n, which i⁻ⁿ takes back
      const Complex c =
          -std::pow(i, -m) * std::cyl_bessel_j(m, k * a) / hankel(m, k * a) * std::polar(1.0, n * phi);
      f.E[2] += c * hankel(m, k * radius);
      radial += c * k * hankel_slope(m, k * radius);
      angular += c * hankel(m, k * radius) * i * static_cast<double>(n);
    }
    const Point rho{std::cos(phi), std::sin(phi), 0}, turn{-std::sin(phi), std::cos(phi), 0};
    for (int d = 0; d < 2; ++d)  // H = −1/(ikη) ∇Ez × z
      f.H[d] = -1.0 / (i * k * eta) * (angular / radius * rho[d] - radial * turn[d]);
  });
  const auto currents = currents_of(surface);
  double exact = 0;
  for (int n = -most; n <= most; ++n)
    exact += 4 / k * std::norm(std::cyl_bessel_j(std::abs(n), k * a) / hankel(std::abs(n), k * a));
  double scattered = 0;
  for (int p = 0; p < 72; ++p)
    scattered +=
        cross_section(far_amplitude(currents, plane, spherical_frame(90, 5.0 * p).direction), 1, plane) / 72;
  const Phasor forward = far_amplitude(currents, plane, {1, 0, 0});
  EXPECT_NEAR(scattered, exact, 1e-9 * exact);
  EXPECT_NEAR(power_of(surface) * 2 * eta, exact, 1e-9 * exact);
  EXPECT_NEAR(extinction(forward, {0, 0, 1}, 1, plane), exact, 1e-9 * exact);
}

}  // namespace
}  // namespace dgsolve::test
