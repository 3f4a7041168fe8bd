#include "kernels/cuda/runtime/cuda_calls.hpp"

#include <array>
#include <fstream>

#include "kernels/base/device_error.hpp"
#include "kernels/cuda/runtime/compiler.hpp"
#include "kernels/cuda/runtime/nvml.hpp"

namespace dgsolve::cuda {
namespace {

/// 13000 → "13.0"
std::string cuda_version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string reason_for_no_driver() {
  int driver = 0, runtime = 0;
  check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion", "the NVIDIA driver");
  check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion", "the CUDA runtime");
  if (driver == 0) return "there is no NVIDIA driver on this machine";
  return "the NVIDIA driver is too old: it supports CUDA " + cuda_version_text(driver) +
         ", and this program's CUDA libraries are " + cuda_version_text(runtime);
}

std::string name_of(int device) { return "device " + std::to_string(device); }

/// The driver's own file has its full version; asking NVML takes long.
std::string driver_text(int device) {
  int version = 0;
  check(cudaDriverGetVersion(&version), "cudaDriverGetVersion", name_of(device));
  std::string kernel_module;
  std::getline(std::ifstream("/proc/driver/nvidia/version"), kernel_module);
  return "CUDA " + cuda_version_text(version) + ", " + kernel_module;
}

/// Hexadecimal.
std::string serial_of(const cudaUUID_t& uuid) {
  std::string digits;
  for (const char byte : uuid.bytes)
    for (const int half : {byte >> 4 & 15, byte & 15}) digits += "0123456789abcdef"[half];
  return digits;
}

}  // namespace

void check(cudaError_t result, const char* call, const std::string& purpose) {
  if (result != cudaSuccess)
    throw DeviceError(std::string("GPU: ") + call + " failed for " + purpose + ": " +
                      cudaGetErrorString(result) + " (" + cudaGetErrorName(result) + ")");
}

int count_devices() {
  int n = 0;
  const cudaError_t result = cudaGetDeviceCount(&n);
  if (result == cudaErrorInsufficientDriver) throw DeviceError(reason_for_no_driver());
  if (result == cudaErrorNoDevice || (result == cudaSuccess && n == 0))
    throw DeviceError("the NVIDIA driver finds no GPU that may be used");
  check(result, "cudaGetDeviceCount", "the NVIDIA driver");
  return n;
}

void use_device(int device) { check(cudaSetDevice(device), "cudaSetDevice", name_of(device)); }

std::size_t free_memory_of(int device) {
  use_device(device);
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo", name_of(device));
  return free;
}

unsigned attribute_of(int device, cudaDeviceAttr which) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute", name_of(device));
  return static_cast<unsigned>(value);
}

int device_with_most_free_memory() {
  const int n = count_devices();
  int best = 0;
  std::size_t most = 0;
  for (int device = 0; n > 1 && device < n; ++device) {
    const auto state = query_nvml(bus_id_of(device));
    const std::size_t bytes = state ? state->memory_free : free_memory_of(device);
    if (bytes > most) {
      most = bytes;
      best = device;
    }
  }
  return best;
}

std::string bus_id_of(int device) {
  std::array<char, 32> bus_id{};
  check(cudaDeviceGetPCIBusId(bus_id.data(), static_cast<int>(bus_id.size()), device),
        "cudaDeviceGetPCIBusId", name_of(device));
  return bus_id.data();
}

GpuProperties properties_of(int device) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties", name_of(device));
  const unsigned major = attribute_of(device, cudaDevAttrComputeCapabilityMajor),
                 minor = attribute_of(device, cudaDevAttrComputeCapabilityMinor);
  return {properties.name,
          std::string(properties.name) + ", " + driver_text(device),
          serial_of(properties.uuid),
          "sm_" + std::to_string(10 * major + minor),
          compiler_name(),
          properties.totalGlobalMem,
          attribute_of(device, cudaDevAttrMultiProcessorCount),
          attribute_of(device, cudaDevAttrMaxSharedMemoryPerBlockOptin),
          attribute_of(device, cudaDevAttrSingleToDoublePrecisionPerfRatio)};
}

}  // namespace dgsolve::cuda
