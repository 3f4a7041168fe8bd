#include "mesh/gmsh/msh_copy.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

MshCopy::MshCopy(const std::filesystem::path& file, const std::vector<ForeignSection>& without)
    : TemporaryFile(".msh", "a copy without $" + without.front().name) {
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
  if (!out)
    throw MeshError("a copy without $" + without.front().name + " cannot be written to " + path.string() +
                    ": " + std::strerror(errno));
}

}  // namespace dgsolve
