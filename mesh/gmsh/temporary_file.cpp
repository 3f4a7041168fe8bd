#include "mesh/gmsh/temporary_file.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "mesh/base/mesh.hpp"

namespace dgsolve {
namespace {

[[noreturn]] void fail_to_write(const std::string& what, const std::filesystem::path& path) {
  throw MeshError(fmt::format("{} cannot be written to {}: {}", what, path.string(), std::strerror(errno)));
}

}  // namespace

TemporaryFile::TemporaryFile(const std::string& extension, const std::string& what) : what_(what) {
  path = std::filesystem::temp_directory_path() / ("dgsolve_XXXXXX" + extension);
  std::string pattern = path.string();
  const int opened = mkstemps(pattern.data(), static_cast<int>(extension.size()));
  if (opened < 0) fail();
  close(opened);
  path = pattern;
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
}

void TemporaryFile::write(const std::string& content) const {
  std::ofstream out(path, std::ios::binary);
  out << content;
  out.close();
  if (!out) fail();
}

void TemporaryFile::fail() const { fail_to_write(what_, path); }

TemporaryFolder::TemporaryFolder(const std::string& what) {
  path = std::filesystem::temp_directory_path() / "dgsolve_XXXXXX";
  std::string pattern = path.string();
  if (mkdtemp(pattern.data()) == nullptr) fail_to_write(what, path);
  path = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

}  // namespace dgsolve
