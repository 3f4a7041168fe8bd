#include "kernels/cuda/runtime/peer_memory.hpp"

#include <cuda.h>

#include <bit>
#include <set>

#include "kernels/base/device_error.hpp"

namespace dgsolve::cuda {
namespace {

/// A function of the driver, which the runtime has loaded: `name` as it was from CUDA 10.2 on.
template <class Function>
Function* driver_function(const char* name) {
  constexpr unsigned since = 10020;
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
  check(cudaGetDriverEntryPointByVersion(name, &function, since, cudaEnableDefault, &found),
        "cudaGetDriverEntryPointByVersion", name);
  if (function == nullptr || found != cudaDriverEntryPointSuccess)
    throw DeviceError(std::string("GPU: the NVIDIA driver has no ") + name +
                      "; expected one that shares memory among GPUs");
  return reinterpret_cast<Function*>(function);
}

/// A call of the driver by name, as cuda.h declares it.
#define DGSOLVE_DRIVER_CALL(function, purpose, ...) \
  check_driver(driver_function<decltype(::function)>(#function)(__VA_ARGS__), #function, purpose)

void check_driver(CUresult result, const char* call, const std::string& purpose) {
  if (result == CUDA_SUCCESS) return;
  const char* reason = nullptr;
  driver_function<decltype(::cuGetErrorString)>("cuGetErrorString")(result, &reason);
  throw DeviceError(std::string("GPU: ") + call + " failed for " + purpose + ": " +
                    (reason == nullptr ? "error " + std::to_string(result) : reason));
}

CUmemAllocationProp on_device(int device) {
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.location.id = device;
  return properties;
}

/// Addresses, and what is mapped to them so far.
class Mapped {
 public:
  Mapped(const std::vector<DevicePiece>& pieces, const std::string& purpose) {
    for (const DevicePiece& piece : pieces) bytes_ += piece.bytes;
    DGSOLVE_DRIVER_CALL(cuMemAddressReserve, purpose, &first_, bytes_, 0, 0, 0);
    try {
      for (const DevicePiece& piece : pieces) map(piece, purpose);
      allow(purpose);
    } catch (...) {
      release();
      throw;
    }
  }
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;
  ~Mapped() { release(); }

  void* data() const { return std::bit_cast<void*>(first_); }

 private:
  void map(const DevicePiece& piece, const std::string& purpose) {
    devices_.insert(piece.device);  // one without pages reads those of others
    if (piece.bytes == 0) return;
    const CUmemAllocationProp properties = on_device(piece.device);
    use_device(piece.device);
    CUmemGenericAllocationHandle memory{};
    DGSOLVE_DRIVER_CALL(cuMemCreate, purpose, &memory, piece.bytes, &properties, 0);
    const CUresult result =
        (*driver_function<decltype(::cuMemMap)>("cuMemMap"))(first_ + mapped_, piece.bytes, 0, memory, 0);
    DGSOLVE_DRIVER_CALL(cuMemRelease, purpose, memory);  // it stays as long as it is mapped
    check_driver(result, "cuMemMap", purpose);
    mapped_ += piece.bytes;
  }

  void allow(const std::string& purpose) {
    std::vector<CUmemAccessDesc> all;
    for (const int device : devices_) {
      CUmemAccessDesc& access = all.emplace_back();
      access.location = on_device(device).location;
      access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    }
    DGSOLVE_DRIVER_CALL(cuMemSetAccess, purpose, first_, mapped_, all.data(), all.size());
  }

  /// Unmapping waits for nobody.
  void release() noexcept {
    try {
      for (const int device : devices_) {
        use_device(device);
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize", "freeing memory");
      }
      if (mapped_ > 0) DGSOLVE_DRIVER_CALL(cuMemUnmap, "freeing memory", first_, mapped_);
      DGSOLVE_DRIVER_CALL(cuMemAddressFree, "freeing memory", first_, bytes_);
    } catch (const DeviceError&) {  // a fault shows where somebody waits for results
    }
  }

  CUdeviceptr first_ = 0;
  std::size_t bytes_ = 0, mapped_ = 0;
  std::set<int> devices_;
};

}  // namespace

std::size_t peer_page_bytes(int device) {
  const CUmemAllocationProp properties = on_device(device);
  std::size_t bytes = 0;
  DGSOLVE_DRIVER_CALL(cuMemGetAllocationGranularity, "memory that GPUs share", &bytes, &properties,
                      CU_MEM_ALLOC_GRANULARITY_RECOMMENDED);
  return bytes;
}

std::shared_ptr<void> allocate_pieces(const std::vector<DevicePiece>& pieces, const std::string& purpose) {
  const auto mapped = std::make_shared<Mapped>(pieces, purpose);
  return {mapped, mapped->data()};
}

}  // namespace dgsolve::cuda
