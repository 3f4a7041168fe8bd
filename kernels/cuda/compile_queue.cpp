#include "kernels/cuda/compile_queue.hpp"

#include <algorithm>

namespace dgsolve::cuda {

CompileQueue::CompileQueue(std::vector<KernelText> texts, std::string architecture, const KernelCache& cache)
    : texts_(std::move(texts)),
      architecture_(std::move(architecture)),
      cache_(cache),
      promises_(texts_.size()) {
  for (auto& promise : promises_) cubins_.push_back(promise.get_future().share());
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t i = 0; i < std::min(cores, texts_.size()); ++i) threads_.emplace_back([this] { work(); });
}

CompileQueue::~CompileQueue() {
  next_ = texts_.size();
  for (std::thread& thread : threads_) thread.join();
}

void CompileQueue::work() {
  for (std::size_t i = next_++; i < texts_.size(); i = next_++) {
    try {
      promises_[i].set_value(find_or_compile(texts_[i], architecture_, cache_));
    } catch (...) {
      promises_[i].set_exception(std::current_exception());
    }
  }
}

}  // namespace dgsolve::cuda
