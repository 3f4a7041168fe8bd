/// Gmsh's scripts as text: their words, and the files that they take in.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace dgsolve {

/// A script with its comments blanked out; strings are kept.
std::string script_text(const std::filesystem::path& script);

/// An identifier at `begin`; empty where no identifier begins there.
std::string identifier_at(const std::string& text, std::size_t begin);

/// Calls visit(word, next) for the identifiers outside strings that something follows; text[next] is the
/// first character behind the word that is not blank.
void for_each_word(const std::string& text,
                   const std::function<void(const std::string& word, std::size_t next)>& visit);

/// What a mesh is made from.
struct MeshSources {
  std::vector<std::filesystem::path>
      files;           ///< the file itself, behind those that it takes in; some may be missing
  std::string unsure;  ///< what else it may depend on; empty: on these files only
};

/// Follows Include and Merge, whose names are relative to the file that has them (Gmsh's manual, "General
/// scripting commands"). Throws MeshError for those that are no regular files, which may never end.
MeshSources mesh_sources(const std::filesystem::path& file);

}  // namespace dgsolve
