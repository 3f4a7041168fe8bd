/// What --check says of the problems of all kinds.
#pragma once

#include "app/problem/run_cost.hpp"
#include "io/case/case.hpp"
#include "kernels/device/device.hpp"

namespace dgsolve {

/// The quality of the cells; warns of nearly flat ones.
void check_cells(const Mesh& mesh);

/// Memory and outputs; warns of a disk that is too small. Returns the seconds that the outputs take.
double report_use(const Case& input, const RunCost& cost, const Device& device);

}  // namespace dgsolve
