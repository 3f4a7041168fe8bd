/// A GPU as a launcher: kernels compiled for it, or found in the cache, and a stream.
#pragma once

#include "kernels/cuda/runtime/kernel_cache.hpp"
#include "kernels/cuda/runtime/launcher.hpp"
#include "kernels/cuda/runtime/runtime.hpp"

namespace dgsolve::cuda {

class CudaLauncher : public Launcher {
 public:
  /// Keeps references to stream and cache.
  CudaLauncher(int device, Stream& stream, const KernelCache& cache);

  std::unique_ptr<KernelModule> load(const KernelText& text) override;
  std::shared_ptr<void> allocate(std::size_t bytes, const std::string& purpose) override;
  void copy_in(void* to, const void* from, std::size_t bytes) override;
  void copy_out(void* to, const void* from, std::size_t bytes) override;
  void set_zero(void* memory, std::size_t bytes) override;
  std::unique_ptr<Recording> record(std::function<void()> work) override;
  std::unique_ptr<LibraryProduct> sliced_product(const SlicedRows& matrix) override;
  unsigned multiprocessors() const override { return stream_.multiprocessors(); }
  bool has_tensor_products(Precision precision, unsigned shared_bytes) const override;
  std::size_t memory() const override { return *bytes_; }

 private:
  const std::string architecture_;
  Stream& stream_;
  const KernelCache& cache_;
  std::shared_ptr<std::size_t> bytes_ = std::make_shared<std::size_t>(0);
};

}  // namespace dgsolve::cuda
