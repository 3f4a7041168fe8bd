/// HDF5 files that grow as a run goes on. They cannot be built in memory as others are
/// (io/hdf5/hdf5_file.hpp), so a driver of ours stands between the library and the disk: the library believes
/// that every write succeeds, and the file changes from one state that is whole to the next.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "io/hdf5/hdf5_file.hpp"

namespace dgsolve::hdf5 {

class GrowingDisk;

class GrowingFile {
 public:
  enum class Begin { anew, there };
  /// A new file, which takes the place of an old one with its first change; or one that is there. Throws
  /// std::runtime_error that names it.
  explicit GrowingFile(const std::filesystem::path& path, Begin begin = Begin::anew);
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;
  ~GrowingFile();

  /// The file gets all that `work` puts into it, and can be read; or, where that fails, it stays as it was
  /// before. Throws std::runtime_error that names the file, and what `work` throws; nothing can be added
  /// after that.
  void change(const std::function<void(const Group& root)>& work);

 private:
  const std::filesystem::path path_;
  std::unique_ptr<GrowingDisk> disk_;  ///< outlives the library's file
  std::optional<Handle> file_;         ///< none: a change failed
};

}  // namespace dgsolve::hdf5
