/// Which of the host's large arrays are on the device.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <utility>

namespace dgsolve::cuda {

/// Where the device has copies of the host's arrays in double precision: what is wanted in single precision
/// too is rounded there.
class DeviceCopies {
 public:
  /// The array must outlive the copy.
  void add(std::span<const double> array, const std::shared_ptr<void>& copy) {
    copies_[{array.data(), array.size()}] = copy;
  }
  /// Null: there is none any more.
  std::shared_ptr<void> find(std::span<const double> array) const {
    const auto found = copies_.find({array.data(), array.size()});
    return found == copies_.end() ? nullptr : found->second.lock();
  }

 private:
  std::map<std::pair<const double*, std::size_t>, std::weak_ptr<void>> copies_;
};

}  // namespace dgsolve::cuda
