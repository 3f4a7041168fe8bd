#include "mesh/gmsh/mesh_file.hpp"

#include <algorithm>
#include <fstream>
#include <string>

#include "mesh/base/mesh.hpp"

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

/// CAD libraries print to the terminal when a file is in another format.
void check_cad_header(std::istream& in) {
  std::string start(80, '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  for (const char* known : {"ISO-10303-21", "DBRep_DrawableShape", "CASCADE Topology"})
    if (start.find(known) != std::string::npos) return;
  throw MeshError("neither a STEP file (it starts with ISO-10303-21) nor a BREP file (DBRep_DrawableShape)");
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
  if (kind == MeshFileKind::cad) check_cad_header(in);
  return kind;
}

}  // namespace dgsolve
