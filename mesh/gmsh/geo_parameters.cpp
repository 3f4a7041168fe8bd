#include "mesh/gmsh/geo_parameters.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <set>

#include "mesh/base/problems.hpp"
#include "mesh/gmsh/gmsh_reader.hpp"

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

/// A Gmsh script's identifier at `begin`; empty where no identifier begins there.
std::string identifier_at(const std::string& text, std::size_t begin) {
  const auto part_of_name = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
  };
  if (!part_of_name(begin) || std::isdigit(static_cast<unsigned char>(text[begin]))) return "";
  std::size_t end = begin;
  while (part_of_name(end)) ++end;
  return text.substr(begin, end - begin);
}

/// The names in "name = …, name = {…}, name]": an identifier at the start, and one after every comma outside
/// brackets and strings.
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
    const std::string name = expect_name ? identifier_at(text, i) : "";
    if (name.empty()) continue;
    names.push_back(name);
    expect_name = false;
    i += name.size() - 1;
  }
}

void append_declared(const std::filesystem::path& geo, std::set<std::filesystem::path>& seen,
                     std::vector<std::string>& names) {
  if (!seen.insert(geo).second) return;
  std::ifstream in(geo, std::ios::binary);
  const std::string text = without_comments({std::istreambuf_iterator<char>(in), {}});
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') in_string = !in_string;
    const std::string word = in_string ? "" : identifier_at(text, i);
    if (word.empty()) continue;
    i += word.size() - 1;
    const std::size_t next = text.find_first_not_of(" \t\r\n", i + 1);
    if (next == std::string::npos) continue;
    if (word == "DefineConstant" && text[next] == '[') append_names(text, next + 1, names);
    if (word == "Include" && text[next] == '"') {
      const std::size_t end = text.find('"', next + 1);
      append_declared(geo.parent_path() / text.substr(next + 1, end - next - 1), seen, names);
    }
  }
}

}  // namespace

std::vector<std::string> declared_parameters(const std::filesystem::path& geo) {
  std::set<std::filesystem::path> seen;
  std::vector<std::string> names;
  append_declared(geo, seen, names);
  return names;
}

std::vector<std::string> parameter_arguments(const MeshOptions& options, MeshFileKind kind) {
  std::vector<std::string> valid;
  if (kind == MeshFileKind::script) valid = declared_parameters(options.file);
  if (kind == MeshFileKind::cad) valid = {"h"};
  std::vector<std::string> arguments;
  for (const auto& [name, value] : options.parameters) {
    if (std::find(valid.begin(), valid.end(), name) == valid.end())
      throw MeshError("mesh.parameters." + name +
                      ": the file has no such parameter; it has: " + list_text(valid));
    if (!std::isfinite(value) || (kind == MeshFileKind::cad && value <= 0))
      throw MeshError("mesh.parameters." + name + ": found " + std::to_string(value) +
                      "; expected a finite number" + (kind == MeshFileKind::cad ? " > 0" : ""));
    if (kind == MeshFileKind::script)
      arguments.insert(arguments.end(), {"-setnumber", name, fmt::format("{:.17g}", value)});
  }
  return arguments;
}

std::map<int, double> sizes_at_points(const std::filesystem::path& unrolled) {
  std::map<int, double> named, at_points;
  std::ifstream in(unrolled);
  for (std::string line; std::getline(in, line);) {
    int tag = 0, name = 0;
    double size = 0;
    if (std::sscanf(line.c_str(), "cl__%d = %lf", &name, &size) == 2) named[name] = size;
    if (std::sscanf(line.c_str(), "Point(%d) = {%*g, %*g, %*g, cl__%d}", &tag, &name) == 2)
      at_points[tag] = named[name];
  }
  return at_points;
}

}  // namespace dgsolve
