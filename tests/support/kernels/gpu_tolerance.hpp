/// How far the GPU may be from the CPU's double precision.
#pragma once

#include "kernels/base/precision.hpp"

namespace dgsolve::test {

/// What a difference after 100 steps or a case's whole run may be, over the root of the energy.
inline double tolerance(Precision precision) { return precision == Precision::single ? 5e-6 : 1e-12; }

}  // namespace dgsolve::test
