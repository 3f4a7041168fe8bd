#include "io/restart/checkpoint_folder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "io/base/files.hpp"

namespace dgsolve {
namespace {

const std::string prefix = "checkpoint_";

std::string name_of(long steps) { return fmt::format("{}{:012}.h5", prefix, steps); }

/// Steps in a checkpoint's name, −1 where it is no checkpoint's.
long steps_of(const std::filesystem::path& file) {
  const std::string name = file.filename();
  if (!name.starts_with(prefix)) return -1;
  long steps = -1;
  std::from_chars(name.data() + prefix.size(), name.data() + name.size(), steps);
  return steps >= 0 && name == name_of(steps) ? steps : -1;
}

}  // namespace

std::filesystem::path CheckpointFolder::file_after(long steps) const { return path_ / name_of(steps); }

std::filesystem::path CheckpointFolder::write(const Checkpoint& checkpoint, const Mesh& mesh) const {
  make_folder(path_);
  std::filesystem::path file = file_after(checkpoint.position.steps);
  write_checkpoint(file, checkpoint, mesh);
  const std::vector<std::filesystem::path> all = newest_first();
  for (std::size_t i = keep_; i < all.size(); ++i) std::filesystem::remove(all[i]);
  return file;
}

std::vector<std::filesystem::path> CheckpointFolder::newest_first() const {
  std::vector<std::filesystem::path> all;
  std::error_code none;  // no folder, no checkpoints
  for (const auto& entry : std::filesystem::directory_iterator(path_, none))
    if (steps_of(entry.path()) >= 0) all.push_back(entry.path());
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return steps_of(a) > steps_of(b); });
  return all;
}

CheckpointFolder::SetAside CheckpointFolder::set_aside_after(long steps) const {
  const std::filesystem::path before = free_name(path_.parent_path() / "checkpoints_before");
  int n = 0;
  for (const std::filesystem::path& file : newest_first()) {
    if (steps_of(file) <= steps) break;
    make_folder(before);
    std::filesystem::rename(file, before / file.filename());
    ++n;
  }
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(path_, none))
    if (entry.path().extension() == temporary_suffix) std::filesystem::remove(entry.path());
  return {n, before};
}

}  // namespace dgsolve
