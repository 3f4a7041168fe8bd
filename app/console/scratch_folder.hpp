/// A temporary folder for what --check tries out, deleted afterwards.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace dgsolve {

class ScratchFolder {
 public:
  /// Beside the output folder, or in the nearest folder above it that is there. Throws std::runtime_error
  /// where no files can be written.
  explicit ScratchFolder(const std::filesystem::path& output_folder);
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  const std::filesystem::path path;

 private:
  /// Another process, which removes the folder when this one ends, whatever ends it.
  void start_janitor();

  int alive_ = -1;  ///< end of a pipe that closes when this process ends
  pid_t janitor_ = -1;
};

/// The folder that the output folder would be made in: it, or the nearest above it that is there.
std::filesystem::path existing_folder(const std::filesystem::path& directory);

/// The size of all files in a folder; 0 where the folder does not exist.
double bytes_in(const std::filesystem::path& folder);

}  // namespace dgsolve
