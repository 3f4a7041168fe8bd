#include "kernels/cuda/runtime/runtime.hpp"

#include <algorithm>
#include <array>
#include <fstream>

#include "kernels/cuda/runtime/nvml.hpp"
#include "kernels/waves/backend.hpp"

namespace dgsolve::cuda {
namespace {

/// 13000 → "13.0"
std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string reason_for_no_driver() {
  int driver = 0, runtime = 0;
  check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion", "the NVIDIA driver");
  check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion", "the CUDA runtime");
  if (driver == 0) return "there is no NVIDIA driver on this machine";
  return "the NVIDIA driver is too old: it supports CUDA " + version_text(driver) +
         ", and this program's CUDA libraries are " + version_text(runtime);
}

std::size_t free_memory(int device) {
  if (const auto state = query_nvml(bus_id_of(device))) return state->memory_free;
  // This also creates a context, which takes time and memory on each device.
  check(cudaSetDevice(device), "cudaSetDevice", "device " + std::to_string(device));
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo", "device " + std::to_string(device));
  return free;
}

/// This loads the kernel.
KernelResources resources_of(cudaKernel_t kernel, const std::string& purpose) {
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes", purpose);
  return {attributes.numRegs, static_cast<int>(attributes.localSizeBytes)};
}

}  // namespace

void check(cudaError_t result, const char* call, const std::string& purpose) {
  if (result != cudaSuccess)
    throw BackendError(std::string("GPU: ") + call + " failed for " + purpose + ": " +
                       cudaGetErrorString(result) + " (" + cudaGetErrorName(result) + ")");
}

int count_devices() {
  int n = 0;
  const cudaError_t result = cudaGetDeviceCount(&n);
  if (result == cudaErrorInsufficientDriver) throw BackendError(reason_for_no_driver());
  if (result == cudaErrorNoDevice || (result == cudaSuccess && n == 0))
    throw BackendError("the NVIDIA driver finds no GPU that may be used");
  check(result, "cudaGetDeviceCount", "the NVIDIA driver");
  return n;
}

int device_with_most_free_memory() {
  const int n = count_devices();
  int best = 0;
  std::size_t most = 0;
  for (int device = 0; n > 1 && device < n; ++device)
    if (const std::size_t bytes = free_memory(device); bytes > most) {
      most = bytes;
      best = device;
    }
  return best;
}

std::string bus_id_of(int device) {
  std::array<char, 32> bus_id{};
  check(cudaDeviceGetPCIBusId(bus_id.data(), static_cast<int>(bus_id.size()), device),
        "cudaDeviceGetPCIBusId", "device " + std::to_string(device));
  return bus_id.data();
}

std::string identity_of(int device) {
  const std::string purpose = "device " + std::to_string(device);
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties", purpose);
  int version = 0;
  check(cudaDriverGetVersion(&version), "cudaDriverGetVersion", purpose);
  std::string kernel_module;  // where the driver says its full version; asking NVML takes long
  std::getline(std::ifstream("/proc/driver/nvidia/version"), kernel_module);
  return std::string(properties.name) + ", CUDA " + version_text(version) + ", " + kernel_module;
}

std::string architecture_of(int device) {
  int major = 0, minor = 0;
  const std::string purpose = "device " + std::to_string(device);
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "cudaDeviceGetAttribute",
        purpose);
  check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device), "cudaDeviceGetAttribute",
        purpose);
  return "sm_" + std::to_string(10 * major + minor);
}

DeviceBuffer::DeviceBuffer(std::size_t bytes, const std::string& purpose) : bytes_(bytes) {
  void* memory = nullptr;
  check(cudaMalloc(&memory, bytes), "cudaMalloc", purpose + " (" + std::to_string(bytes) + " bytes)");
  memory_.reset(memory);
}

PinnedBuffer::PinnedBuffer(std::size_t bytes, const std::string& purpose) {
  void* memory = nullptr;
  check(cudaMallocHost(&memory, bytes), "cudaMallocHost", purpose + " (" + std::to_string(bytes) + " bytes)");
  memory_.reset(static_cast<std::byte*>(memory));
}

Event::Event() {
  cudaEvent_t event = nullptr;
  check(cudaEventCreate(&event), "cudaEventCreate", "timing");
  event_.reset(event);
}

