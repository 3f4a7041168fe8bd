#include "io/fields/file_names.hpp"

#include <fmt/core.h>

#include <charconv>

namespace dgsolve {

std::string numbered_file(const std::string& kind, std::size_t number, const std::string& extension) {
  return fmt::format("fields/{}_{:06}{}", kind, number, extension);
}

std::optional<std::size_t> number_of_file(const std::string& name, const std::string& extension) {
  for (const std::string kind : {"fields", "mesh"}) {
    if (!name.starts_with(kind + '_')) continue;
    std::size_t number = 0;
    const char* const digits = name.data() + kind.size() + 1;
    if (std::from_chars(digits, name.data() + name.size(), number).ec == std::errc() &&
        numbered_file(kind, number, extension) == "fields/" + name)
      return number;
  }
  return {};
}

std::string segment_file(int restarts, const std::string& extension) {
  return (restarts == 0 ? "fields" : "fields_" + std::to_string(restarts)) + extension;
}

}  // namespace dgsolve
