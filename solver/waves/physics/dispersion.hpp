/// Media whose permittivity depends on the frequency: poles beside ε∞ and σ, for fields like exp(+jωt).
#pragma once

#include <complex>
#include <string>
#include <vector>

namespace dgsolve {

// Poles of ε/ε0. Angular frequencies and rates are in rad/s, or in natural units.
struct DebyePole {  ///< Δ/(1 + jωτ)
  double delta = 0, tau = 0;
};
struct DrudePole {  ///< −ω_p²/(ω² − jωγ)
  double plasma_frequency = 0, damping = 0;
};
struct LorentzPole {  ///< Δ ω₀²/(ω₀² − ω² + jωΓ)
  double delta = 0, frequency = 0, damping = 0;
};
struct PolePair {  ///< r/(jω − a) + r̄/(jω − ā)
  std::complex<double> pole, residue;
};

struct Dispersion {
  std::vector<DebyePole> debye = {};
  std::vector<DrudePole> drude = {};
  std::vector<LorentzPole> lorentz = {};
  std::vector<PolePair> pairs = {};
  // Of the region, by set_dispersive_media (solver/electromagnetics/media/dispersive_media.hpp):
  double epsilon_infinity = 1;   ///< relative
  double conductivity_rate = 0;  ///< σ/ε0, 1/s
  bool has_poles() const { return !(debye.empty() && drude.empty() && lorentz.empty() && pairs.empty()); }
};

/// ε/ε0 at ω > 0; the imaginary part is negative where the medium absorbs.
std::complex<double> permittivity(const Dispersion& medium, double omega);

/// A pole by its place in the case, and the rate at which it acts with ε∞: (1 + Δ/ε∞)/τ, ω_p/√ε∞ or γ,
/// ω₀ √(1 + Δ/ε∞) or Γ, |a| + √|ar/ε∞|.
struct PoleRate {
  std::string name;  ///< "drude[0]"
  double rate = 0;   ///< 1/s
};
PoleRate fastest_pole(const Dispersion& medium);

/// Angular frequencies near which ε changes fast: ω₀ and Im a of its resonances, 1/τ, γ, and where Drude
/// poles bring ε to 0.
std::vector<double> marked_frequencies(const Dispersion& medium);

/// The largest |k| c∞ = ω √|ε/ε∞| of ω ≤ highest, and √(ε/ε∞), with a negative imaginary part, at that ω.
struct ShortestWave {
  double omega = 0;
  std::complex<double> index = 1;  ///< over √ε∞
};
ShortestWave shortest_wave(const Dispersion& medium, double highest);

/// The highest frequency at which a field of wave number k may swing, c = 1/√(ε∞μ): √((kc)² + Σω²) with the
/// resonances' shares, which are those of ω_p and ω₀ √(1 + Δ/ε∞).
double swinging_frequency(const Dispersion& medium, double kc);

}  // namespace dgsolve
