#include "mesh/msh_copy.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "mesh/mesh.hpp"

namespace dgsolve {

MshCopy::MshCopy(const std::filesystem::path& file, const std::vector<ForeignSection>& without) {
  const std::string extension = ".msh";
  std::string pattern = (std::filesystem::temp_directory_path() / ("dgsolve_XXXXXX" + extension)).string();
  const auto fail = [&] {
    throw MeshError("a copy without $" + without.front().name + " cannot be written to " + pattern + ": " +
                    std::strerror(errno));
  };
  const int opened = mkstemps(pattern.data(), static_cast<int>(extension.size()));
  if (opened < 0) fail();
  close(opened);
  path = pattern;
  std::ifstream in(file, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(in), {}};
  std::ofstream out(path, std::ios::binary);
  std::size_t from = 0;
  const auto write_until = [&](std::size_t end) {
    out.write(content.data() + from, static_cast<std::streamsize>(end - from));
  };
  for (const ForeignSection& section : without) {
    write_until(section.begin);
    from = section.end;
  }
  write_until(content.size());
  out.close();
  if (out) return;
  std::filesystem::remove(path);
  fail();
}

MshCopy::~MshCopy() {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
}

}  // namespace dgsolve
