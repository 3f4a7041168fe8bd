/// Media whose permittivity, or permeability, depends on the frequency: poles beside ε∞, μ∞ and σ, for fields
/// like exp(+jωt).
#pragma once

#include <complex>
#include <string>
#include <vector>

namespace dgsolve {

// Poles of ε/ε0 or μ/μ0. Angular frequencies and rates are in rad/s, or in natural units.
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

/// Of μ/μ0.
struct MagneticPoles {
  std::vector<DrudePole> drude = {};
  std::vector<LorentzPole> lorentz = {};
  double infinity = 1;  ///< relative; of the region, by set_dispersive_media
  bool has_poles() const { return !(drude.empty() && lorentz.empty()); }
};

struct Dispersion {
  std::vector<DebyePole> debye = {};
  std::vector<DrudePole> drude = {};
  std::vector<LorentzPole> lorentz = {};
  std::vector<PolePair> pairs = {};
  MagneticPoles mu = {};
  // Of the region, by set_dispersive_media (solver/electromagnetics/media/dispersive_media.hpp):
  double epsilon_infinity = 1;   ///< relative
  double conductivity_rate = 0;  ///< σ/ε0, 1/s
  bool has_poles() const {
    return !(debye.empty() && drude.empty() && lorentz.empty() && pairs.empty()) || mu.has_poles();
  }
};

/// A medium whose permittivity is that permeability: H has in the one what E has in the other.
Dispersion dual_of(const MagneticPoles& mu);

/// ε/ε0 at ω > 0; the imaginary part is negative where the medium absorbs.
std::complex<double> permittivity(const Dispersion& medium, double omega);
/// μ/μ0 alike.
std::complex<double> permeability(const Dispersion& medium, double omega);

/// The highest angular frequency found at which waves run backwards, against their power: Re ε |μ| + Re μ |ε|
/// < 0 (Depine & Lakhtakia, Microw. Opt. Technol. Lett. 41 (2004) 315); 0: at none.
double highest_backward_frequency(const Dispersion& medium);

/// A pole by its place in the case, and the rate at which it acts with ε∞: (1 + Δ/ε∞)/τ, ω_p/√ε∞ or γ,
/// ω₀ √(1 + Δ/ε∞) or Γ, |a| + √|ar/ε∞|; of μ with μ∞.
struct PoleRate {
  std::string name;  ///< "drude[0]", "mu.drude[0]"
  double rate = 0;   ///< 1/s
};
PoleRate fastest_pole(const Dispersion& medium);

/// Angular frequencies near which ε or μ changes fast: ω₀ and Im a of its resonances, 1/τ, γ, and where Drude
/// poles bring it to 0.
std::vector<double> marked_frequencies(const Dispersion& medium);

/// The largest |k| c∞ = ω √|εμ/ε∞μ∞| of ω ≤ highest, and √(εμ/ε∞μ∞) at that ω, with a positive real part,
/// also where waves run backwards, and a negative imaginary one.
struct ShortestWave {
  double omega = 0;
  std::complex<double> index = 1;  ///< over √(ε∞μ∞)
};
ShortestWave shortest_wave(const Dispersion& medium, double highest);

/// The highest frequency at which a field of wave number k may swing, c = 1/√(ε∞μ): √((kc)² + Σω²) with the
/// resonances' shares, which are those of ω_p and ω₀ √(1 + Δ/ε∞).
double swinging_frequency(const Dispersion& medium, double kc);

}  // namespace dgsolve
