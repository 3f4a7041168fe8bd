/// What this GPU can do at most: the ceilings that throughput is compared with.
#pragma once

#include "kernels/cuda/runtime/runtime.hpp"
#include "kernels/waves/backend.hpp"

namespace dgsolve::cuda {

/// Measures multiply-adds in registers, by the fastest unit for the precision, and copying; best of several
/// tries. On the current device.
DeviceLimits measure_limits(Precision precision, int device, Stream& stream);

}  // namespace dgsolve::cuda
