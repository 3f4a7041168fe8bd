/// Words of Gmsh's scripts that came with later versions.
#pragma once

#include <filesystem>
#include <string>

namespace dgsolve {

/// Says which words of a script need a later Gmsh than this version, "4.8.4", and how to name one; empty:
/// none that is known.
std::string advice_on_newer_words(const std::filesystem::path& script, const std::string& version);

}  // namespace dgsolve
