/// How much of a boundary's data enters the mesh. A boundary takes of its data only the waves that run into
/// the mesh: what runs out, in a wave whose H has the wrong sign all of it, has no effect.
#pragma once

#include <string>

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// ½ uᵀA⁻u and ½ uᵀA⁺u of the data u, summed over sampled places and times. A = A⁺ + A⁻ is the normal flux;
/// the upwind flux is A⁺u⁻ + A⁻u⁺.
struct Incidence {
  double entering = 0, leaving = 0;  ///< both ≥ 0
  double through = 0;                ///< of the differences' absolute values: of the power n·E×H
  double share() const { return entering / (entering + leaving); }
  /// At no place and time: E or H is missing.
  bool without_power() const { return through < 1e-9 * (entering + leaving); }
};

/// What a boundary group with data lets in during (0, final). Not for equations with nodal coefficients. An
/// interface's data is seen from the region that it enters.
Incidence incidence_of(const SpatialOperator& op, const WaveOptions& options, const std::string& group,
                       double final);

}  // namespace dgsolve
