#include "kernels/cuda/gpu/compile_queue.hpp"

#include <algorithm>
#include <system_error>

#include "kernels/base/device_error.hpp"

namespace dgsolve::cuda {

CompileQueue::CompileQueue(std::vector<KernelText> texts, Compile compile)
    : texts_(std::move(texts)), compile_(std::move(compile)), promises_(texts_.size()) {
  for (auto& promise : promises_) codes_.push_back(promise.get_future().share());
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  try {
    for (std::size_t i = 0; i < std::min(cores, texts_.size()); ++i)
      threads_.emplace_back([this] { work(); });
  } catch (const std::system_error& reason) {  // processes may be limited; fewer threads only take longer
    if (threads_.empty()) throw DeviceError(std::string("no thread to compile kernels: ") + reason.what());
  }
}

CompileQueue::~CompileQueue() { next_ = texts_.size(); }

void CompileQueue::work() {
  for (std::size_t i = next_++; i < texts_.size(); i = next_++) {
    try {
      promises_[i].set_value(compile_(texts_[i]));
    } catch (...) {
      promises_[i].set_exception(std::current_exception());
    }
  }
}

}  // namespace dgsolve::cuda
