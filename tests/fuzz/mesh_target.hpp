/// What a fuzzer asks of the reader of .msh files, for any bytes whatever.
#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "mesh/read_mesh.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dgsolve::test {

/// Throws std::logic_error where the reader does neither: make a mesh of the bytes, or refuse them in lines
/// that each begin with the file's name. Whatever else the reader throws passes through.
inline void expect_mesh_or_error(const TemporaryFolder& folder, const std::string& bytes) {
  const std::filesystem::path file = folder.path() / "mesh.msh";
  std::filesystem::remove(file);  // some file systems wait for the disk where a file is cut to nothing
  std::ofstream(file, std::ios::binary) << bytes;
  // The file's own geometric order must be asked for, or it is refused before much is read.
  bool other_order = true;
  for (int order = 1; order <= 4 && other_order; ++order) {
    other_order = false;
    try {
      read_mesh({.file = file, .parameters = {}, .geometry_order = order});
    } catch (const MeshError& error) {
      const std::string message = error.what();
      other_order = message.find("where mesh.geometry_order is") != std::string::npos;
      std::istringstream lines(message);
      for (std::string line; std::getline(lines, line);)
        if (!line.starts_with(file.string())) throw std::logic_error("a message without a place: " + line);
    }
  }
}

}  // namespace dgsolve::test
