/// Going on from a checkpoint.
#pragma once

#include <filesystem>
#include <string>

#include "io/case.hpp"
#include "io/checkpoint.hpp"

namespace dgsolve {

struct Restart {
  std::filesystem::path file;
  Checkpoint checkpoint;
  Mesh mesh;  ///< as it was read
};

/// `file`, or where that is empty the newest checkpoint in the case's output folder that is whole; says which
/// ones it passes over. Throws std::invalid_argument where there is none, or where it is of another physics,
/// order or mesh.
Restart find_restart(const Case& input, const std::string& file);

}  // namespace dgsolve
