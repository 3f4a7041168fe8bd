#include "mesh/read_mesh.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "mesh/base/faces.hpp"
#include "mesh/base/labels.hpp"
#include "mesh/base/problems.hpp"
#include "mesh/gmsh/gmsh_reader.hpp"
#include "mesh/gmsh/mesh_file.hpp"
#include "mesh/gmsh/raw_mesh.hpp"
#include "mesh/topology/connectivity.hpp"
#include "mesh/topology/ordering.hpp"
#include "mesh/topology/overlaps.hpp"

namespace dgsolve {
namespace {

void check_options(const MeshOptions& options) {
  Problems problems;
  if (options.geometry_order < 0 || options.geometry_order > 4)
    problems.add("mesh.geometry_order: found " + std::to_string(options.geometry_order) + "; expected 1…4");
  if (options.refine < 0)
    problems.add("mesh.refine: found " + std::to_string(options.refine) + "; expected 0, 1, 2, …");
  if (!(options.scale > 0 && std::isfinite(options.scale)))
    problems.add("mesh.scale: found " + std::to_string(options.scale) + "; expected a number > 0");
  problems.throw_if_any();
}

/// Exterior faces without a group are one boundary. A group of that name that the file has is another one.
void name_exterior_faces(Mesh& mesh, std::vector<std::string>& notes) {
  std::string name = "ungrouped";
  while (std::ranges::find(mesh.boundary_names, name) != mesh.boundary_names.end()) name += '_';
  int n = 0;
  for (const Side side : exterior_sides(mesh)) {
    int& group = mesh.boundary[side_index(mesh, side)];
    if (group >= 0) continue;
    group = static_cast<int>(mesh.boundary_names.size());
    ++n;
  }
  if (n == 0) return;
  mesh.boundary_names.push_back(name);
  notes.push_back(fmt::format("{} exterior faces are in no group: they are the boundary {}", n, name));
}

void check_overlaps(const Mesh& mesh) {
  Problems problems;
  problems.add(
      "overlaps of parts that no face joins; expected one mesh in which they share their faces: Coherence, "
      "or "
      "BooleanFragments of OpenCASCADE's shapes, in the .geo",
      find_overlaps(mesh));
  problems.throw_if_any();
}

/// Faces without cells have no bearing on anything: construction lines, the other side of a moving band,
/// cells of a lower dimension.
void leave_out(const std::vector<TaggedFace>& stray, const Mesh& mesh, double scale, MeshReport& figures) {
  struct Left {
    int n = 0;
    Point lower, upper;
  };
  std::map<std::string, Left> left_out;  // by group
  for (const TaggedFace& face : stray)
    for (const std::string& group : groups_in(mesh.boundary_names[face.group])) {
      Left& left = left_out[group];
      for (int v = 0; v < mesh.dim; ++v) {
        Point x = mesh.nodes[face.vertices[v]];
        for (double& c : x) c *= scale;
        if (left.n == 0 && v == 0) left.lower = left.upper = x;
        for (int i = 0; i < 3; ++i) {
          left.lower[i] = std::min(left.lower[i], x[i]);
          left.upper[i] = std::max(left.upper[i], x[i]);
        }
      }
      ++left.n;
    }
  std::set<std::string> remaining;
  for (const int label : mesh.boundary)
    if (label >= 0)
      for (const std::string& group : groups_in(mesh.boundary_names[label])) remaining.insert(group);
  for (const auto& [group, left] : left_out) {
    const bool is_gone = !remaining.contains(group);
    if (is_gone) figures.groups_without_cells.push_back(group);
    figures.warnings.push_back(
        fmt::format("{} {} of the group {}, from {} to {}, belong to no cell: they are left out{}", left.n,
                    mesh.dim == 2 ? "lines" : "triangles", group, point_text(left.lower),
                    point_text(left.upper), is_gone ? ", and nothing of the group is left" : ""));
  }
}

/// With faces connected. Gmsh's high-order optimiser may move vertices so far that cells are folded over each
/// other: where the order of curved cells is automatic, they then have a lower one.
RawMesh connected_mesh(MeshOptions options, MeshReport& figures, const PhaseDone& done) {
  const bool is_finished = kind_by_extension(options.file) == MeshFileKind::msh;
  std::vector<std::string> notes;
  while (true) {
    figures = {};
    RawMesh raw = read_with_gmsh(options, figures, done);
    const int order = raw.mesh.geometry_order, wanted = options.curved_order();
    try {
      std::vector<TaggedFace> stray;
      connect(raw.mesh, raw.tagged, &stray);
      leave_out(stray, raw.mesh, options.scale, figures);
      figures.notes.insert(figures.notes.end(), notes.begin(), notes.end());
      return raw;
    } catch (const FoldedCells&) {
      if (options.geometry_order != MeshOptions::automatic || wanted == 1 || is_finished) throw;
    }
    const int lower = std::max(1, std::min(order, wanted) - 1);
    while (options.curved_order() > lower) --options.field_order;
    notes.push_back(
        fmt::format("cells are folded over each other where Gmsh curves them to order {}: they have order {}",
                    wanted, lower));
  }
}

std::string each_line_after(const std::string& prefix, const std::string& text) {
  std::string out = prefix;
  for (const char c : text) {
    out += c;
    if (c == '\n') out += prefix;
  }
  return out;
}

}  // namespace

Mesh read_mesh(const MeshOptions& options, MeshReport* report, const PhaseDone& done) {
  MeshReport figures;
  RawMesh raw;
  try {
    check_options(options);
    raw = connected_mesh(options, figures, done);
    int n_joined = 0;  // without a group
    for (const auto& images : raw.images) n_joined += connect_images(raw.mesh, images);
    if (n_joined > 0)
      figures.notes.push_back(
          fmt::format("{} pairs of faces in no group are joined periodically, as the file says", n_joined));
    name_exterior_faces(raw.mesh, figures.notes);
    merge_groups(raw.mesh.boundary_names, raw.mesh.boundary);
    done("connectivity");
    figures.locality_before = mean_neighbor_distance(raw.mesh);
    order_along_hilbert_curve(raw.mesh);
    figures.locality_after = mean_neighbor_distance(raw.mesh);
    check_overlaps(raw.mesh);
  } catch (const MeshError& error) {
    throw MeshError(each_line_after(options.file.string() + ": ", error.what()));
  }
  Mesh& mesh = raw.mesh;
  for (auto& x : mesh.nodes)
    for (double& c : x) c *= options.scale;
  if (figures.flat) figures.flat->distance *= options.scale;
  done("ordering");
  if (report) *report = std::move(figures);
  return std::move(raw.mesh);
}

}  // namespace dgsolve
