/// A temporary file, deleted with its object.
#pragma once

#include <filesystem>
#include <string>

namespace dgsolve {

class TemporaryFile {
 public:
  /// Creates an empty file. `what` names its content in the MeshError thrown where that fails.
  TemporaryFile(const std::string& extension, const std::string& what);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  std::filesystem::path path;
};

}  // namespace dgsolve
