/// The checkpoints of an output folder: names, which of them stay, which is the newest that can be read.
#pragma once

#include <filesystem>
#include <vector>

#include "io/restart/checkpoint.hpp"

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

  const std::filesystem::path& path() const { return path_; }
  /// The checkpoint after so many steps, whether it is there or not.
  std::filesystem::path file_after(long steps) const;
  /// Writes one, then removes the oldest beyond those that stay: whatever happens, the last one is there.
  /// The file's path. Throws std::runtime_error that names the file.
  std::filesystem::path write(const Checkpoint& checkpoint, const Mesh& mesh) const;

  /// Checkpoints, the one of most steps first.
  std::vector<std::filesystem::path> newest_first() const;
  /// Those of more steps than this go to a new folder checkpoints_before, or checkpoints_before_2, …, out of
  /// the way of a run that writes its own, and what a killed run left half written is removed.
  struct SetAside {
    int n;  ///< how many went
    std::filesystem::path folder;
  };
  SetAside set_aside_after(long steps) const;

 private:
  const std::filesystem::path path_;
  const int keep_;
};

}  // namespace dgsolve
