#include "mesh/gmsh/newer_words.hpp"

#include <fmt/core.h>

#include <array>
#include <set>
#include <sstream>

#include "mesh/gmsh/geo_script.hpp"
#include "mesh/gmsh/mesh_file.hpp"

namespace dgsolve {
namespace {

struct NewWord {
  const char *word, *version;  ///< the first that has it
};

/// By Gmsh's CHANGELOG.txt. Attractor is there again, as another name of Distance.
constexpr std::array<NewWord, 18> new_words = {{{"TransformMesh", "4.9.0"},
                                                {"Extend", "4.9.3"},
                                                {"MinimumLineNodes", "4.9.4"},
                                                {"RecombineNodeRepositioning", "4.9.4"},
                                                {"RecombineMinimumQuality", "4.9.4"},
                                                {"StlLinearDeflectionRelative", "4.9.4"},
                                                {"Attractor", "4.10.0"},
                                                {"HealShapes", "4.10.2"},
                                                {"OCCSafeUnbind", "4.10.2"},
                                                {"SaveWithoutOrphans", "4.11.0"},
                                                {"OCCFastUnbind", "4.12.0"},
                                                {"OCCBooleanCheckInverted", "4.13.0"},
                                                {"OCCBooleanGlue", "4.13.0"},
                                                {"OCCBooleanNonDestructive", "4.13.0"},
                                                {"OCCBooleanSimplify", "4.13.0"},
                                                {"Closest", "4.15.0"},
                                                {"OrientedBoundary", "4.15.0"},
                                                {"OrientedCombinedBoundary", "4.15.0"}}};

/// Of a version's text; what follows the third number does not count.
std::array<int, 3> version_numbers(const std::string& text) {
  std::array<int, 3> numbers{};
  std::istringstream in(text);
  char point = 0;
  in >> numbers[0] >> point >> numbers[1] >> point >> numbers[2];
  return numbers;
}

}  // namespace

std::string advice_on_newer_words(const std::filesystem::path& script, const std::string& version) {
  std::set<std::string> words;
  for (const std::filesystem::path& file : mesh_sources(script).files) {
    if (kind_by_extension(file) != MeshFileKind::script) continue;
    for_each_word(script_text(file), [&](const std::string& word, std::size_t) { words.insert(word); });
  }
  std::string advice;
  for (const NewWord& known : new_words)
    if (words.contains(known.word) && version_numbers(known.version) > version_numbers(version))
      advice +=
          fmt::format("{}{} needs Gmsh {} or later", advice.empty() ? "" : ", ", known.word, known.version);
  if (!advice.empty())
    advice += fmt::format(
        "; this is Gmsh {}, and the environment variable DGSOLVE_GMSH can name the library of "
        "another one",
        version);
  return advice;
}

}  // namespace dgsolve
