/// Compiles several kernel texts at once, in order, while the caller already works with the first ones.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "kernels/cuda/gpu/kernel_text.hpp"

namespace dgsolve::cuda {

class CompileQueue {
 public:
  using Compile = std::function<std::string(const KernelText& text)>;

  /// Starts on the first texts, a thread each, at most as many as the machine has cores. compile: as
  /// Gpu::compile. Throws DeviceError where no thread can be started.
  CompileQueue(std::vector<KernelText> texts, Compile compile);
  CompileQueue(const CompileQueue&) = delete;
  CompileQueue& operator=(const CompileQueue&) = delete;
  /// Starts no more, and waits for those that are being compiled.
  ~CompileQueue();

  /// Machine code of text i; waits for it.
  std::string get(std::size_t i) { return codes_[i].get(); }

 private:
  void work();

  const std::vector<KernelText> texts_;
  const Compile compile_;
  std::vector<std::promise<std::string>> promises_;
  std::vector<std::shared_future<std::string>> codes_;
  std::atomic<std::size_t> next_ = 0;
  std::vector<std::jthread> threads_;  ///< joined before the others go
};

}  // namespace dgsolve::cuda
