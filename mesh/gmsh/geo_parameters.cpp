#include "mesh/gmsh/geo_parameters.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

#include "mesh/base/problems.hpp"
#include "mesh/gmsh/geo_script.hpp"
#include "mesh/gmsh/mesh_options.hpp"

namespace dgsolve {
namespace {

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

}  // namespace

std::vector<std::string> declared_parameters(const std::filesystem::path& geo) {
  std::vector<std::string> names;
  for (const std::filesystem::path& file : mesh_sources(geo).files) {
    if (kind_by_extension(file) != MeshFileKind::script) continue;
    const std::string text = script_text(file);
    for_each_word(text, [&](const std::string& word, std::size_t next) {
      if (word == "DefineConstant" && text[next] == '[') append_names(text, next + 1, names);
    });
  }
  return names;
}

void check_parameters(const MeshOptions& options, MeshFileKind kind) {
  std::vector<std::string> valid;
  if (kind == MeshFileKind::script) valid = declared_parameters(options.file);
  if (kind == MeshFileKind::cad) valid = {"h"};
  for (const auto& [name, value] : options.parameters) {
    if (std::find(valid.begin(), valid.end(), name) == valid.end())
      throw MeshError("mesh.parameters." + name +
                      ": the file has no such parameter; it has: " + list_text(valid));
    if (!std::isfinite(value) || (kind == MeshFileKind::cad && value <= 0))
      throw MeshError("mesh.parameters." + name + ": found " + std::to_string(value) +
                      "; expected a finite number" + (kind == MeshFileKind::cad ? " > 0" : ""));
  }
}

std::string parameter_script(const std::map<std::string, double>& parameters) {
  std::string script;
  for (const auto& [name, value] : parameters) script += fmt::format("{} = {:.17g};\n", name, value);
  return script;
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
