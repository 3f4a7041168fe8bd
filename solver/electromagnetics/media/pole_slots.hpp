/// Poles of a medium as the matrices of its local model (kernels/models/poles.hpp).
#pragma once

#include <vector>

#include "solver/waves/physics/dispersion.hpp"

namespace dgsolve {

/// Slots up to which every device has kernels: of ε alone, and of each where μ has some. Those up to which a
/// GPU compiles them, of ε and of μ.
constexpr int most_slots_on_host = 6, most_slots_of_each_on_host = 2, most_slots = 12, most_slots_of_mu = 4;
/// States of a component with which every device has kernels, of ε alone.
constexpr int states_on_host[] = {1, 2, 4, 5, 6, 2 * most_slots_on_host};

/// Throws std::invalid_argument where the medium is active, with the frequency and the size: where
/// −ω Im ε < 0, a field would draw power from it. Poles of μ are passive one by one.
void require_passive(const Dispersion& medium);

struct PoleSlots {
  int n_electric = 0, n_magnetic = 0;  ///< states of a component, of the model's type
  std::vector<double> coefficients;    ///< of Poles<…, n_electric, n_magnetic>
};

/// σ is a part of it. Of a Debye, Drude or Lorentz pole the stored energy is known: P, J or both, scaled so
/// that X = 1. Where there are pairs too, which need only be passive together, X solves the equation of the
/// positive real lemma, AᵀX + XA + (Xb − gᵀ)(2d)⁻¹(bᵀX − g) = 0 (Willems, Arch. Rational Mech. Anal. 45
/// (1972) 352, doi:10.1007/BF00276494). The fastest rate is the norm of the medium's equations of E and z in
/// the energy: (1 + Δ/ε∞)/τ of one Debye pole, ω_p/√ε∞ of a Drude, ω₀ √(1 + Δ/ε∞) of a Lorentz pole without
/// damping; where μ has poles too, it is the larger norm. Throws std::invalid_argument of too many poles.
PoleSlots pole_slots(const Dispersion& medium);

}  // namespace dgsolve
