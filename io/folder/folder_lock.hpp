/// One run at a time writes to a folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dgsolve {

/// A kernel's lock of a file in the folder, which says who holds it. It ends with the process, however that
/// ends. Record locks of POSIX: forks, such as those that mesh, do not have it, and file systems of several
/// hosts know it. A process must not lock a folder twice.
class FolderLock {
 public:
  /// Makes the folder, if it is missing. Throws std::invalid_argument that names the process where another
  /// one has the lock, and std::runtime_error where the file cannot be made.
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  /// Removes the file, and folders that it made and that are empty.
  ~FolderLock();

  /// Why there is no lock; empty: there is one.
  const std::string& why_none() const { return why_none_; }

 private:
  void make_folders(const std::filesystem::path& folder);
  /// False where the file is another one by now.
  bool lock();
  void remove_made_folders();

  const std::filesystem::path file_;
  std::vector<std::filesystem::path> made_;  ///< the innermost last
  int descriptor_ = -1;
  std::string why_none_;
};

}  // namespace dgsolve
