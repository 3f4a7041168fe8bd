/// How the cells of a wave problem are shared among devices.
#pragma once

#include <vector>

#include "kernels/waves/wave_problem.hpp"

namespace dgsolve {

/// A range of neighbouring cells a device, so that devices of these speeds are busy for about as long. The
/// mesh's order keeps such ranges compact. The cells beside a circuit's faces are in one of them: where the
/// order does not begin with them, shares may be far from equal. Throws DeviceError where there are fewer
/// cells than devices.
std::vector<CellRange> split_cells(const WaveProblem& problem, const std::vector<double>& speeds);

}  // namespace dgsolve
