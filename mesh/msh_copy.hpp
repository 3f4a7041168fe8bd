/// A .msh file without some of its sections, in the folder for temporary files.
#pragma once

#include <filesystem>
#include <vector>

#include "mesh/msh_check.hpp"
#include "mesh/temporary_file.hpp"

namespace dgsolve {

class MshCopy : public TemporaryFile {
 public:
  /// Throws MeshError where it cannot be written.
  MshCopy(const std::filesystem::path& file, const std::vector<ForeignSection>& without);
};

}  // namespace dgsolve
