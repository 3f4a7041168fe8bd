/// What the CUDA runtime API says of the machine's GPUs, and its errors as DeviceErrors that name the call
/// and what it was for.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <string>
#include <type_traits>

#include "kernels/cuda/gpu/gpu.hpp"

namespace dgsolve::cuda {

/// Throws DeviceError unless the call succeeded; `purpose`: a kernel, a table, …
void check(cudaError_t result, const char* call, const std::string& purpose);

/// What CUDA made, and the function that destroys it.
template <auto destroy>
struct Destroy {
  template <class Handle>
  void operator()(Handle handle) const {
    destroy(handle);
  }
};
template <class Handle, auto destroy>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Destroy<destroy>>;

/// GPUs that the driver offers. Throws DeviceError where there is no driver, an old one, or no GPU.
int count_devices();
/// The GPU with the most free memory.
int device_with_most_free_memory();
/// As cudaDeviceGetPCIBusId writes it.
std::string bus_id_of(int device);
GpuProperties properties_of(int device);
unsigned attribute_of(int device, cudaDeviceAttr which);
/// Makes a GPU the calling thread's current one.
void use_device(int device);
/// Bytes. Creates a context, which takes time and memory on each device.
std::size_t free_memory_of(int device);

}  // namespace dgsolve::cuda