KernelLibrary::KernelLibrary(const std::string& cubin, std::string name) : name_(std::move(name)) {
  cudaLibrary_t library = nullptr;
  check(cudaLibraryLoadData(&library, cubin.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
        "cudaLibraryLoadData", name_);
  library_.reset(library);
}

cudaKernel_t KernelLibrary::kernel(const std::string& kernel) const {
  const std::lock_guard lock(mutex_);
  cudaKernel_t& found = kernels_[kernel];
  if (found != nullptr) return found;
  const std::string purpose = kernel + " of " + name_;
  check(cudaLibraryGetKernel(&found, library_.get(), kernel.c_str()), "cudaLibraryGetKernel", purpose);
  resources_of(found, purpose);
  return found;
}

KernelResources KernelLibrary::resources(const std::string& kernel) const {
  return resources_of(this->kernel(kernel), kernel + " of " + name_);
}

void KernelLibrary::reserve_shared_memory(const std::string& kernel, unsigned bytes,
                                          unsigned resident_blocks) const {
  const cudaKernel_t function = this->kernel(kernel);
  const std::string purpose = kernel + " of " + name_;
  check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "cudaFuncSetAttribute", purpose);
  int device = 0, available = 0, reserved = 0;
  check(cudaGetDevice(&device), "cudaGetDevice", purpose);
  check(cudaDeviceGetAttribute(&available, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device),
        "cudaDeviceGetAttribute", purpose);
  check(cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, device),
        "cudaDeviceGetAttribute", purpose);
  const long needed = static_cast<long>(resident_blocks) * (static_cast<long>(bytes) + reserved);
  const long percent = std::min(100L, (100 * needed + available - 1) / available);
  check(cudaFuncSetAttribute(function, cudaFuncAttributePreferredSharedMemoryCarveout,
                             static_cast<int>(percent)),
        "cudaFuncSetAttribute", purpose);
}

Graph::Graph(cudaGraph_t graph) {
  cudaGraphExec_t executable = nullptr;
  check(cudaGraphInstantiate(&executable, graph, 0), "cudaGraphInstantiate", "recorded kernels");
  graph_.reset(executable);
}

Stream::Stream(int device) : device_(device) {
  use_device();
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags", "the solver");
  stream_.reset(stream);
  const auto attribute = [device](cudaDeviceAttr which) {
    int value = 0;
    check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute",
          "device " + std::to_string(device));
    return static_cast<unsigned>(value);
  };
  n_multiprocessors_ = attribute(cudaDevAttrMultiProcessorCount);
  most_shared_bytes_ = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
}

unsigned Stream::blocks_at_once(unsigned blocks, unsigned most) const {
  return std::min(most, (blocks + n_multiprocessors_ - 1) / n_multiprocessors_);
}

void Stream::use_device() {
  check(cudaSetDevice(device_), "cudaSetDevice", "device " + std::to_string(device_));
}

void Stream::launch(cudaKernel_t kernel, const std::string& name, unsigned blocks, unsigned threads,
                    unsigned shared_bytes, void** arguments) {
  use_device();
  last_kernel_ = name;
  check(cudaLaunchKernel(kernel, dim3(blocks), dim3(threads), arguments, shared_bytes, stream_.get()),
        "cudaLaunchKernel", "kernel " + name);
}

void Stream::launch(const Graph& graph) {
  use_device();
  check(cudaGraphLaunch(graph.get(), stream_.get()), "cudaGraphLaunch", "recorded kernels");
}

Graph Stream::record(const std::function<void()>& work) {
  struct Destroy {
    void operator()(cudaGraph_t graph) const { cudaGraphDestroy(graph); }
  };
  std::unique_ptr<std::remove_pointer_t<cudaGraph_t>, Destroy> owner;
  const auto end = [&] {
    cudaGraph_t graph = nullptr;
    const cudaError_t result = cudaStreamEndCapture(stream_.get(), &graph);
    owner.reset(graph);
    return result;
  };
  use_device();
  check(cudaStreamBeginCapture(stream_.get(), cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture",
        "recording kernels");
  try {
    work();
  } catch (...) {
    end();
    throw;
  }
  check(end(), "cudaStreamEndCapture", "recording kernels");
  return Graph(owner.get());
}

void Stream::start_copy(void* to, const void* from, std::size_t bytes, const std::string& purpose) {
  use_device();
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_.get()), "cudaMemcpyAsync", purpose);
}

void Stream::copy(void* to, const void* from, std::size_t bytes, const std::string& purpose) {
  start_copy(to, from, bytes, purpose);
  synchronise();
}

void Stream::set_zero(void* memory, std::size_t bytes) {
  use_device();
  check(cudaMemsetAsync(memory, 0, bytes, stream_.get()), "cudaMemsetAsync", "clearing an array");
}

std::string Stream::last_work() const {
  return last_kernel_.empty() ? "a copy" : "kernel " + last_kernel_ + " or what was asked for before it";
}

void Stream::synchronise() {
  use_device();
  check(cudaStreamSynchronize(stream_.get()), "cudaStreamSynchronize", last_work());
}

void Stream::record(const Event& event) {
  use_device();
  check(cudaEventRecord(event.get(), stream_.get()), "cudaEventRecord", "timing");
}

void Stream::wait(const Event& event) {
  use_device();
  check(cudaEventSynchronize(event.get()), "cudaEventSynchronize", last_work());
}

void Stream::follow(const Event& event) {
  use_device();
  check(cudaStreamWaitEvent(stream_.get(), event.get(), 0), "cudaStreamWaitEvent", last_work());
}

double Stream::seconds_between(const Event& first, const Event& second) {
  wait(second);
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, first.get(), second.get()), "cudaEventElapsedTime",
        "kernel " + last_kernel_);
  return 1e-3 * milliseconds;
}

}  // namespace dgsolve::cuda
