/// A temporary file, deleted with its object.
#pragma once

#include <filesystem>
#include <string>

namespace dgsolve {

class TemporaryFile {
 public:
  /// Creates an empty file. `what` names its content in MeshErrors.
  TemporaryFile(const std::string& extension, const std::string& what);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  /// Throws MeshError where that fails.
  void write(const std::string& content) const;

  std::filesystem::path path;

 private:
  [[noreturn]] void fail() const;

  std::string what_;
};

}  // namespace dgsolve
