#include "mesh/gmsh/temporary_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

TemporaryFile::TemporaryFile(const std::string& extension, const std::string& what) {
  std::string pattern = (std::filesystem::temp_directory_path() / ("dgsolve_XXXXXX" + extension)).string();
  const int opened = mkstemps(pattern.data(), static_cast<int>(extension.size()));
  if (opened < 0) throw MeshError(what + " cannot be written to " + pattern + ": " + std::strerror(errno));
  close(opened);
  path = pattern;
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
}

}  // namespace dgsolve
