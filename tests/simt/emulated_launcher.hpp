/// A GPU's memory and kernels by emulation, for the host code that is written against cuda::Launcher.
#pragma once

#include "kernels/cuda/runtime/launcher.hpp"
#include "kernels/cuda/waves/stage_plan.hpp"
#include "tests/simt/simt.hpp"

namespace dgsolve::simt {

/// Runs a kernel of the text that is meant; each is compiled with the tests.
void run_linear_algebra(const cuda::StagePlan::Launch& launch, void* argument, Order order);
template <int shape>
void run_interior_penalty(const cuda::StagePlan::Launch& launch, void* argument, Order order);

class EmulatedLauncher : public cuda::Launcher {
 public:
  explicit EmulatedLauncher(Order order, bool tensor = true) : order_(order), tensor_(tensor) {}
  /// Throws std::logic_error where the text was not compiled with the tests.
  std::unique_ptr<cuda::KernelModule> load(const cuda::KernelText& text) override;
  std::shared_ptr<void> allocate(std::size_t bytes, const std::string& purpose) override;
  void copy_in(void* to, const void* from, std::size_t bytes) override;
  void copy_out(void* to, const void* from, std::size_t bytes) override;
  void set_zero(void* memory, std::size_t bytes) override;
  std::unique_ptr<Recording> record(std::function<void()> work) override {
    return std::make_unique<PlainRecording>(std::move(work));
  }
  std::unique_ptr<cuda::LibraryProduct> sliced_product(const cuda::SlicedRows& matrix) override;
  unsigned multiprocessors() const override { return 1; }
  bool has_tensor_products(Precision, unsigned) const override { return tensor_; }
  std::size_t memory() const override { return *bytes_; }

 private:
  const Order order_;
  const bool tensor_;
  std::shared_ptr<std::size_t> bytes_ = std::make_shared<std::size_t>(0);
};

}  // namespace dgsolve::simt
