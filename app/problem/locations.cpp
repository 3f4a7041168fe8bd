#include "app/problem/locations.hpp"

#include <fmt/core.h>

#include <span>

#include "app/console/log.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/tables/probes.hpp"
#include "kernels/base/names.hpp"

namespace dgsolve {
namespace {

/// A boundary group's type in the case.
std::string type_of(const Case& input, const std::string& group) {
  const bool is_region = index_of(input.conductors, group) >= 0;
  const YamlNode* boundaries = input.resolved.find(is_region ? "regions" : "boundaries");
  const auto pattern = input.pattern_of.find("boundaries." + group);
  const YamlNode* entry =
      boundaries ? boundaries->find(pattern == input.pattern_of.end() ? group : pattern->second) : nullptr;
  const YamlNode* type = entry && entry->kind == YamlNode::Kind::map ? entry->find("type") : entry;
  if (type)
    return type->text + (pattern == input.pattern_of.end() ? "" : " (by \"" + pattern->second + "\")");
  // The outermost faces of layers are not the case's.
  const auto* const wave = std::get_if<WaveCase>(&input.problem);
  if (wave && wave->boundaries.contains(group)) return wave->boundaries.at(group).type;
  const std::map<std::string, BoundaryGroup> groups = kind_of(input).boundaries(input);
  const auto found = groups.find(group);  // the case names a periodic pair once
  return found != groups.end() && found->second.periodic ? "periodic" : "no condition";
}

/// The whole mesh, a line for each region that the case names, and one for all absorbing layers, which have
/// many.
void report_regions(const Case& input, const Mesh& mesh) {
  const auto* wave = std::get_if<WaveCase>(&input.problem);
  const std::vector<Measured> regions = measure_regions(mesh);
  const auto report = [&](const std::string& what, const Measured& cells) {
    detail("{}: {}", what, cells.text(mesh.dim, mesh.dim, input.si));
  };
  Measured all, layers;
  for (const Measured& region : regions) all += region;
  detail("mesh: {}", all.extent.text(mesh.dim));
  int n_layers = 0;
  for (std::size_t region = 0; region < regions.size(); ++region)
    if (const std::string& name = mesh.region_names[region]; wave && absorbs(wave->models, name)) {
      layers += regions[region];
      ++n_layers;
    } else {
      report("region " + name, regions[region]);
    }
  if (n_layers > 0) report(fmt::format("absorbing layers ({} regions)", n_layers), layers);
}

void report_boundaries(const Case& input, const Mesh& mesh) {
  const std::vector<Measured> groups = measure_boundaries(mesh);
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const std::string& name = mesh.boundary_names[group];
    detail("boundary {}: {}, {}", name, type_of(input, name),
           groups[group].text(mesh.dim - 1, mesh.dim, input.si));
  }
}

/// In the order in which the locations meet them.
std::vector<std::string> regions_of(const Mesh& mesh, std::span<const Location> locations) {
  std::vector<std::string> names;
  for (const Location& location : locations)
    if (const std::string& name = mesh.region_names[mesh.region[location.element]]; index_of(names, name) < 0)
      names.push_back(name);
  return names;
}

}  // namespace

Extent extent_of(const Mesh& mesh) {
  Extent extent;
  for (const std::array<double, 3>& x : mesh.nodes) extent.add(x);
  return extent;
}

std::string location_text(const Mesh& mesh, int cell) {
  double centre[3] = {0, 0, 0};
  for (int v = 0; v <= mesh.dim; ++v)
    for (int d = 0; d < 3; ++d) centre[d] += mesh.vertex(cell, v)[d] / (mesh.dim + 1);
  return fmt::format("cell {} in {} at ({:.4g}, {:.4g}, {:.4g})", cell, mesh.region_names[mesh.region[cell]],
                     centre[0], centre[1], centre[2]);
}

void report_locations(const Case& input, const Mesh& mesh, const Discretization& discretization) {
  if (!details_are_shown()) return;
  report_regions(input, mesh);
  report_boundaries(input, mesh);
  const std::vector<Location> locations = locate(input.output.probes, discretization);
  std::size_t first = 0;
  for (const ProbeOutput& probe : input.output.probes) {
    const auto points = std::span(locations).subspan(first, probe.points.size());
    if (points.size() == 1)
      detail("probe {}: {}", probe.name, location_text(mesh, points[0].element));
    else
      detail("probe {}: {} points in {}", probe.name, points.size(), listed(regions_of(mesh, points)));
    first += points.size();
  }
}

}  // namespace dgsolve
