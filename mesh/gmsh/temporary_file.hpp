/// Temporary files, deleted with their objects.
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

/// A folder that only its owner may enter, deleted with all that is in it.
class TemporaryFolder {
 public:
  /// `what` names its content in MeshErrors.
  explicit TemporaryFolder(const std::string& what);
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  std::filesystem::path path;
};

}  // namespace dgsolve
