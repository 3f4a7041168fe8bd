/// Copies between a GPU and the host's ordinary memory by way of pinned buffers: the driver does it with one
/// thread, at a fifth of what the bus carries.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>

#include "kernels/cuda/runtime/cuda_calls.hpp"

namespace dgsolve::cuda {

class StagedCopies {
 public:
  /// Whether a copy of that size is worth it, and is between ordinary host memory and the device.
  static bool serve(const void* to, const void* from, std::size_t bytes);

  /// In the stream's order. Returns once the host's memory may be used: `from` was read, or `to` is there.
  void copy(void* to, const void* from, std::size_t bytes, cudaStream_t stream, const std::string& purpose);

 private:
  struct Buffer {
    Owned<void*, cudaFreeHost> memory;
    Owned<cudaEvent_t, cudaEventDestroy> done;  ///< its last copy
  };
  void prepare(const std::string& purpose);

  std::array<Buffer, 2> buffers_;  ///< the host fills or empties one while the bus has the other
};

}  // namespace dgsolve::cuda
