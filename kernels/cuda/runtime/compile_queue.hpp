/// Compiles several kernel texts at once, in order, while the caller already works with the first ones.
#pragma once

#include <atomic>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "kernels/cuda/runtime/compiler.hpp"

namespace dgsolve::cuda {

class CompileQueue {
 public:
  /// Starts on the first texts, a thread each, at most as many as the machine has cores. The cache must
  /// outlive the queue. Throws BackendError where no thread can be started.
  CompileQueue(std::vector<KernelText> texts, std::string architecture, const KernelCache& cache);
  CompileQueue(const CompileQueue&) = delete;
  CompileQueue& operator=(const CompileQueue&) = delete;
  /// Starts no more, and waits for those that are being compiled.
  ~CompileQueue();

  /// As find_or_compile of text i; waits for it.
  std::string get(std::size_t i) { return cubins_[i].get(); }

 private:
  void work();

  const std::vector<KernelText> texts_;
  const std::string architecture_;
  const KernelCache& cache_;
  std::vector<std::promise<std::string>> promises_;
  std::vector<std::shared_future<std::string>> cubins_;
  std::atomic<std::size_t> next_ = 0;
  std::vector<std::jthread> threads_;  ///< joined before the others go
};

}  // namespace dgsolve::cuda
