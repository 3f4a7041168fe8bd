#include "io/case/case.hpp"

namespace dgsolve {

std::string title_of(const Case& c) { return c.title.empty() ? c.file.filename().string() : c.title; }

std::filesystem::path beside_the_case(const Case& c, const std::string& path) {
  return (std::filesystem::absolute(c.file).parent_path() / path).lexically_normal();
}

}  // namespace dgsolve
