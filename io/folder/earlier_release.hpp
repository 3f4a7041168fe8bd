/// Output folders of releases that kept no manifest.
#pragma once

#include <filesystem>

#include "io/base/name_list.hpp"

namespace dgsolve {

/// All names of their files, where the folder's resolved.yaml is dgsolve's, and so is its summary.json; where
/// a run was killed before it wrote one, a checkpoint will do. Else none.
NameList names_of_earlier_release(const std::filesystem::path& folder);

}  // namespace dgsolve
