#include "mesh/gmsh/gmsh_reader.hpp"

#include <fstream>

#include "mesh/base/problems.hpp"
#include "mesh/gmsh/geo_parameters.hpp"
#include "mesh/gmsh/gmsh.hpp"
#include "mesh/gmsh/plain_msh.hpp"

namespace dgsolve {
namespace {

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string content(std::filesystem::file_size(file), '\0');
  in.read(content.data(), static_cast<std::streamsize>(content.size()));
  return content;
}

/// The mesh of a .msh. Where it is plain and straight, Gmsh is not loaded.
RawMesh read_msh(const MeshOptions& options, MeshReport& report, const PartDone& done) {
  std::unique_ptr<Gmsh> gmsh;
  std::string content = content_of(options.file);
  MshContent found = check_msh(content, [&](int number) -> ElementShape {
    if (const auto type = straight_simplex(number)) return {type->dim, type->n_nodes};
    if (!gmsh) gmsh = load_gmsh();
    return gmsh->element_shape(number);
  });
  if (!gmsh && options.refine == 0) {
    const auto type_of = [](int number) { return straight_simplex(number).value(); };
    if (const auto plain = plain_msh(found, options.geometry_order, type_of)) {
      done("reading the mesh");
      if (auto raw = take_plain_mesh(*plain, straight_gradients(plain->type.dim), report.notes))
        return std::move(*raw);
    }
  }
  if (!gmsh) gmsh = load_gmsh();
  return gmsh->read_msh(options, content, found, report, done);
}

}  // namespace

RawMesh read_with_gmsh(const MeshOptions& options, MeshReport& report, const PartDone& done) {
  const MeshFileKind kind = check_mesh_file(options.file);
  check_parameters(options, kind);
  try {
    RawMesh raw = kind == MeshFileKind::msh ? read_msh(options, report, done)
                                            : load_gmsh()->make_mesh(options, kind, report, done);
    done("checking cells");
    return raw;
  } catch (const MeshError&) {
    throw;
  } catch (const std::string& message) {  // Gmsh 4.8
    throw MeshError("Gmsh says: " + message);
  } catch (const std::exception& error) {  // Gmsh 4.12, and what its libraries throw
    throw MeshError(std::string("Gmsh says: ") + error.what());
  }
}

}  // namespace dgsolve
