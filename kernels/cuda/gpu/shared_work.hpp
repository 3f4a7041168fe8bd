/// Work that is done once for all who ask for it at the same time.
#pragma once

#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <string>

namespace dgsolve::cuda {

class SharedWork {
 public:
  /// What work() returns or throws; where another thread works under this key, what that comes to.
  std::string run(const std::string& key, const std::function<std::string()>& work) {
    std::packaged_task<std::string()> task(work);
    std::shared_future<std::string> result;
    bool is_first = false;
    {
      const std::lock_guard lock(mutex_);
      const auto [place, is_new] = running_.try_emplace(key);
      if (is_new) place->second = task.get_future().share();
      result = place->second;
      is_first = is_new;
    }
    if (is_first) {
      task();
      const std::lock_guard lock(mutex_);
      running_.erase(key);
    }
    return result.get();
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_future<std::string>> running_;
};

}  // namespace dgsolve::cuda
