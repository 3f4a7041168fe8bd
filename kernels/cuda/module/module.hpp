/// What libdgsolve_cuda.so offers to the program. Same compiler on both sides, so C++ types may cross.
#pragma once

#include <vector>

#include "kernels/device/device.hpp"

extern "C" {
/// Throws DeviceError where the machine has no GPU.
int dgsolve_cuda_count_devices();
/// As dgsolve::cuda::make_device; the caller owns what it gets.
dgsolve::Device* dgsolve_cuda_make_device(const std::vector<int>& devices, dgsolve::Precision precision,
                                          dgsolve::Ranks* ranks, dgsolve::RankWork work);
}
