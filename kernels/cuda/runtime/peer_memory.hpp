/// Arrays over several GPUs' memory, by the driver's management of virtual memory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/cuda/runtime/cuda_calls.hpp"

namespace dgsolve::cuda {

/// A piece of an array, in the memory of a device.
struct DevicePiece {
  int device;
  std::size_t bytes;  ///< whole pages
};

/// Pages of which an array over several GPUs is made on this device, bytes. Throws DeviceError.
std::size_t peer_page_bytes(int device);

/// The pieces one after the other in addresses that kernels of each of these devices may use. Freed with the
/// last reference, which waits for the devices. Throws DeviceError.
std::shared_ptr<void> allocate_pieces(const std::vector<DevicePiece>& pieces, const std::string& purpose);

}  // namespace dgsolve::cuda
