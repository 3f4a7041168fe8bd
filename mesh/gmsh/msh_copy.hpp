/// A temporary copy of a .msh file without some of its sections.
#pragma once

#include <filesystem>
#include <vector>

#include "mesh/gmsh/msh_check.hpp"
#include "mesh/gmsh/temporary_file.hpp"

namespace dgsolve {

class MshCopy : public TemporaryFile {
 public:
  /// Throws MeshError where it cannot be written.
  MshCopy(const std::filesystem::path& file, const std::vector<ForeignSection>& without);
};

}  // namespace dgsolve
