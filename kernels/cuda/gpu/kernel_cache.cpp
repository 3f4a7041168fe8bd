#include "kernels/cuda/gpu/kernel_cache.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <vector>

#include "kernels/base/digest.hpp"

namespace dgsolve::cuda {
namespace {

namespace fs = std::filesystem;

/// All files have it, and only those are ever removed.
const std::string prefix = "dgsolve-";

/// First line of an entry: what follows is of this length and digest.
std::string header_of(std::string_view content) {
  return "dgsolve " + std::to_string(content.size()) + " " + Digest().add(content).text() + "\n";
}

/// Makes a folder that only its owner may enter, and those above it.
void make_private(const fs::path& folder) {
  std::error_code ignored;
  if (folder.has_parent_path()) fs::create_directories(folder.parent_path(), ignored);
  mkdir(folder.c_str(), 0700);
}

bool write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = write(file, content.data(), content.size());
    if (written <= 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// Writes a new file and renames it; leaves nothing behind where that fails.
bool put(const fs::path& path, std::string_view header, std::string_view content) {
  std::string temporary = path.string() + ".XXXXXX";
  const int file = mkstemp(temporary.data());
  if (file < 0) return false;
  bool done = write_all(file, header) && write_all(file, content);
  done = close(file) == 0 && done;
  done = done && std::rename(temporary.c_str(), path.c_str()) == 0;
  if (!done) unlink(temporary.c_str());
  return done;
}

}  // namespace

KernelCache::KernelCache(fs::path folder, std::uintmax_t limit) : folder_(std::move(folder)), limit_(limit) {}

fs::path KernelCache::default_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value == nullptr ? "" : value);
  };
  if (fs::path given = variable("DGSOLVE_CACHE"); !given.empty()) return given;
  if (const fs::path caches = variable("XDG_CACHE_HOME"); !caches.empty()) return caches / "dgsolve";
  if (const fs::path home = variable("HOME"); !home.empty()) return home / ".cache" / "dgsolve";
  return {};
}

std::optional<std::string> KernelCache::find(const std::string& name) const {
  if (folder_.empty()) return {};
  const fs::path path = folder_ / (prefix + name);
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return {};
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = stream.tellg();  // of the file opened: another may take its name any time
  if (size < 0) return {};
  std::string entry(static_cast<std::size_t>(size), '\0');
  stream.seekg(0).read(entry.data(), size);
  const std::size_t header_end = entry.find('\n') + 1;
  if (!stream || header_end == 0) return {};
  std::string content = entry.substr(header_end);
  if (entry.substr(0, header_end) != header_of(content)) return {};
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);  // used: kept longer
  return content;
}

void KernelCache::store(const std::string& name, std::string_view content) const {
  if (folder_.empty()) return;
  make_private(folder_);
  if (put(folder_ / (prefix + name), header_of(content), content)) prune();
}

std::optional<fs::path> KernelCache::keep_text(const std::string& name, std::string_view text) const {
  if (!folder_.empty()) {
    make_private(folder_);
    const fs::path path = folder_ / (prefix + name);
    if (put(path, "", text)) return path;
  }
  std::error_code error;
  const fs::path elsewhere = fs::temp_directory_path(error) / (prefix + name);
  if (!error && put(elsewhere, "", text)) return elsewhere;
  return {};
}

void KernelCache::prune() const {
  struct Entry {
    fs::file_time_type used;
    std::uintmax_t bytes;
    fs::path path;
  };
  std::vector<Entry> entries;
  std::uintmax_t total = 0;
  std::error_code error;  // another process may take a file away at any time
  for (fs::directory_iterator i(folder_, error), end; !error && i != end; i.increment(error)) {
    std::error_code gone;
    const Entry entry{i->last_write_time(gone), gone ? 0 : i->file_size(gone), i->path()};
    if (gone || !i->path().filename().string().starts_with(prefix)) continue;
    entries.push_back(entry);
    total += entry.bytes;
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (const Entry& entry : entries) {
    if (total <= limit_) return;
    std::error_code ignored;
    fs::remove(entry.path, ignored);
    total -= entry.bytes;
  }
}

}  // namespace dgsolve::cuda
