/// An array of the GPU backend's.
#pragma once

#include <memory>

#include "kernels/cuda/runtime/runtime.hpp"
#include "kernels/waves/backend.hpp"

namespace dgsolve::cuda {

class CudaArray : public DeviceArray {
 public:
  /// total: bytes of all living arrays.
  CudaArray(std::size_t bytes, std::shared_ptr<std::size_t> total)
      : buffer(bytes, "a state"), total_(std::move(total)) {
    *total_ += buffer.bytes();
  }
  ~CudaArray() override { *total_ -= buffer.bytes(); }

  DeviceBuffer buffer;  ///< in the form of the kernels

 private:
  std::shared_ptr<std::size_t> total_;
};

inline void* data_of(const DeviceArray& array) { return dynamic_cast<const CudaArray&>(array).buffer.data(); }

}  // namespace dgsolve::cuda
