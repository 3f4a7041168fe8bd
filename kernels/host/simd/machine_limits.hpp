/// What this processor can do at most: the ceilings that throughput is compared with.
#pragma once

#include "kernels/device/device_limits.hpp"
#include "kernels/host/simd/instruction_set.hpp"

namespace dgsolve::host {

/// Measures multiply-adds in registers, and copying between arrays much larger than any cache; best of
/// several tries.
template <class T>
DeviceLimits measure_limits(InstructionSet set, int threads);

}  // namespace dgsolve::host
