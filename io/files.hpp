/// Writing whole files safely, for every output that is rewritten while others may read it.
#pragma once

#include <filesystem>
#include <string>

namespace dgsolve {

/// Puts `text` in a temporary file beside `path` and renames it: a reader sees the old file or the new one,
/// never half of one. Throws std::runtime_error that names the file and says why.
void replace_file(const std::filesystem::path& path, const std::string& text);

/// The error for a file that cannot be written: "PATH: cannot be written: WHY".
std::string cannot_write(const std::filesystem::path& path, const std::string& why);

}  // namespace dgsolve
