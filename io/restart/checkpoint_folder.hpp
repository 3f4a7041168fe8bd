/// The checkpoints of an output folder: names, which of them stay, which is the newest that can be read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dgsolve {

/// What a case says of its checkpoints.
struct CheckpointOutput {
  double every = 0;  ///< interval in time, > 0
  int keep = 2;      ///< newest that stay
};

class CheckpointFolder {
 public:
  /// The folder checkpoints in an output folder; makes none yet. keep: newest that stay, at least one.
  CheckpointFolder(const std::filesystem::path& output, int keep)
      : path_(output / "checkpoints"), keep_(keep) {}

  /// Of all its files, from the output folder on (io/base/name_list.hpp).
  static std::vector<std::string> names();

  const std::filesystem::path& path() const { return path_; }
  /// The checkpoint after so many steps, whether it is there or not.
  std::filesystem::path file_after(long steps) const;
  /// That file, to be written: the folder is made. Throws std::runtime_error that names the folder.
  std::filesystem::path new_file_after(long steps) const;
  /// Removes the oldest checkpoints beyond those that stay.
  void remove_oldest() const;

  /// Checkpoints, the one of most steps first.
  std::vector<std::filesystem::path> newest_first() const;
  /// Those of more steps than this go to a new folder checkpoints_before, or checkpoints_before_2, …, out of
  /// the way of a run that writes its own, and what a killed run left half written is removed. Files of parts
  /// go with their checkpoint.
  struct SetAside {
    int n;  ///< how many went
    std::filesystem::path folder;
  };
  SetAside set_aside_after(long steps) const;

 private:
  /// Files that belong to no checkpoint, as a run leaves them that was killed while it wrote.
  void remove_unfinished() const;

  const std::filesystem::path path_;
  const int keep_;
};

}  // namespace dgsolve
