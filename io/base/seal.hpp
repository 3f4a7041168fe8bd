/// A line at the end of a file with a digest of all that stands before it: a file whose seal is right is the
/// file that was written, byte for byte.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace dgsolve {

/// The line for these bytes.
std::string seal_of(std::string_view bytes);

/// The file's seal. Throws std::runtime_error that names the file where that is missing or wrong, or where it
/// cannot be read.
std::string check_seal(const std::filesystem::path& path);

}  // namespace dgsolve
