/// Machine code on a GPU, and its kernels.
#pragma once

#include <map>
#include <mutex>

#include "kernels/cuda/runtime/cuda_launcher.hpp"

namespace dgsolve::cuda {

class CudaModule : public KernelModule {
 public:
  /// On the current device. text: of which the code was made. Keeps a reference to the launcher.
  CudaModule(const std::string& cubin, const KernelText& text, CudaLauncher& launcher);

  using KernelModule::prepare;
  void prepare(const KernelLaunch& launch, const KernelLaunch& together) override;
  KernelResources resources(const std::string& kernel) const override;

 protected:
  void start(const KernelLaunch& launch, std::initializer_list<KernelParameter> parameters,
             Launcher* launcher) override;

 private:
  /// Loaded when this returns. On any thread.
  cudaKernel_t find(const std::string& kernel) const;

  const std::string name_;  ///< of the source, for messages
  CudaLauncher& launcher_;
  Owned<cudaLibrary_t, cudaLibraryUnload> library_;
  mutable std::mutex mutex_;                             ///< of kernels_
  mutable std::map<std::string, cudaKernel_t> kernels_;  ///< those asked for so far
};

}  // namespace dgsolve::cuda
