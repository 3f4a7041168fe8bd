/// A CUDA stream as a launcher.
#pragma once

#include "kernels/cuda/gpu/launcher.hpp"
#include "kernels/cuda/runtime/cuda_calls.hpp"
#include "kernels/cuda/runtime/staged_copies.hpp"

namespace dgsolve::cuda {

class CudaLauncher : public Launcher {
 public:
  CudaLauncher(Gpu& gpu, int device);

  using Launcher::load;
  std::unique_ptr<KernelModule> load(const std::string& code, const KernelText& text) override;
  void start_copy(void* to, const void* from, std::size_t bytes, const std::string& purpose) override;
  void set_zero(void* memory, std::size_t bytes) override;
  void synchronise() override;
  std::unique_ptr<Recording> record(const std::function<void()>& work) override;
  std::unique_ptr<Event> event() override;
  void record(Event& event) override;
  void wait(const Event& event) override;
  void follow(const Event& event) override;
  double seconds_between(const Event& first, const Event& second) override;
  std::future<std::unique_ptr<Communicator>> communicator(Ranks& ranks) override;
  std::unique_ptr<LibraryProduct> sliced_product(const SlicedRows& matrix) override;
  std::unique_ptr<DenseProducts> dense_products(Precision precision) override;

  cudaStream_t stream() const { return stream_.get(); }
  int device() const { return device_; }
  /// Makes the launcher's GPU the calling thread's current one, as all calls do first.
  void use_device() const { cuda::use_device(device_); }
  /// On the current device, which must be the launcher's. `arguments`: addresses of the kernel's parameters,
  /// read before this returns. waits: the kernel does so by itself for what was asked for before.
  void launch(cudaKernel_t kernel, const KernelLaunch& launch, void** arguments, bool waits);

 private:
  std::string last_work() const;

  const int device_;
  const bool kernels_can_wait_;
  Owned<cudaStream_t, cudaStreamDestroy> stream_;
  StagedCopies staged_;
  std::string last_kernel_;  ///< a fault in a kernel shows at the next call that waits
  bool follows_ = false;     ///< the next kernel is behind an event: it does not begin early
};

}  // namespace dgsolve::cuda
