#include "mesh/geo_parameters.hpp"

#include <fstream>
#include <iterator>
#include <regex>
#include <set>

namespace dgsolve {
namespace {

/// The script with comments blanked out; strings are kept.
std::string without_comments(const std::string& text) {
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

/// The names in "name = …, name = {…}, name]": an identifier at the start and after every comma that stands
/// outside brackets and strings.
void append_names(const std::string& text, std::size_t begin, std::vector<std::string>& names) {
  int depth = 0;
  bool in_string = false, expect_name = true;
  for (std::size_t i = begin; i < text.size() && depth >= 0; ++i) {
    const char c = text[i];
    if (c == '"') in_string = !in_string;
    if (in_string) continue;
    if (c == '{' || c == '[' || c == '(') ++depth;
    if (c == '}' || c == ']' || c == ')') --depth;
    if (depth == 0 && c == ',') expect_name = true;
    if (!expect_name || !(std::isalpha(static_cast<unsigned char>(c)) || c == '_')) continue;
    std::size_t end = i;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
      ++end;
    names.push_back(text.substr(i, end - i));
    expect_name = false;
    i = end - 1;
  }
}

void append_declared(const std::filesystem::path& geo, std::set<std::filesystem::path>& seen,
                     std::vector<std::string>& names) {
  if (!seen.insert(geo).second) return;
  std::ifstream in(geo, std::ios::binary);
  const std::string text = without_comments({std::istreambuf_iterator<char>(in), {}});
  static const std::regex statement(R"re(\bDefineConstant\s*\[|\bInclude\s*"([^"]*)")re");
  for (std::sregex_iterator i(text.begin(), text.end(), statement), end; i != end; ++i) {
    if ((*i)[1].matched)
      append_declared(geo.parent_path() / (*i)[1].str(), seen, names);
    else
      append_names(text, static_cast<std::size_t>(i->position() + i->length()), names);
  }
}

}  // namespace

std::vector<std::string> declared_parameters(const std::filesystem::path& geo) {
  std::set<std::filesystem::path> seen;
  std::vector<std::string> names;
  append_declared(geo, seen, names);
  return names;
}

}  // namespace dgsolve
