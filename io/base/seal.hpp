/// A line at the end of a file with a digest of all that stands before it: a file whose seal is right is the
/// file that was written, byte for byte.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace dgsolve {

/// The line for these bytes.
std::string seal_of(std::string_view bytes);

/// Throws std::runtime_error that names the file where its seal is missing or wrong, or where it cannot be
/// read.
void check_seal(const std::filesystem::path& path);

}  // namespace dgsolve
