#include "kernels/cuda/runtime/cuda_module.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace dgsolve::cuda {
namespace {

/// This loads the kernel.
KernelResources resources_of(cudaKernel_t kernel, const std::string& purpose) {
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes", purpose);
  return {attributes.numRegs, static_cast<int>(attributes.localSizeBytes)};
}

}  // namespace

CudaModule::CudaModule(const std::string& cubin, const KernelText& text, CudaLauncher& launcher)
    : KernelModule(text.kernels_wait), name_(text.file), launcher_(launcher) {
  cudaLibrary_t library = nullptr;
  check(cudaLibraryLoadData(&library, cubin.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
        "cudaLibraryLoadData", name_);
  library_.reset(library);
}

cudaKernel_t CudaModule::find(const std::string& kernel) const {
  const std::lock_guard lock(mutex_);
  cudaKernel_t& found = kernels_[kernel];
  if (found != nullptr) return found;
  const std::string purpose = kernel + " of " + name_;
  check(cudaLibraryGetKernel(&found, library_.get(), kernel.c_str()), "cudaLibraryGetKernel", purpose);
  resources_of(found, purpose);
  return found;
}

KernelResources CudaModule::resources(const std::string& kernel) const {
  return resources_of(find(kernel), kernel + " of " + name_);
}

void CudaModule::prepare(const KernelLaunch& launch, const KernelLaunch& together) {
  launcher_.use_device();
  const cudaKernel_t kernel = find(launch.kernel);
  if (launch.shared_bytes == 0) return;
  const std::string purpose = launch.kernel + " of " + name_;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(launch.shared_bytes)),
        "cudaFuncSetAttribute", purpose);
  const std::size_t multiprocessors = launcher_.gpu.properties().multiprocessors;
  const std::size_t at_once = std::min<std::size_t>(
      together.resident_blocks, (together.blocks + multiprocessors - 1) / multiprocessors);
  const int device = launcher_.device();
  const long available = attribute_of(device, cudaDevAttrMaxSharedMemoryPerMultiprocessor),
             reserved = attribute_of(device, cudaDevAttrReservedSharedMemoryPerBlock);
  const long needed = static_cast<long>(at_once) * (together.shared_bytes + reserved);
  const long percent = std::min(100L, (100 * needed + available - 1) / available);
  check(
      cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, static_cast<int>(percent)),
      "cudaFuncSetAttribute", purpose);
}

void CudaModule::start(const KernelLaunch& launch, std::initializer_list<KernelParameter> parameters,
                       Launcher* launcher) {
  if (launch.blocks == 0) return;
  std::array<void*, 4> addresses{};
  if (parameters.size() > addresses.size()) throw std::logic_error("a kernel with more than four parameters");
  std::transform(parameters.begin(), parameters.end(), addresses.begin(),
                 [](const KernelParameter& parameter) { return const_cast<void*>(parameter.address); });
  CudaLauncher& on = launcher == nullptr ? launcher_ : dynamic_cast<CudaLauncher&>(*launcher);
  on.use_device();  // a kernel is loaded to the current one
  on.launch(find(launch.kernel), launch, addresses.data(), kernels_wait || launch.beside_last);
}

std::unique_ptr<KernelModule> CudaLauncher::load(const std::string& code, const KernelText& text) {
  use_device();
  return std::make_unique<CudaModule>(code, text, *this);
}

}  // namespace dgsolve::cuda
