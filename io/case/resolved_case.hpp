/// A case file that leaves nothing open: what a case says, overrides and all defaults.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/case/case.hpp"

namespace dgsolve {

/// How a line begins that tells another waveform in a file of the same name.
inline constexpr const char* comment_of_waveform = "# waveform ";
/// Likewise of the poles of a material.
inline constexpr const char* comment_of_material = "# material ";

/// The case as a case file, a line for each of its top keys: read again it means the same run. Its mesh has
/// an absolute path, its output folder is the one that the file is in. The case must fit the mesh
/// (fit_to_mesh).
std::string resolved_text(const Case& c, const Mesh& mesh);

/// Lines of a resolved text that another one has not.
std::vector<std::string> lines_missing(const std::string& text, const std::string& other);

/// `s_parameters.frequencies` of a resolved case, or of its file, as YAML on one line; "none": it has none.
/// Throws CaseError where the file cannot be read.
std::string resolved_frequencies(const YamlNode& resolved);
std::string resolved_frequencies(const std::filesystem::path& file);

/// Puts c.text in resolved.yaml in the output folder. Throws std::runtime_error where it cannot be written.
void write_resolved(const Case& c);

}  // namespace dgsolve
