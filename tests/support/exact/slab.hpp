/// A plane wave that meets a slab of a dielectric at normal incidence (Born & Wolf, Principles of Optics, 7th
/// ed., Cambridge 1999, section 7.6).
#pragma once

#include <cmath>
#include <complex>

namespace dgsolve::test {

/// The reflected and the transmitted share of the power. phase: n k₀ d.
struct SlabPower {
  double reflected, transmitted;
};
inline SlabPower slab_power(double index, double phase) {
  const double r = (1 - index) / (1 + index);
  const std::complex<double> once = std::polar(1.0, phase), twice = once * once, echoes = 1.0 - r * r * twice;
  return {std::norm(r * (1.0 - twice) / echoes), std::norm((1 - r * r) * once / echoes)};
}

}  // namespace dgsolve::test
