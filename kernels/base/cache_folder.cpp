#include "kernels/base/cache_folder.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <vector>

namespace dgsolve {

namespace fs = std::filesystem;

fs::path cache_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value == nullptr ? "" : value);
  };
  if (fs::path given = variable("DGSOLVE_CACHE"); !given.empty()) return given;
  if (const fs::path caches = variable("XDG_CACHE_HOME"); !caches.empty()) return caches / "dgsolve";
  if (const fs::path home = variable("HOME"); !home.empty()) return home / ".cache" / "dgsolve";
  return {};
}

void make_private(const fs::path& folder) {
  std::error_code ignored;
  if (folder.has_parent_path()) fs::create_directories(folder.parent_path(), ignored);
  mkdir(folder.c_str(), 0700);
}

void mark_used(const fs::path& entry) {
  std::error_code ignored;
  fs::last_write_time(entry, fs::file_time_type::clock::now(), ignored);
}

void remove_unused(const fs::path& folder, const std::string& prefix, std::uintmax_t limit) {
  struct Entry {
    fs::file_time_type used;
    std::uintmax_t bytes;
    fs::path path;
  };
  std::vector<Entry> entries;
  std::uintmax_t total = 0;
  std::error_code error;  // another process may take a file away at any time
  for (fs::directory_iterator i(folder, error), end; !error && i != end; i.increment(error)) {
    std::error_code gone;
    const Entry entry{i->last_write_time(gone), gone ? 0 : i->file_size(gone), i->path()};
    if (gone || !i->path().filename().string().starts_with(prefix)) continue;
    entries.push_back(entry);
    total += entry.bytes;
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (const Entry& entry : entries) {
    if (total <= limit) return;
    std::error_code ignored;
    fs::remove(entry.path, ignored);
    total -= entry.bytes;
  }
}

}  // namespace dgsolve
