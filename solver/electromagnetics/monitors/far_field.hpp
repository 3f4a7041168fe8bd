/// Near-to-far-field transform: what tangential traces on a closed surface radiate into the homogeneous
/// lossless medium outside (Balanis, Antenna Theory, 4th ed. (2016), 3.6 and 12.2; in 2D Taflove & Hagness,
/// Computational Electrodynamics, 3rd ed. (2005), 8.3).
///
/// Time dependence exp(+iωt). Amplitudes F: E → F exp(−ikr)/r in 3D, F exp(−ikρ)/√ρ in 2D.
#pragma once

#include <array>
#include <complex>
#include <span>
#include <vector>

#include "mesh/base/points.hpp"

namespace dgsolve {

using Phasor = std::array<std::complex<double>, 3>;

/// Where waves travel at one frequency.
struct FarMedium {
  int dim;
  double wave_number;  ///< k = ω√(εμ), 1/m
  double impedance;    ///< η = √(μ/ε), Ω
};

/// Equivalent currents at a point of a surface, times its area: J = n×H, M = E×n.
struct SurfaceCurrent {
  Point x;
  Phasor J, M;
};

/// n: unit, outward. Phase factors exp(+iωt).
SurfaceCurrent surface_current(const Point& x, const Point& n, double area, const Phasor& E, const Phasor& H);

/// ½ Re(E×H*)·n, W/m².
double power_density(const Phasor& E, const Phasor& H, const Point& n);

/// A plane on which n×E = 0, else n×H = 0.
struct SymmetryPlane {
  Point through, normal;  ///< a point; a unit normal
  bool electric;
};

/// The currents and their images in all planes, 2^n of them.
std::vector<SurfaceCurrent> with_images(std::vector<SurfaceCurrent> currents,
                                        std::span<const SymmetryPlane> planes);

/// F in a direction of length 1.
Phasor far_amplitude(std::span<const SurfaceCurrent> currents, const FarMedium& medium,
                     const Point& direction);

/// The same in many directions, by all threads.
std::vector<Phasor> far_amplitudes(std::span<const SurfaceCurrent> currents, const FarMedium& medium,
                                   std::span<const Point> directions);

/// σ = 4π|F|²/|E₀|², m², or the scattering width 2π|F|²/|E₀|², m.
double cross_section(const Phasor& F, double incident, const FarMedium& medium);
/// Radiation intensity |F|²/(2η), W over the unit solid angle, or over the unit angle.
double intensity(const Phasor& F, const FarMedium& medium);
/// Intensity over the mean one of a power, W, in all directions.
double directivity(const Phasor& F, double power, const FarMedium& medium);
/// The optical theorem: what a plane wave p E₀ exp(−ik·x) loses, over its intensity, from the amplitude in
/// its own direction (2D: Bohren & Huffman, Absorption and Scattering of Light by Small Particles (1983),
/// 8.4).
double extinction(const Phasor& forward, const Point& polarisation, std::complex<double> incident,
                  const FarMedium& medium);

/// Unit vectors of spherical coordinates; angles in degrees, theta from the z axis.
struct SphericalFrame {
  Point direction, theta, phi;
};
SphericalFrame spherical_frame(double theta, double phi);
std::complex<double> along(const Phasor& F, const Point& axis);

}  // namespace dgsolve
