#include "mesh/mesh_file.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

#include "mesh/mesh.hpp"

namespace dgsolve {
namespace {

constexpr const char* valid_files =
    "expected a Gmsh mesh (.msh, 2.2 or 4.1) or a model to mesh (.geo, .step, .stp, .brep)";

MeshFileKind kind_of(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (extension == ".msh") return MeshFileKind::msh;
  if (extension == ".geo") return MeshFileKind::script;
  if (extension == ".step" || extension == ".stp" || extension == ".brep") return MeshFileKind::cad;
  throw MeshError("unknown extension \"" + extension + "\"; " + valid_files);
}

std::string line_of(std::istream& in) {
  std::string line;
  std::getline(in, line);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

/// At most 40 printable characters, for a message.
std::string excerpt(const std::string& text) {
  std::string shown = text.substr(0, 40);
  for (char& c : shown)
    if (c < ' ' || c > '~') c = '?';
  return "\"" + shown + "\"";
}

void check_header(std::istream& in) {
  std::string line = line_of(in);
  if (line == "$Comments") {
    while (in && line != "$EndComments") line = line_of(in);
    line = line_of(in);
  }
  if (line != "$MeshFormat")
    throw MeshError("not a Gmsh mesh: it starts with " + excerpt(line) + "; expected $MeshFormat");
  const std::string format = line_of(in);
  std::istringstream words(format);
  std::string version;
  int binary = -1, size = 0;
  words >> version >> binary >> size;
  if ((version != "2.2" && version != "4.1") || (binary != 0 && binary != 1) || size != 8)
    throw MeshError("$MeshFormat: found " + excerpt(format) +
                    "; expected version 2.2 or 4.1, then 0 (text) or 1 (binary), then 8");
}

/// A complete file ends with the end of a section.
void check_end(std::istream& in) {
  constexpr std::streamoff tail_size = 256;
  in.clear();
  in.seekg(0, std::ios::end);
  const std::streamoff size = in.tellg();
  in.seekg(std::max<std::streamoff>(0, size - tail_size));
  std::string tail(std::istreambuf_iterator<char>(in), {});
  tail.erase(tail.find_last_not_of(" \t\r\n") + 1);
  const std::size_t newline = tail.rfind('\n');
  const std::string last = newline == std::string::npos ? tail : tail.substr(newline + 1);
  if (!last.starts_with("$End"))
    throw MeshError("the file is cut short: its last line is " + excerpt(last) +
                    "; expected the end of a section ($End…)");
}

}  // namespace

MeshFileKind check_mesh_file(const std::filesystem::path& file) {
  const MeshFileKind kind = kind_of(file);
  std::error_code error;
  if (!std::filesystem::exists(file, error)) throw MeshError(std::string("no such file; ") + valid_files);
  if (!std::filesystem::is_regular_file(file, error))
    throw MeshError(std::string("not a regular file; ") + valid_files);
  std::ifstream in(file, std::ios::binary);
  if (!in) throw MeshError("cannot be opened for reading");
  if (in.peek() == std::ifstream::traits_type::eof())
    throw MeshError(std::string("the file is empty; ") + valid_files);
  if (kind == MeshFileKind::msh) {
    check_header(in);
    check_end(in);
  }
  return kind;
}

}  // namespace dgsolve
