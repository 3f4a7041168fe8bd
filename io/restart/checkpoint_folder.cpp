#include "io/restart/checkpoint_folder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "io/base/files.hpp"
#include "io/base/name_list.hpp"
#include "io/restart/state_file.hpp"

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

/// Empty where it is no file of a part.
std::filesystem::path checkpoint_of_part(const std::filesystem::path& file) {
  const std::string name = file.filename();
  std::filesystem::path checkpoint = file.parent_path() / (name.substr(0, name.rfind('_')) + ".h5");
  return steps_of(checkpoint) >= 0 ? checkpoint : std::filesystem::path();
}

}  // namespace

std::vector<std::string> CheckpointFolder::names() {
  const std::string number = digits_in_names, checkpoint = "checkpoints/" + prefix + number;
  return {checkpoint + ".h5", checkpoint + '_' + number + ".h5"};
}

std::filesystem::path CheckpointFolder::file_after(long steps) const { return path_ / name_of(steps); }

std::filesystem::path CheckpointFolder::new_file_after(long steps) const {
  make_folder(path_);
  return file_after(steps);
}

void CheckpointFolder::remove_oldest() const {
  const std::vector<std::filesystem::path> all = newest_first();
  for (std::size_t i = keep_; i < all.size(); ++i) {
    std::filesystem::remove(all[i]);
    for (const std::filesystem::path& part : part_files(all[i])) std::filesystem::remove(part);
  }
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
    for (const std::filesystem::path& part : part_files(file))
      std::filesystem::rename(part, before / part.filename());
    std::filesystem::rename(file, before / file.filename());
    ++n;
  }
  remove_unfinished();
  return {n, before};
}

void CheckpointFolder::remove_unfinished() const {
  std::error_code none;
  const NameList ours(names());
  std::vector<std::filesystem::path> unfinished;
  for (const auto& entry : std::filesystem::directory_iterator(path_, none)) {
    const std::filesystem::path& file = entry.path();
    const std::filesystem::path checkpoint = checkpoint_of_part(file);
    const bool lacks_checkpoint = !checkpoint.empty() && !std::filesystem::exists(checkpoint);
    const bool is_unfinished =
        file.extension() == temporary_suffix && ours.has((path_.filename() / file.filename()).string());
    if (entry.is_regular_file() && (is_unfinished || lacks_checkpoint)) unfinished.push_back(file);
  }
  for (const std::filesystem::path& file : unfinished) std::filesystem::remove(file);
}

}  // namespace dgsolve
