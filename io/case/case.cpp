#include "io/case/case.hpp"

namespace dgsolve {

std::string title_of(const Case& c) { return c.title.empty() ? c.file.filename().string() : c.title; }

const std::string& nearest_place(const Case& c, std::string key) {
  while (!c.places.contains(key)) {
    const std::size_t end = key.find_last_of(".[");
    key = end == std::string::npos ? "" : key.substr(0, end);
  }
  return c.places.at(key);
}

CaseError error_at(const Case& c, const std::string& mistake) {
  return CaseError(nearest_place(c, mistake.substr(0, mistake.find(": "))) + ": " + mistake);
}

std::filesystem::path beside_the_case(const Case& c, const std::string& path) {
  return (std::filesystem::absolute(c.file).parent_path() / path).lexically_normal();
}

}  // namespace dgsolve
