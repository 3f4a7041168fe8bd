/// Passive poles for ε that is known in rows.
#pragma once

#include <optional>

#include "solver/electromagnetics/media/permittivity_rows.hpp"
#include "solver/electromagnetics/media/pole_counts.hpp"
#include "solver/waves/physics/dispersion.hpp"

namespace dgsolve {

struct PoleFit {
  Dispersion medium;   ///< with its ε∞ and σ
  PoleCounts counts;   ///< that were looked for; some may have no share
  double error = 0;    ///< √(mean |Δε/ε|²) over the rows
  double largest = 0;  ///< |Δε/ε|
};

/// Errors of a medium over the rows: those of a fit.
PoleFit compared(const Dispersion& medium, const PermittivityRows& rows);

/// Whether the rows have neither loss nor gain, so that a lossless medium fits.
bool is_lossless(const PermittivityRows& rows);

/// The poles by variable projection: coefficients are linear least squares (PoleModel), poles their
/// nonlinear minimum from several starts (Golub & Pereyra, SIAM J. Numer. Anal. 10 (1973) 413,
/// doi:10.1137/0710036). Empty: the rows are too few for so many poles, or no such medium is near them.
std::optional<PoleFit> fit_poles(const PermittivityRows& rows, const PoleCounts& counts);

/// As many poles as the rows tell of: a further pole must make the errors smaller than noise lets it, by the
/// Bayesian information criterion (Schwarz, Ann. Statist. 6 (1978) 461, doi:10.1214/aos/1176344136), where
/// tables are taken to have three digits. most_slots: see pole_slots.hpp. Throws std::invalid_argument where
/// no passive medium fits.
PoleFit fit_by_noise(const PermittivityRows& rows, int most_slots);

/// The fewest poles with |Δε/ε| ≤ tolerance in all rows, at least one, so that the medium stays dispersive.
/// Empty: they would be more than so many auxiliaries.
std::optional<PoleFit> fit_to_tolerance(const PermittivityRows& rows, double tolerance, int most_auxiliaries);

}  // namespace dgsolve
