/// What NVIDIA's management library says of a GPU at this moment, where that library is.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace dgsolve::cuda {

struct GpuState {
  std::string driver;       ///< its version
  std::size_t memory_free;  ///< bytes
  unsigned clock_mhz;       ///< of the multiprocessors
  unsigned busy_percent;    ///< share of the last moments in which a kernel ran
};

/// `pci_bus_id`: as cudaDeviceGetPCIBusId writes it.
std::optional<GpuState> query_nvml(const std::string& pci_bus_id);

}  // namespace dgsolve::cuda
