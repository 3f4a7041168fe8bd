/// A file in the folder for temporary files, gone when its owner is.
#pragma once

#include <filesystem>
#include <string>

namespace dgsolve {

class TemporaryFile {
 public:
  /// Empty at first. what: for the MeshError where it cannot be made.
  TemporaryFile(const std::string& extension, const std::string& what);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  std::filesystem::path path;
};

}  // namespace dgsolve
