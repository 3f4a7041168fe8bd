/// Units of what an elliptic problem yields: those of κ decide, which a case may give with a unit or without.
#pragma once

#include <optional>
#include <string>

namespace dgsolve {

/// What κ is, in SI units.
enum class KappaKind { permittivity, conductivity };

struct EllipticUnits {
  std::string flux;  ///< ∮κ∂u/∂n: a charge or a current, in 2D per length
  std::string potential;
  std::string energy;  ///< ½∫κ|∇u|²; of a conductivity half the power
  std::string capacitance;
};

/// The units on a mesh of dimension dim.
EllipticUnits elliptic_units(KappaKind kind, int dim);

/// What a unit of κ, charges, sources or fluxes, such as "F/m" or "A/m^2", says of κ.
KappaKind kappa_kind_of(const std::string& unit);

}  // namespace dgsolve
