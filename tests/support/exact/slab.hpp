/// A plane wave that meets a slab, or layers, at normal incidence (Born & Wolf, Principles of Optics, 7th
/// ed., Cambridge 1999, sections 1.6, 7.6 and 14.4).
#pragma once

#include <cmath>
#include <complex>
#include <span>

namespace dgsolve::test {

/// The reflected and the transmitted share of the power. index: n, of a lossy slab with a negative imaginary
/// part, of a magnetic one √(ε/μ); phase: √(εμ) k₀ d.
struct SlabPower {
  double reflected, transmitted;
};
inline SlabPower slab_power(std::complex<double> index, std::complex<double> phase) {
  const std::complex<double> r = (1.0 - index) / (1.0 + index),
                             once = std::exp(std::complex(0.0, -1.0) * phase), twice = once * once,
                             echoes = 1.0 - r * r * twice;
  return {std::norm(r * (1.0 - twice) / echoes), std::norm((1.0 - r * r) * once / echoes)};
}

struct Layer {
  std::complex<double> index;
  double thickness;
};
/// Layers one behind the other, by their characteristic matrices; k: of the vacuum.
inline SlabPower layers_power(std::span<const Layer> layers, double k) {
  std::complex<double> a = 1, b = 0, c = 0, d = 1;
  for (const auto& [n, thickness] : layers) {
    const std::complex<double> phase = n * k * thickness, cosine = std::cos(phase),
                               sine = std::complex(0.0, 1.0) * std::sin(phase);
    const std::complex<double> a_next = a * cosine + b * n * sine, c_next = c * cosine + d * n * sine;
    b = a * sine / n + b * cosine;
    d = c * sine / n + d * cosine;
    a = a_next;
    c = c_next;
  }
  const std::complex<double> sum = a + b + c + d;
  return {std::norm((a + b - c - d) / sum), std::norm(2.0 / sum)};
}

}  // namespace dgsolve::test
