#include "io/fields/file_names.hpp"

#include <cstdio>

namespace dgsolve {

std::string numbered_file(const std::string& kind, std::size_t number, const std::string& extension) {
  char text[24];
  std::snprintf(text, sizeof text, "_%06zu", number);
  return "fields/" + kind + text + extension;
}

std::optional<std::size_t> number_of_file(const std::string& name, const std::string& extension) {
  for (const std::string kind : {"fields", "mesh"}) {
    std::size_t number = 0;
    if (std::sscanf(name.c_str(), (kind + "_%zu").c_str(), &number) == 1 &&
        numbered_file(kind, number, extension) == "fields/" + name)
      return number;
  }
  return {};
}

std::string segment_file(int restarts, const std::string& extension) {
  return (restarts == 0 ? "fields" : "fields_" + std::to_string(restarts)) + extension;
}

}  // namespace dgsolve
