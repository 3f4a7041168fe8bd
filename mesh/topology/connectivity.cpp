#include "mesh/topology/connectivity.hpp"

#include <algorithm>
#include <span>

#include "mesh/base/faces.hpp"
#include "mesh/base/problems.hpp"

namespace dgsolve {
namespace {

/// A cell's side or a tagged face, found again by its vertices.
struct Entry {
  FaceVertices key;
  int id;  ///< ≥ 0: side_index; < 0: −1 − index of the tagged face
  bool operator<(const Entry& other) const { return key != other.key ? key < other.key : id < other.id; }
};

/// All sides and tagged faces, sorted: entries of one face are adjacent, tags first.
std::vector<Entry> sorted_entries(const Mesh& mesh, const std::vector<TaggedFace>& tagged) {
  std::vector<Entry> entries;
  entries.reserve(mesh.neighbor.size() + tagged.size());
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f)
      entries.push_back({sorted(face_vertices(mesh, {e, f})), side_index(mesh, {e, f})});
  for (std::size_t i = 0; i < tagged.size(); ++i)
    entries.push_back({sorted(tagged[i].vertices), -1 - static_cast<int>(i)});
  std::sort(entries.begin(), entries.end());
  return entries;
}

struct Findings {
  std::vector<std::string> crowded, duplicates, folded, stray, two_groups;
  void throw_if_any() const {
    Problems problems;
    problems.add("pairs of duplicate cells", duplicates);
    problems.add("faces have more than two cells", crowded);
    problems.add("neighbouring cells lie on the same side of their face (the mesh is folded over itself)",
                 folded);
    problems.add("faces of a boundary group belong to no cell", stray);
    problems.add("faces are in two boundary groups", two_groups);
    problems.throw_if_any();
  }
};

std::string tag_text(const Mesh& mesh, const TaggedFace& tag) {
  const Point center = mean_of(mesh, std::span(tag.vertices).first(mesh.dim));
  return "one of " + mesh.boundary_names[tag.group] + " at " + point_text(center);
}

/// Joins the (one or two) sides of a face.
void join_sides(Mesh& mesh, std::span<const Entry> entries, Findings& findings) {
  const int n_faces = mesh.n_faces();
  const auto side = [&](const Entry& entry) { return Side{entry.id / n_faces, entry.id % n_faces}; };
  const auto apex = [&](Side s) {
    return mesh.elements[s.element * mesh.nodes_per_element + opposite_vertex(mesh.dim, s.face)];
  };
  bool duplicates = false;
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (std::size_t j = i + 1; j < entries.size(); ++j) {
      const Side a = side(entries[i]), b = side(entries[j]);
      if (apex(a) != apex(b)) continue;
      duplicates = true;
      // The pair appears at every face; report it once.
      if (a.face == 0)
        findings.duplicates.push_back(cell_text(mesh, a.element) + " and cell " + std::to_string(b.element));
    }
  if (duplicates) return;
  if (entries.size() > 2) {
    std::string cells = "cells";
    for (const Entry& entry : entries) cells.append(" ").append(std::to_string(side(entry).element));
    findings.crowded.push_back(cells + " at " + point_text(face_center(mesh, side(entries[0]))));
  } else if (entries.size() == 2) {
    const Side a = side(entries[0]), b = side(entries[1]);
    if (!join(mesh, a, face_vertices(mesh, a), b))
      findings.folded.push_back(cell_text(mesh, a.element) + " and cell " + std::to_string(b.element));
  }
}

/// Gives the sides of a face the group of its tags.
void tag_sides(Mesh& mesh, std::span<const Entry> tags, std::span<const Entry> sides,
               const std::vector<TaggedFace>& tagged, Findings& findings) {
  if (tags.empty()) return;
  const TaggedFace& first = tagged[-1 - tags[0].id];
  if (sides.empty()) findings.stray.push_back(tag_text(mesh, first));
  for (const Entry& entry : tags) {
    const TaggedFace& tag = tagged[-1 - entry.id];
    if (tag.group != first.group)
      findings.two_groups.push_back(tag_text(mesh, first) + " is also in " + mesh.boundary_names[tag.group]);
  }
  for (const Entry& entry : sides) mesh.boundary[entry.id] = first.group;
}

}  // namespace

void connect(Mesh& mesh, const std::vector<TaggedFace>& tagged) {
  const std::size_t n_sides = static_cast<std::size_t>(mesh.n_elements()) * mesh.n_faces();
  mesh.neighbor.assign(n_sides, -1);
  mesh.neighbor_face.assign(n_sides, 0);
  mesh.orientation.assign(n_sides, 0);
  mesh.boundary.assign(n_sides, -1);

  const std::vector<Entry> entries = sorted_entries(mesh, tagged);
  Findings findings;
  for (auto begin = entries.begin(); begin != entries.end();) {
    const auto end =
        std::find_if(begin, entries.end(), [&](const Entry& entry) { return entry.key != begin->key; });
    const auto middle = std::find_if(begin, end, [](const Entry& entry) { return entry.id >= 0; });
    join_sides(mesh, {middle, end}, findings);
    tag_sides(mesh, {begin, middle}, {middle, end}, tagged, findings);
    begin = end;
  }
  findings.throw_if_any();

  Problems problems;
  problems.add("hanging nodes (the mesh is not conforming; cells must meet in whole faces)",
               find_hanging_nodes(mesh));
  problems.add(
      "faces are there twice, each with nodes of its own, so that nothing passes from one region to the "
      "other; expected one face for both: Coherence, or BooleanFragments of OpenCASCADE's shapes, in the "
      ".geo",
      find_duplicate_faces(mesh));
  problems.throw_if_any();
}

}  // namespace dgsolve
