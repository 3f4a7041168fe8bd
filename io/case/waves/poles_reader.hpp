/// Keys of a region for poles: debye, drude, lorentz and pairs of ε; mu, with drude and lorentz of μ.
#pragma once

#include "io/yaml/case_section.hpp"
#include "solver/waves/physics/dispersion.hpp"

namespace dgsolve {

/// Frequencies and rates of poles have units in SI, as angular frequencies, frequencies and energies are all
/// in use: rad/s, Hz (times 2π) or eV (over ħ). No poles where the region has none of the keys.
Dispersion read_poles(CaseSection& region, bool si);

}  // namespace dgsolve
