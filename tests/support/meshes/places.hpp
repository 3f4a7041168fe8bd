/// Where tests find the sources' files and the program: where they were built, or, in a bundle, beside them.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

namespace dgsolve::test {

/// Set by the bundle's launcher.
inline const char* bundle() { return std::getenv("DGSOLVE_TESTED"); }

inline std::filesystem::path source_folder() { return bundle() ? bundle() : DGSOLVE_SOURCE_DIR; }
inline std::filesystem::path program() {
  return bundle() ? bundle() / std::filesystem::path("dgsolve") : std::filesystem::path(DGSOLVE_PROGRAM);
}

inline const std::filesystem::path meshes = source_folder() / "tests" / "meshes";
inline const std::filesystem::path shipped_cases = source_folder() / "cases";
inline const std::filesystem::path interface_case = shipped_cases / "maxwell_dielectric_interface/case.yaml";

inline std::vector<std::filesystem::path> case_folders() {
  std::vector<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator(shipped_cases))
    if (entry.is_directory()) folders.push_back(entry);
  std::sort(folders.begin(), folders.end());
  return folders;
}

}  // namespace dgsolve::test
