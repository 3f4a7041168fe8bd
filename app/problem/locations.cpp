#include "app/problem/locations.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>

#include "app/console/log.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/tables/probes.hpp"
#include "kernels/base/names.hpp"
#include "mesh/base/faces.hpp"
#include "mesh/geometry/cell_quality.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/reference/nodes.hpp"
#include "solver/reference/quadrature.hpp"

namespace dgsolve {
namespace {

/// A boundary group's type in the case.
std::string type_of(const Case& input, const std::string& group) {
  const YamlNode* boundaries = input.resolved.find("boundaries");
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

/// How many cells or faces, their volume or area, and where they are.
struct Measured {
  int n = 0;
  double size = 0;
  Extent extent;

  Measured& operator+=(const Measured& other) {
    n += other.n;
    size += other.size;
    extent.add(other.extent);
    return *this;
  }
};

/// Barycentric multi-indices of points between which a curved cell hardly reaches further.
std::vector<int> fine_lattice(const Mesh& mesh) { return simplex_lattice(mesh.dim, 2 * mesh.geometry_order); }

/// Points of the lattice on the bi-unit simplex: [n][dim].
std::vector<double> lattice_points(const Mesh& mesh) {
  std::vector<double> points;
  const std::vector<int> lattice = fine_lattice(mesh);
  for (std::size_t i = 0; i < lattice.size(); ++i)
    if (i % (mesh.dim + 1) > 0) points.push_back(static_cast<double>(lattice[i]) / mesh.geometry_order - 1);
  return points;
}

/// Measures cells and their faces, curved ones as they are.
class CellMeasure {
 public:
  explicit CellMeasure(const Mesh& mesh)
      : mesh_(mesh),
        rule_(simplex_quadrature(mesh.dim, mesh.dim * (mesh.geometry_order - 1))),  // the Jacobian's degree
        lattice_(fine_lattice(mesh)),
        to_rule_(mesh, rule_.points),
        to_lattice_(mesh, lattice_points(mesh)) {}

  Measured cell(int e) const {
    if (!is_straight(mesh_, e)) {
      std::vector<double> J(rule_.size());
      to_rule_.jacobians(e, J.data());
      return {1, std::inner_product(J.begin(), J.end(), rule_.weights.begin(), 0.0), curved_extent(e, {})};
    }
    Measured cell{1, volume(mesh_, e), {}};
    for (int v = 0; v <= mesh_.dim; ++v) cell.extent.add(mesh_.vertex(e, v));
    return cell;
  }

  Measured face(Side side) const {
    if (!is_straight(mesh_, side.element))
      return {1, 0, curved_extent(side.element, opposite_vertex(mesh_.dim, side.face))};
    Measured face{1, 0, {}};
    for (const int vertex : face_vertices(mesh_, side))
      if (vertex >= 0) face.extent.add(mesh_.nodes[vertex]);
    return face;
  }

 private:
  /// Of a cell, or of its face opposite to a vertex.
  Extent curved_extent(int e, std::optional<int> opposite) const {
    std::vector<double> x(to_lattice_.size() * mesh_.dim);
    to_lattice_.coordinates(e, x.data());
    Extent extent;
    for (int i = 0; i < to_lattice_.size(); ++i) {
      if (opposite && lattice_[i * (mesh_.dim + 1) + *opposite] > 0) continue;
      std::array<double, 3> at = {0, 0, 0};
      std::copy_n(&x[i * mesh_.dim], mesh_.dim, at.begin());
      extent.add(at);
    }
    return extent;
  }

  const Mesh& mesh_;
  const Quadrature rule_;
  const std::vector<int> lattice_;
  const CellMap to_rule_, to_lattice_;
};

/// The whole mesh, a line for each region that the case names, and one for all absorbing layers, which have
/// many.
void report_regions(const Case& input, const Mesh& mesh, const CellMeasure& measure) {
  const auto* wave = std::get_if<WaveCase>(&input.problem);
  std::vector<Measured> regions(mesh.region_names.size());
  for (int e = 0; e < mesh.n_elements(); ++e) regions[mesh.region[e]] += measure.cell(e);
  const auto report = [&](const std::string& what, const Measured& cells) {
    const std::string unit = !input.si ? "" : mesh.dim == 2 ? " m^2" : " m^3";
    detail("{}: {} cells, {} {:.4g}{}, {}", what, cells.n, mesh.dim == 2 ? "area" : "volume", cells.size,
           unit, cells.extent.text(mesh.dim));
  };
  Measured all, layers;
  for (const Measured& region : regions) all += region;
  detail("mesh: {}", all.extent.text(mesh.dim));
  int n_layers = 0;
  for (std::size_t region = 0; region < regions.size(); ++region)
    if (const std::string& name = mesh.region_names[region]; wave && wave->models.contains(name)) {
      layers += regions[region];
      ++n_layers;
    } else {
      report("region " + name, regions[region]);
    }
  if (n_layers > 0) report(fmt::format("absorbing layers ({} regions)", n_layers), layers);
}

void report_boundaries(const Case& input, const Mesh& mesh, const CellMeasure& measure) {
  std::vector<Measured> groups(mesh.boundary_names.size());
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f)
      if (const int group = mesh.boundary[side_index(mesh, {e, f})]; group >= 0)
        groups[group] += measure.face({e, f});
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const std::string& name = mesh.boundary_names[group];
    detail("boundary {}: {}, {} faces, {}", name, type_of(input, name), groups[group].n,
           groups[group].extent.text(mesh.dim));
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

void Extent::add(const std::array<double, 3>& x) {
  for (int i = 0; i < 3; ++i) {
    lower_[i] = std::min(lower_[i], x[i]);
    upper_[i] = std::max(upper_[i], x[i]);
  }
}

void Extent::add(const Extent& other) {
  for (const auto& x : {other.lower_, other.upper_})
    if (x[0] < none && x[0] > -none) add(x);
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

std::string location_text(const Mesh& mesh, int cell) {
  double centre[3] = {0, 0, 0};
  for (int v = 0; v <= mesh.dim; ++v)
    for (int d = 0; d < 3; ++d) centre[d] += mesh.vertex(cell, v)[d] / (mesh.dim + 1);
  return fmt::format("cell {} in {} at ({:.4g}, {:.4g}, {:.4g})", cell, mesh.region_names[mesh.region[cell]],
                     centre[0], centre[1], centre[2]);
}

void report_locations(const Case& input, const Mesh& mesh, const Discretization& discretization) {
  if (!details_are_shown()) return;
  const CellMeasure measure(mesh);
  report_regions(input, mesh, measure);
  report_boundaries(input, mesh, measure);
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
