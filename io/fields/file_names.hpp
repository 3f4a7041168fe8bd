/// Names of the files in which formats hold fields, relative to the output folder.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace dgsolve {

/// "fields/fields_000012.vtu"; kind: "fields", or "mesh" for the mesh that snapshots share.
std::string numbered_file(const std::string& kind, std::size_t number, const std::string& extension);
/// The number in the name of such a file, without its folder; empty where it is the name of another.
std::optional<std::size_t> number_of_file(const std::string& name, const std::string& extension);

/// "fields.vtkhdf", "fields_1.vtkhdf", …: the file of a run that was restarted so many times.
std::string segment_file(int restarts, const std::string& extension);

}  // namespace dgsolve
