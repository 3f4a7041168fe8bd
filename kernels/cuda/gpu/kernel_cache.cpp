#include "kernels/cuda/gpu/kernel_cache.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <system_error>

#include "kernels/base/digest.hpp"

namespace dgsolve::cuda {
namespace {

namespace fs = std::filesystem;

/// All files have it, and only those are ever removed.
const std::string prefix = "dgsolve-";

/// First line of an entry: the length of what follows, and the digest of that and of the entry's name. A copy
/// under another name is no entry.
std::string header_of(const std::string& name, std::string_view content) {
  return "dgsolve " + std::to_string(content.size()) + " " + Digest().add(name).add(content).text() + "\n";
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
  if (entry.substr(0, header_end) != header_of(name, content)) return {};
  mark_used(path);
  return content;
}

void KernelCache::store(const std::string& name, std::string_view content) const {
  if (folder_.empty()) return;
  make_private(folder_);
  if (put(folder_ / (prefix + name), header_of(name, content), content))
    remove_unused(folder_, prefix, limit_);
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

}  // namespace dgsolve::cuda
