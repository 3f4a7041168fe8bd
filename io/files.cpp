#include "io/files.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace dgsolve {

void replace_file(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::path temporary = path;
  temporary += ".tmp";
  errno = 0;
  std::ofstream out(temporary, std::ios::binary);
  out << text;
  out.close();  // a full disk may show only here
  if (!out) {
    const std::string why = std::strerror(errno);
    std::error_code ignored;  // the first error is the one to report
    std::filesystem::remove(temporary, ignored);
    throw std::runtime_error(cannot_write(path, why));
  }
  std::error_code error;
  std::filesystem::rename(temporary, path, error);
  if (error) throw std::runtime_error(cannot_write(path, error.message()));
}

std::string cannot_write(const std::filesystem::path& path, const std::string& why) {
  return path.string() + ": cannot be written: " + why;
}

}  // namespace dgsolve
