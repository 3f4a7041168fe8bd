/// A plane wave that meets a slab at normal incidence (Born & Wolf, Principles of Optics, 7th ed., Cambridge
/// 1999, sections 7.6 and 14.4).
#pragma once

#include <cmath>
#include <complex>

namespace dgsolve::test {

/// The reflected and the transmitted share of the power. index: n, of a lossy slab with a negative imaginary
/// part; phase: n k₀ d.
struct SlabPower {
  double reflected, transmitted;
};
inline SlabPower slab_power(std::complex<double> index, std::complex<double> phase) {
  const std::complex<double> r = (1.0 - index) / (1.0 + index),
                             once = std::exp(std::complex(0.0, -1.0) * phase), twice = once * once,
                             echoes = 1.0 - r * r * twice;
  return {std::norm(r * (1.0 - twice) / echoes), std::norm((1.0 - r * r) * once / echoes)};
}

}  // namespace dgsolve::test
