#include "mesh/gmsh/mesh_file.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "mesh/base/mesh.hpp"

namespace dgsolve {
namespace {

constexpr const char* valid_files =
    "expected a Gmsh mesh (.msh) or a model to mesh (.geo, .step, .stp, .iges, .igs, .brep, .stl)";

enum class CadFormat { step, iges, brep, stl };

/// A text file starts with the word solid; a binary one has 50 bytes for each triangle behind their number
/// (Marshall Burns, Automated Fabrication, 1993, section 6.5).
bool is_stl(const std::filesystem::path& file) {
  constexpr std::uintmax_t header = 80, of_a_triangle = 50;
  std::ifstream in(file, std::ios::binary);
  std::string start(header, '\0');
  std::uint32_t n_triangles = 0;
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (start.starts_with("solid") && start.find('\0') == std::string::npos) return true;
  in.read(reinterpret_cast<char*>(&n_triangles), sizeof n_triangles);
  return in && std::filesystem::file_size(file) == header + sizeof n_triangles + of_a_triangle * n_triangles;
}

/// CAD libraries print to the terminal when a file is in another format.
CadFormat check_cad_header(const std::filesystem::path& file) {
  if (lower_extension(file) == ".stl") {
    if (is_stl(file)) return CadFormat::stl;
    throw MeshError(
        "no STL file: neither text that starts with solid, nor as long as its triangles in binary");
  }
  std::ifstream in(file, std::ios::binary);
  std::string start(80, '\0');
  constexpr std::size_t letter_of_section = 72;
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (start.find("ISO-10303-21") != std::string::npos) return CadFormat::step;
  if (start[letter_of_section] == 'S' && start.find('\n') == std::string::npos) return CadFormat::iges;
  for (const char* known : {"DBRep_DrawableShape", "CASCADE Topology"})
    if (start.find(known) != std::string::npos) return CadFormat::brep;
  throw MeshError(
      "neither a STEP file (it starts with ISO-10303-21) nor an IGES file (an S in column 73) nor a BREP "
      "file "
      "(DBRep_DrawableShape)");
}

/// Open CASCADE reads on for ever where a BREP file is cut short. It has as many shapes as it says, each ends
/// in *, and the whole shape is named behind them: a sign, and two numbers.
void check_brep_end(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(in), {}};
  const std::size_t begin = content.rfind("\nTShapes ");
  std::size_t n_shapes = 0;
  int index = 0, location = 0;
  char sign = 0;
  bool whole =
      begin != std::string::npos && std::sscanf(content.c_str() + begin, "\nTShapes %zu", &n_shapes) == 1;
  const std::size_t n_ends =
      whole ? static_cast<std::size_t>(
                  std::count(content.begin() + static_cast<std::ptrdiff_t>(begin), content.end(), '*'))
            : 0;
  whole = whole && n_ends == n_shapes && n_shapes > 0 &&
          std::sscanf(content.c_str() + content.rfind('*') + 1, " %c%d%d", &sign, &index, &location) == 3;
  if (whole) return;
  throw MeshError(n_shapes == 0 ? "the file is cut short: it has no shapes, which follow the word TShapes"
                                : "the file is cut short: it says that it has " + std::to_string(n_shapes) +
                                      " shapes, and " + std::to_string(n_ends) + " are whole");
}

}  // namespace

const std::vector<std::string>& mesh_extensions() {
  static const std::vector<std::string> all = {".msh",  ".geo", ".step", ".stp",
                                               ".iges", ".igs", ".brep", ".stl"};
  return all;
}

std::string lower_extension(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

std::optional<MeshFileKind> kind_by_extension(const std::filesystem::path& file) {
  const std::string extension = lower_extension(file);
  if (std::ranges::find(mesh_extensions(), extension) == mesh_extensions().end()) return {};
  if (extension == ".msh") return MeshFileKind::msh;
  return extension == ".geo" ? MeshFileKind::script : MeshFileKind::cad;
}

bool says_its_unit(const std::filesystem::path& file) {
  const std::string extension = lower_extension(file);
  return extension == ".step" || extension == ".stp" || extension == ".iges" || extension == ".igs";
}

MeshFileKind check_mesh_file(const std::filesystem::path& file) {
  const std::optional<MeshFileKind> kind = kind_by_extension(file);
  if (!kind) throw MeshError("unknown extension \"" + file.extension().string() + "\"; " + valid_files);
  std::error_code error;
  if (!std::filesystem::exists(file, error)) throw MeshError(std::string("no such file; ") + valid_files);
  if (!std::filesystem::is_regular_file(file, error))
    throw MeshError(std::string("not a regular file; ") + valid_files);
  std::ifstream in(file, std::ios::binary);
  if (!in) throw MeshError("cannot be opened for reading");
  if (in.peek() == std::ifstream::traits_type::eof())
    throw MeshError(std::string("the file is empty; ") + valid_files);
  if (*kind == MeshFileKind::cad && check_cad_header(file) == CadFormat::brep) check_brep_end(file);
  return *kind;
}

}  // namespace dgsolve
