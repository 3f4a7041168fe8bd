#include "mesh/read_mesh.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "mesh/base/faces.hpp"
#include "mesh/base/foreign_text.hpp"
#include "mesh/base/problems.hpp"
#include "mesh/gmsh/gmsh_reader.hpp"
#include "mesh/gmsh/raw_mesh.hpp"
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

/// An exterior face without a group cannot get a boundary condition.
void check_exterior_faces(const Mesh& mesh) {
  std::vector<std::string> unassigned;
  for (const Side side : exterior_sides(mesh))
    if (mesh.boundary[side_index(mesh, side)] < 0) unassigned.push_back(face_text(mesh, side));
  Problems problems;
  problems.add("exterior faces are in no physical group (put them in one, such as Physical " +
                   std::string(mesh.dim == 2 ? "Curve" : "Surface") + "(\"wall\"))",
               unassigned);
  problems.throw_if_any();
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

/// Names become such as a case and every kind of file can hold.
void clean_names(std::vector<std::string>& names, std::vector<std::string>& notes) {
  const std::vector<std::string> found = names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = clean_name(found[i]);
    if (names[i] == found[i]) continue;
    for (std::size_t j = 0; j < names.size(); ++j)
      if (j != i && clean_name(found[j]) == names[i])
        throw MeshError("the groups \"" + found[i] + "\" and \"" + found[j] + "\" would both be called " +
                        names[i] + "; expected names in UTF-8 without control characters");
    notes.push_back("the group \"" + found[i] + "\" is called " + names[i] +
                    ": its name in the file is not UTF-8, or has control characters");
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
    raw = read_with_gmsh(options, figures, done);
    clean_names(raw.mesh.region_names, figures.notes);
    clean_names(raw.mesh.boundary_names, figures.notes);
    connect(raw.mesh, raw.tagged);
    for (const auto& images : raw.images) connect_images(raw.mesh, images);
    check_exterior_faces(raw.mesh);
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
