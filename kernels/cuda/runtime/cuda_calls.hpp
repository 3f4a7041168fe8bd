/// What the CUDA runtime API says of the machine's GPUs, and its errors as DeviceErrors that name the call
/// and what it was for.
#pragma once

#include <cuda_runtime_api.h>

#include <optional>
#include <string>

#include "kernels/cuda/gpu/gpu.hpp"

namespace dgsolve::cuda {

/// Throws DeviceError unless the call succeeded; `purpose`: a kernel, a table, …
void check(cudaError_t result, const char* call, const std::string& purpose);

/// GPUs that the driver offers. Throws DeviceError where there is no driver, an old one, or no GPU.
int count_devices();
/// The GPU with the most free memory.
int device_with_most_free_memory();
/// As cudaDeviceGetPCIBusId writes it.
std::string bus_id_of(int device);
GpuProperties properties_of(int device);

}  // namespace dgsolve::cuda
