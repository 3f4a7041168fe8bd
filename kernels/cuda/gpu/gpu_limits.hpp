/// What a GPU can do at most: the ceilings that throughput is compared with.
#pragma once

#include "kernels/cuda/gpu/launcher.hpp"
#include "kernels/device/device_limits.hpp"

namespace dgsolve::cuda {

/// Measures multiply-adds in registers, by the fastest unit for the precision, and copying; the best of
/// several tries.
DeviceLimits measure_limits(Precision precision, Launcher& launcher);

}  // namespace dgsolve::cuda
