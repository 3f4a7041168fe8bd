#include "app/problem/places.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/console/log.hpp"
#include "io/tables/probes.hpp"
#include "mesh/base/faces.hpp"

namespace dgsolve {
namespace {

/// What the case says a boundary group is.
std::string type_of(const Case& input, const std::string& group) {
  const YamlNode* boundaries = input.resolved.find("boundaries");
  const YamlNode* entry = boundaries ? boundaries->find(group) : nullptr;
  const YamlNode* type = entry && entry->kind == YamlNode::Kind::map ? entry->find("type") : entry;
  return type ? type->text : "no condition";
}

void report_boundary(const Case& input, const Mesh& mesh, int group) {
  Extent extent;
  int n = 0;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      if (mesh.boundary[side_index(mesh, {e, f})] != group) continue;
      ++n;
      for (const int vertex : face_vertices(mesh, {e, f}))
        if (vertex >= 0) extent.add(mesh.nodes[vertex]);
    }
  const std::string& name = mesh.boundary_names[group];
  say("boundary %s: %s, %d faces, %s", name.c_str(), type_of(input, name).c_str(), n,
      extent.text(mesh.dim).c_str());
}

}  // namespace

void Extent::add(const std::array<double, 3>& x) {
  for (int i = 0; i < 3; ++i) {
    lower_[i] = std::min(lower_[i], x[i]);
    upper_[i] = std::max(upper_[i], x[i]);
  }
}

double Extent::diagonal() const {
  return std::hypot(upper_[0] - lower_[0], upper_[1] - lower_[1], upper_[2] - lower_[2]);
}

std::string Extent::corner(const std::array<double, 3>& x, int dim) const {
  const double rounding = 1e-12 * diagonal();
  std::string text = "(";
  for (int i = 0; i < dim; ++i) {
    char number[24];
    std::snprintf(number, sizeof number, "%s%.4g", i > 0 ? ", " : "", std::abs(x[i]) < rounding ? 0 : x[i]);
    text += number;
  }
  return text + ")";
}

Extent extent_of(const Mesh& mesh) {
  Extent extent;
  for (const std::array<double, 3>& x : mesh.nodes) extent.add(x);
  return extent;
}

std::string place_text(const Mesh& mesh, int cell) {
  double centre[3] = {0, 0, 0};
  for (int v = 0; v <= mesh.dim; ++v)
    for (int d = 0; d < 3; ++d) centre[d] += mesh.vertex(cell, v)[d] / (mesh.dim + 1);
  char figures[96];
  std::snprintf(figures, sizeof figures, " at (%.4g, %.4g, %.4g)", centre[0], centre[1], centre[2]);
  return "cell " + std::to_string(cell) + " in " + mesh.region_names[mesh.region[cell]] + figures;
}

void report_places(const Case& input, const Mesh& mesh, const Discretization& discretization) {
  say("mesh: %s", extent_of(mesh).text(mesh.dim).c_str());
  for (std::size_t group = 0; group < mesh.boundary_names.size(); ++group)
    report_boundary(input, mesh, static_cast<int>(group));
  const std::vector<Location> locations = locate(input.output.probes, discretization);
  for (std::size_t i = 0; i < locations.size(); ++i)
    say("probe %s: %s", input.output.probes[i].name.c_str(), place_text(mesh, locations[i].element).c_str());
}

}  // namespace dgsolve
