/// Cutting VTKHDF files that hold many times (io/fields/vtkhdf_writer.cpp).
#pragma once

#include <filesystem>

namespace dgsolve {

/// Takes all steps but the first n from a file, whatever arrays it has. Returns how many there are then.
/// Throws std::runtime_error that names the file.
long keep_vtkhdf_steps(const std::filesystem::path& path, long n);

}  // namespace dgsolve
