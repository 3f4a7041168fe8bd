/// The node tags of a .msh file. Private to msh_format.hpp.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

namespace dgsolve {

/// Node tags, which mostly fill the range that the file declares.
class NodeTags {
 public:
  /// Room for n tags from `first` to `last`, if that is not many times as much.
  void expect(std::size_t n, std::size_t first, std::size_t last) {
    if (last < first || last - first > 8 * n + 1000) return;
    first_ = static_cast<std::int64_t>(first);
    inside_.assign(last - first + 1, false);
  }
  /// False where it was there before.
  bool insert(std::int64_t tag) {
    n_ += 1;
    if (!is_inside(tag)) return others_.insert(tag).second;
    return !std::exchange(inside_[tag - first_], true);
  }
  bool contains(std::int64_t tag) const {
    return is_inside(tag) ? inside_[tag - first_] != 0 : others_.contains(tag);
  }
  std::size_t size() const { return n_; }

 private:
  bool is_inside(std::int64_t tag) const {
    return tag >= first_ && tag - first_ < static_cast<std::int64_t>(inside_.size());
  }

  std::size_t n_ = 0;
  std::int64_t first_ = 0;
  std::vector<char> inside_;
  std::unordered_set<std::int64_t> others_;
};

}  // namespace dgsolve
