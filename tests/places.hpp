/// Where tests find the sources' files and the program: where they were built, or, in a bundle, beside them.
#pragma once

#include <cstdlib>
#include <filesystem>

namespace dgsolve::test {

/// Set by the bundle's launcher.
inline const char* bundle() { return std::getenv("DGSOLVE_TESTED"); }

inline std::filesystem::path source_folder() { return bundle() ? bundle() : DGSOLVE_SOURCE_DIR; }
inline std::filesystem::path program() {
  return bundle() ? bundle() / std::filesystem::path("dgsolve") : std::filesystem::path(DGSOLVE_PROGRAM);
}

}  // namespace dgsolve::test
