/// Media as their sources give them, and what of them a run takes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/electromagnetics/media/permittivity_rows.hpp"
#include "solver/waves/physics/dispersion.hpp"

namespace dgsolve {

/// Hz
struct Band {
  double lower = 0, upper = 0;
};

struct ColeColePole {  ///< Δ/(1 + (jωτ)^(1−α))
  double delta = 0, tau = 0, alpha = 0;
};
/// Relaxations spread evenly over the logarithm of the frequency: Δ ln((b + jω)/(a + jω))/ln(b/a).
struct WidebandRelaxation {
  double delta = 0, lower = 0, upper = 0;  ///< a, b: rad/s
};

/// ε by the formula of its source.
struct Material {
  std::string name, source;
  Band band;         ///< where the source holds
  Dispersion poles;  ///< with ε∞ and σ
  std::vector<ColeColePole> cole_cole = {};
  std::vector<WidebandRelaxation> wideband = {};

  /// Whether `poles` is all of it.
  bool has_poles_only() const { return cole_cole.empty() && wideband.empty(); }
};

/// ε/ε0 at ω > 0.
std::complex<double> permittivity(const Material& material, double omega);

/// At n frequencies, even in their logarithms.
PermittivityRows rows_of(const Material& material, const Band& band, int n);

/// A region's material as a case names it.
struct MaterialChoice {
  enum class Poles {
    automatic,  ///< of the library as few as 1 % needs, of a table as many as its noise lets it tell
    all,        ///< those of the source
    number
  };
  std::string name;                  ///< in the library, or the table's file
  std::optional<Material> material;  ///< of the library
  PermittivityRows table;            ///< else
  Poles poles = Poles::automatic;
  int n_pairs = 0;  ///< of Poles::number
};

/// The poles that a run takes for it.
struct MaterialFit {
  Dispersion medium;
  std::string poles;              ///< in words
  bool is_source = false;         ///< the source's own poles
  std::optional<Band> run = {};   ///< the run's band, where it is known
  Band known = {}, fitted = {};   ///< where the material is known; where the poles are fitted
  PermittivityRows rows = {};     ///< in that band, of the source
  double error = 0, largest = 0;  ///< PoleFit
};

/// run: the band of the run, where it is known; most_slots: of the kernels (pole_slots.hpp). Throws
/// std::invalid_argument where the material is not known in that band, or no passive poles fit.
MaterialFit take_poles(const MaterialChoice& choice, const std::optional<Band>& run, int most_slots);

}  // namespace dgsolve
