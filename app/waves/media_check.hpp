/// Media whose permittivity depends on the frequency: what they are in a run's band, and where the run does
/// not know it.
#pragma once

#include "io/case/case.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// Says ε at both ends of the band, and warns of boundaries, layers and outputs that go by ε∞ alone.
void check_media(const Case& input, const SpatialOperator& op);

}  // namespace dgsolve
