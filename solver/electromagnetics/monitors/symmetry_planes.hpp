/// Symmetry planes that a surface ends on.
#pragma once

#include <vector>

#include "mesh/base/faces.hpp"
#include "solver/electromagnetics/monitors/far_field.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// The planes of `pec` and `pmc` boundaries at the mesh's boundary on which a surface has edges. Throws
/// std::invalid_argument where it ends elsewhere, on a boundary of another type, on one that is not plane
/// there, or on one that is no whole plane of the mesh's outside; and where other walls lie outside it.
std::vector<SymmetryPlane> symmetry_planes(const Mesh& mesh, const WaveOptions& options,
                                           const std::vector<Side>& sides);

}  // namespace dgsolve
