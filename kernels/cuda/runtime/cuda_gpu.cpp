#include "kernels/cuda/runtime/cuda_gpu.hpp"

#include <cstdlib>
#include <string_view>

#include "kernels/base/device_error.hpp"
#include "kernels/base/number_text.hpp"
#include "kernels/cuda/runtime/compiler.hpp"
#include "kernels/cuda/runtime/cuda_launcher.hpp"
#include "kernels/cuda/runtime/nvml.hpp"
#include "kernels/cuda/runtime/peer_memory.hpp"

namespace dgsolve::cuda {
namespace {

std::string with_size(const std::string& purpose, std::size_t bytes) {
  return purpose + " (" + std::to_string(bytes) + " bytes)";
}

}  // namespace

CudaGpu::CudaGpu(int device) : device_(device), properties_(properties_of(device)) {
  check_architecture(properties_.architecture);
}

std::string CudaGpu::status() const {
  const auto state = query_nvml(bus_id_of(device_));
  if (!state) return "";
  return "driver " + state->driver + ", " + gigabytes_text(state->memory_free) + " of memory free, " +
         std::to_string(state->clock_mhz) + " MHz, " + std::to_string(state->busy_percent) + " % busy";
}

std::shared_ptr<void> CudaGpu::allocate(std::size_t bytes, const std::string& purpose) {
  use_device(device_);
  void* memory = nullptr;
  check(cudaMalloc(&memory, bytes), "cudaMalloc", with_size(purpose, bytes));
  *bytes_ += bytes;
  return {memory, [bytes, total = bytes_](void* to_free) {
            *total -= bytes;
            cudaFree(to_free);
          }};
}

std::shared_ptr<void> CudaGpu::allocate_over(const std::vector<GpuPiece>& pieces,
                                             const std::string& purpose) {
  const std::size_t page = page_bytes();
  std::vector<DevicePiece> of_devices;
  std::vector<std::shared_ptr<std::size_t>> totals;
  std::size_t all = 0;
  for (const GpuPiece& piece : pieces) {
    const auto& gpu = dynamic_cast<const CudaGpu&>(*piece.gpu);
    of_devices.push_back({gpu.device_, (piece.bytes + page - 1) / page * page});
    all += piece.bytes;
  }
  const std::shared_ptr<void> memory = allocate_pieces(of_devices, with_size(purpose, all));
  // It begins within the first page, so that the second piece begins with one.
  char* const begin = static_cast<char*>(memory.get()) + of_devices[0].bytes - pieces[0].bytes;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    totals.push_back(dynamic_cast<const CudaGpu&>(*pieces[i].gpu).bytes_);
    *totals[i] += of_devices[i].bytes;
  }
  return {begin, [memory, of_devices, totals](void*) {
            for (std::size_t i = 0; i < totals.size(); ++i) *totals[i] -= of_devices[i].bytes;
          }};
}

std::size_t CudaGpu::page_bytes() {
  if (page_bytes_ == 0) page_bytes_ = peer_page_bytes(device_);
  return page_bytes_;
}

std::shared_ptr<void> CudaGpu::allocate_pinned(std::size_t bytes, const std::string& purpose) {
  use_device(device_);
  void* memory = nullptr;
  check(cudaMallocHost(&memory, bytes), "cudaMallocHost", with_size(purpose, bytes));
  return {memory, cudaFreeHost};
}

std::string CudaGpu::compile(const KernelText& text) const {
  return compiling_.run(text.file + '\n' + text.prefix,
                        [&] { return find_or_compile(text, properties_.architecture, cache); });
}

void CudaGpu::reach(const Gpu& other) {
  const int there = dynamic_cast<const CudaGpu&>(other).device_;
  if (there == device_) return;
  const std::string pair = "cuda:" + std::to_string(device_) + " and cuda:" + std::to_string(there);
  int can = 0;
  check(cudaDeviceCanAccessPeer(&can, device_, there), "cudaDeviceCanAccessPeer", pair);
  if (can == 0)
    throw DeviceError(
        pair + " cannot reach each other's memory; expected GPUs with peer access, as over NVLink, or " +
        "one of them alone");
  use_device(device_);
  const cudaError_t result = cudaDeviceEnablePeerAccess(there, 0);
  if (result == cudaErrorPeerAccessAlreadyEnabled)
    static_cast<void>(cudaGetLastError());  // which keeps it
  else
    check(result, "cudaDeviceEnablePeerAccess", pair);
}

/// With CUDA_LAUNCH_BLOCKING a launch returns when its kernel is done (CUDA's programming guide): what that
/// waits for would never be asked for.
bool CudaGpu::runs_beside(const Gpu& other) const {
  const char* const blocking = std::getenv("CUDA_LAUNCH_BLOCKING");
  const bool blocks = blocking != nullptr && std::string_view(blocking) != "0";
  return !blocks && dynamic_cast<const CudaGpu&>(other).device_ != device_;
}

/// NVIDIA's NCCL does so where GPUs have access to each other's memory, which is taken for granted here, and
/// where it is not told otherwise (its environment variables).
bool CudaGpu::reaches_other_processes() const {
  const char* const disabled = std::getenv("NCCL_P2P_DISABLE");
  return disabled == nullptr || std::string_view(disabled) == "0";
}

std::unique_ptr<Launcher> CudaGpu::make_launcher() { return std::make_unique<CudaLauncher>(*this, device_); }

}  // namespace dgsolve::cuda
