#include "kernels/cuda/runtime/nvml.hpp"

#include <dlfcn.h>

#include <array>
#include <memory>

namespace dgsolve::cuda {
namespace {

// The few declarations needed here (NVML API reference), since its header is not in every toolkit. 0:
// success.
using NvmlDevice = struct NvmlDeviceState*;
struct NvmlMemory {
  unsigned long long total, free, used;
};
struct NvmlUtilization {
  unsigned gpu, memory;
};
constexpr int nvml_clock_sm = 1;

struct Close {
  void operator()(void* library) const { dlclose(library); }
};

/// Calls a function of the library by name; true where it exists and succeeds.
template <class... Arguments>
bool call(void* library, const char* name, Arguments... arguments) {
  const auto function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library, name));
  return function != nullptr && function(arguments...) == 0;
}

std::optional<GpuState> query(void* library, const std::string& pci_bus_id) {
  NvmlDevice device = nullptr;
  std::array<char, 96> driver{};
  NvmlMemory memory{};
  unsigned clock = 0;
  NvmlUtilization utilization{};
  const bool known =
      call(library, "nvmlDeviceGetHandleByPciBusId_v2", pci_bus_id.c_str(), &device) &&
      call(library, "nvmlSystemGetDriverVersion", driver.data(), static_cast<unsigned>(driver.size())) &&
      call(library, "nvmlDeviceGetMemoryInfo", device, &memory) &&
      call(library, "nvmlDeviceGetClockInfo", device, nvml_clock_sm, &clock) &&
      call(library, "nvmlDeviceGetUtilizationRates", device, &utilization);
  if (!known) return {};
  return GpuState{driver.data(), memory.free, clock, utilization.gpu};
}

}  // namespace

std::optional<GpuState> query_nvml(const std::string& pci_bus_id) {
  const std::unique_ptr<void, Close> library(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL));
  if (!library || !call(library.get(), "nvmlInit_v2")) return {};
  std::optional<GpuState> state = query(library.get(), pci_bus_id);
  call(library.get(), "nvmlShutdown");
  return state;
}

}  // namespace dgsolve::cuda
