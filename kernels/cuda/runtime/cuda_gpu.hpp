/// A GPU of this machine, by the CUDA runtime API.
#pragma once

#include "kernels/cuda/gpu/shared_work.hpp"
#include "kernels/cuda/runtime/cuda_calls.hpp"

namespace dgsolve::cuda {

class CudaGpu : public Gpu {
 public:
  /// Throws DeviceError where the device is not there or the run-time compiler does not know it.
  explicit CudaGpu(int device);

  const GpuProperties& properties() const override { return properties_; }
  std::string status() const override;
  std::size_t free_memory() const override { return free_memory_of(device_); }
  std::shared_ptr<void> allocate(std::size_t bytes, const std::string& purpose) override;
  std::size_t page_bytes() override;
  std::shared_ptr<void> allocate_over(const std::vector<GpuPiece>& pieces,
                                      const std::string& purpose) override;
  std::shared_ptr<void> allocate_pinned(std::size_t bytes, const std::string& purpose) override;
  std::size_t memory() const override { return *bytes_; }
  std::string compile(const KernelText& text) const override;
  void reach(const Gpu& other) override;
  bool runs_beside(const Gpu& other) const override;
  bool reaches_other_processes() const override;
  std::unique_ptr<Launcher> make_launcher() override;

 private:
  const int device_;
  const GpuProperties properties_;
  const std::shared_ptr<std::size_t> bytes_ = std::make_shared<std::size_t>(0);
  std::size_t page_bytes_ = 0;  ///< 0: nobody asked yet
  mutable SharedWork compiling_;
};

}  // namespace dgsolve::cuda
