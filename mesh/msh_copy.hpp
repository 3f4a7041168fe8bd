/// A .msh file without some of its sections, in the folder for temporary files.
#pragma once

#include <filesystem>
#include <vector>

#include "mesh/msh_check.hpp"

namespace dgsolve {

class MshCopy {
 public:
  /// Throws MeshError where it cannot be written.
  MshCopy(const std::filesystem::path& file, const std::vector<ForeignSection>& without);
  MshCopy(const MshCopy&) = delete;
  MshCopy& operator=(const MshCopy&) = delete;
  ~MshCopy();

  std::filesystem::path path;
};

}  // namespace dgsolve
