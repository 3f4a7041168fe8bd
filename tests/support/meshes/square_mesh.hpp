/// The mesh that tests of case files name: one region, vacuum; exterior groups left, right, walls; an
/// interior one, diagonal.
#pragma once

#include <filesystem>

#include "mesh/read_mesh.hpp"
#include "tests/support/meshes/places.hpp"

namespace dgsolve::test {

inline const std::filesystem::path square_msh = source_folder() / "tests/meshes/square.msh";

inline Mesh square_mesh() {
  MeshOptions options;
  options.file = square_msh;
  return read_mesh(options);
}

}  // namespace dgsolve::test
