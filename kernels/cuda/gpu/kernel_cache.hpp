/// Compiled kernels on disk, shared by any number of processes. An entry is written to a file of its own and
/// then renamed, so that readers see it whole or not at all; a damaged entry counts as none. Nothing here
/// throws where the disk fails: without a cache a kernel is only compiled again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/base/cache_folder.hpp"

namespace dgsolve::cuda {

class KernelCache {
 public:
  static constexpr std::uintmax_t default_limit = std::uintmax_t{256} << 20;

  /// `folder` is made when something is stored, readable by its owner only; empty: nothing is kept.
  /// `limit`: bytes in the folder beyond which the entries unused for longest go.
  explicit KernelCache(std::filesystem::path folder = cache_folder(), std::uintmax_t limit = default_limit);

  /// What was stored under the name, if it is still there and undamaged.
  std::optional<std::string> find(const std::string& name) const;
  void store(const std::string& name, std::string_view content) const;
  /// Keeps a text for a person, as it is; in the folder for temporary files where the cache cannot. The path,
  /// or none where neither can be written.
  std::optional<std::filesystem::path> keep_text(const std::string& name, std::string_view text) const;

 private:
  const std::filesystem::path folder_;
  const std::uintmax_t limit_;
};

}  // namespace dgsolve::cuda
