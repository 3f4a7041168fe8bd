#include "io/base/name_list.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <string_view>

#include "io/base/files.hpp"

namespace dgsolve {
namespace {

/// The name of the folder so many levels down that a file of this name is in; empty: it is in none so deep.
std::string folder_in(const std::string& name, std::ptrdiff_t levels) {
  std::size_t end = 0;
  for (; levels > 0; --levels) {
    end = name.find('/', end + (end > 0));
    if (end == std::string::npos) return "";
  }
  return name.substr(0, end);
}

}  // namespace

bool fits(const std::string& pattern, const std::string& file) {
  return fnmatch(pattern.c_str(), file.c_str(), FNM_PATHNAME | FNM_EXTMATCH) == 0;
}

bool NameList::has(const std::string& file) const {
  constexpr std::string_view suffix = temporary_suffix;
  const std::string written = file.ends_with(suffix) ? file.substr(0, file.size() - suffix.size()) : file;
  return std::ranges::any_of(names_, [&](const std::string& name) { return fits(name, written); });
}

bool NameList::has_in(const std::string& folder) const {
  const auto levels = 1 + std::ranges::count(folder, '/');
  return std::ranges::any_of(names_, [&](const std::string& name) {
    const std::string its_folder = folder_in(name, levels);
    return !its_folder.empty() && fits(its_folder, folder);
  });
}

}  // namespace dgsolve
