#include "app/problem/places.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "app/console/log.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/tables/probes.hpp"
#include "kernels/base/names.hpp"
#include "mesh/base/faces.hpp"
#include "mesh/geometry/cell_quality.hpp"

namespace dgsolve {
namespace {

/// What the case says a boundary group is.
std::string type_of(const Case& input, const std::string& group) {
  const YamlNode* boundaries = input.resolved.find("boundaries");
  const auto pattern = input.pattern_of.find("boundaries." + group);
  const YamlNode* entry =
      boundaries ? boundaries->find(pattern == input.pattern_of.end() ? group : pattern->second) : nullptr;
  const YamlNode* type = entry && entry->kind == YamlNode::Kind::map ? entry->find("type") : entry;
  if (type)
    return type->text + (pattern == input.pattern_of.end() ? "" : " (by \"" + pattern->second + "\")");
  const std::map<std::string, BoundaryGroup> groups = kind_of(input).boundaries(input);
  const auto found = groups.find(group);  // the case names a periodic pair once
  return found != groups.end() && found->second.periodic ? "periodic" : "no condition";
}

/// Reports all cells in some regions on one line; what: stands before the figures.
void report_cells(const Case& input, const Mesh& mesh, const std::string& what,
                  const std::vector<bool>& regions) {
  Extent extent;
  int n = 0;
  double size = 0;
  for (int e = 0; e < mesh.n_elements(); ++e) {
    if (!regions[mesh.region[e]]) continue;
    ++n;
    size += volume(mesh, e);
    for (int v = 0; v <= mesh.dim; ++v) extent.add(mesh.vertex(e, v));
  }
  const std::string unit = !input.si ? "" : mesh.dim == 2 ? " m^2" : " m^3";
  detail("{}: {} cells, {} {:.4g}{}, {}", what, n, mesh.dim == 2 ? "area" : "volume", size, unit,
         extent.text(mesh.dim));
}

/// A line for each region that the case names, and one for all absorbing layers, which have many.
void report_regions(const Case& input, const Mesh& mesh) {
  const auto* wave = std::get_if<WaveCase>(&input.problem);
  std::vector<bool> in_layers(mesh.region_names.size(), false);
  for (std::size_t region = 0; region < mesh.region_names.size(); ++region) {
    const std::string& name = mesh.region_names[region];
    in_layers[region] = wave && wave->models.contains(name);
    if (in_layers[region]) continue;
    std::vector<bool> only(mesh.region_names.size(), false);
    only[region] = true;
    report_cells(input, mesh, "region " + name, only);
  }
  if (const auto n = std::ranges::count(in_layers, true); n > 0)
    report_cells(input, mesh, fmt::format("absorbing layers ({} regions)", n), in_layers);
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
  detail("boundary {}: {}, {} faces, {}", name, type_of(input, name), n, extent.text(mesh.dim));
}

/// In the order in which the places meet them.
std::vector<std::string> regions_of(const Mesh& mesh, std::span<const Location> places) {
  std::vector<std::string> names;
  for (const Location& place : places)
    if (const std::string& name = mesh.region_names[mesh.region[place.element]]; index_of(names, name) < 0)
      names.push_back(name);
  return names;
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
  for (int i = 0; i < dim; ++i)
    text += fmt::format("{}{:.4g}", i > 0 ? ", " : "", std::abs(x[i]) < rounding ? 0 : x[i]);
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
  return fmt::format("cell {} in {} at ({:.4g}, {:.4g}, {:.4g})", cell, mesh.region_names[mesh.region[cell]],
                     centre[0], centre[1], centre[2]);
}

void report_places(const Case& input, const Mesh& mesh, const Discretization& discretization) {
  if (!details_are_shown()) return;
  detail("mesh: {}", extent_of(mesh).text(mesh.dim));
  report_regions(input, mesh);
  for (std::size_t group = 0; group < mesh.boundary_names.size(); ++group)
    report_boundary(input, mesh, static_cast<int>(group));
  const std::vector<Location> locations = locate(input.output.probes, discretization);
  std::size_t first = 0;
  for (const ProbeOutput& probe : input.output.probes) {
    const auto points = std::span(locations).subspan(first, probe.points.size());
    if (points.size() == 1)
      detail("probe {}: {}", probe.name, place_text(mesh, points[0].element));
    else
      detail("probe {}: {} points in {}", probe.name, points.size(), listed(regions_of(mesh, points)));
    first += points.size();
  }
}

}  // namespace dgsolve
