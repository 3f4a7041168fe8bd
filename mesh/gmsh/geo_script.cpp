#include "mesh/gmsh/geo_script.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>

#include "mesh/base/mesh.hpp"
#include "mesh/gmsh/mesh_file.hpp"

namespace dgsolve {
namespace {

/// Words by which a script asks for more than its text and the files that it takes in, or leaves more than a
/// mesh.
constexpr std::array<std::string_view, 33> outward = {"AbsolutePath",
                                                      "CommandLine",
                                                      "Cpu",
                                                      "CurrentDir",
                                                      "CurrentDirectory",
                                                      "CurrentFileName",
                                                      "ExternalProcess",
                                                      "FileExists",
                                                      "FileName",
                                                      "GetEnv",
                                                      "GetForced",
                                                      "GetForcedStr",
                                                      "GetNumber",
                                                      "GetString",
                                                      "GetStringValue",
                                                      "GetValue",
                                                      "GmshExecutableName",
                                                      "ListFromFile",
                                                      "MPI_Rank",
                                                      "MPI_Size",
                                                      "Memory",
                                                      "NonBlockingSystemCall",
                                                      "OnelabAction",
                                                      "OnelabRun",
                                                      "Plugin",
                                                      "Print",
                                                      "Rand",
                                                      "Save",
                                                      "ShapeFromFile",
                                                      "System",
                                                      "SystemCall",
                                                      "Today",
                                                      "TotalMemory"};

/// Files that Gmsh takes for data; it reads all others as scripts.
bool is_data(const std::filesystem::path& file) {
  static const std::set<std::string> extensions = {".msh", ".stl", ".step", ".stp", ".brep", ".iges", ".igs"};
  return extensions.contains(lower_extension(file));
}

class SourceSearch {
 public:
  explicit SourceSearch(const std::filesystem::path& file) { add(file); }

  MeshSources found;

 private:
  /// A missing file is for Gmsh to miss.
  void add(const std::filesystem::path& file) {
    std::error_code missing;
    if (std::filesystem::exists(file, missing) && !std::filesystem::is_regular_file(file, missing))
      throw MeshError("the script takes in " + file.string() + ", which is not a regular file");
    if (!seen_.insert(std::filesystem::weakly_canonical(file, missing)).second) return;
    if (is_data(file))
      found.files.push_back(file);
    else
      add_script(file);
  }

  void add_script(const std::filesystem::path& script) {
    constexpr std::uintmax_t most_bytes = 1'000'000'000;
    std::error_code missing;
    const std::uintmax_t bytes = std::filesystem::file_size(script, missing);
    if (!missing && bytes > most_bytes)
      throw MeshError(script.string() + " has " + std::to_string(bytes) + " bytes; expected a script of " +
                      std::to_string(most_bytes) + " at most");
    const std::string text = script_text(script);
    const std::string name = script.filename().string();
    for_each_word(text, [&](const std::string& word, std::size_t next) {
      if (std::ranges::find(outward, word) != outward.end()) found.unsure = name + " has the word " + word;
      if (word != "Include" && word != "Merge") return;
      const std::size_t end = text.find('"', next + 1);
      if (text[next] != '"' || end == std::string::npos)
        found.unsure = name + " computes the name of a file behind " + word;
      else
        add(script.parent_path() / text.substr(next + 1, end - next - 1));
    });
    // Gmsh reads a script's options from a file beside it.
    std::filesystem::path options = script;
    options += ".opt";
    std::error_code ignored;
    if (std::filesystem::exists(options, ignored)) add(options);
    found.files.push_back(script);
  }

  std::set<std::filesystem::path> seen_;
};

}  // namespace

std::string script_text(const std::filesystem::path& script) {
  std::ifstream in(script, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"') {
      const std::size_t end = std::min(text.find('"', i + 1), text.size() - 1);
      out += text.substr(i, end - i + 1);
      i = end + 1;
    } else if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size());
    } else if (text.compare(i, 2, "/*") == 0) {
      const std::size_t end = text.find("*/", i + 2);
      i = end == std::string::npos ? text.size() : end + 2;
      out += ' ';
    } else {
      out += text[i++];
    }
  }
  return out;
}

std::string identifier_at(const std::string& text, std::size_t begin) {
  const auto part_of_name = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
  };
  if (!part_of_name(begin) || std::isdigit(static_cast<unsigned char>(text[begin]))) return "";
  std::size_t end = begin;
  while (part_of_name(end)) ++end;
  return text.substr(begin, end - begin);
}

void for_each_word(const std::string& text,
                   const std::function<void(const std::string& word, std::size_t next)>& visit) {
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') in_string = !in_string;
    const std::string word = in_string ? "" : identifier_at(text, i);
    if (word.empty()) continue;
    i += word.size() - 1;
    const std::size_t next = text.find_first_not_of(" \t\r\n", i + 1);
    if (next != std::string::npos) visit(word, next);
  }
}

MeshSources mesh_sources(const std::filesystem::path& file) {
  if (kind_by_extension(file) != MeshFileKind::script) return {{file}, ""};
  return SourceSearch(file).found;
}

}  // namespace dgsolve
