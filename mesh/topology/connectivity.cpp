#include "mesh/topology/connectivity.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "mesh/base/collect.hpp"
#include "mesh/base/faces.hpp"
#include "mesh/base/labels.hpp"
#include "mesh/base/problems.hpp"

namespace dgsolve {
namespace {

/// A cell's side or a tagged face, found again by its vertices: the lowest one and the key. Tags come first.
struct Entry {
  std::uint64_t key;  ///< the other vertices, the lower one first
  int id;             ///< ≥ 0: side_index; < 0: −1 − index of the tagged face
  bool operator<(const Entry& other) const { return key != other.key ? key < other.key : id < other.id; }
};

/// All sides and tagged faces by their lowest vertex: the entries of a face are at the same one.
class FaceTable {
 public:
  FaceTable(const Mesh& mesh, const std::vector<TaggedFace>& tagged)
      : mesh_(mesh),
        tagged_(tagged),
        begin_(mesh.nodes.size() + 1),
        ids_(std::make_unique_for_overwrite<int[]>(mesh.neighbor.size() + tagged.size())) {
    const int first = -static_cast<int>(tagged.size()), last = static_cast<int>(mesh.neighbor.size());
    const auto at = [&](int id) { return std::atomic_ref(begin_[lowest_vertex(id)]); };
#pragma omp parallel for
    for (int id = first; id < last; ++id) at(id).fetch_add(1, std::memory_order_relaxed);
    // Where each vertex's entries end; as they are filled in from there, it becomes where they begin.
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
#pragma omp parallel for
    for (int id = first; id < last; ++id) ids_[at(id).fetch_sub(1, std::memory_order_relaxed) - 1] = id;
  }

  /// The entries at a vertex, sorted: those of one face are adjacent.
  std::vector<Entry> entries_at(std::size_t vertex) const {
    std::vector<Entry> entries;
    entries.reserve(begin_[vertex + 1] - begin_[vertex]);
    for (int i = begin_[vertex]; i < begin_[vertex + 1]; ++i) entries.push_back(entry(ids_[i]));
    std::sort(entries.begin(), entries.end());
    return entries;
  }

 private:
  FaceVertices vertices_of(int id) const {
    return id < 0 ? tagged_[-1 - id].vertices
                  : face_vertices(mesh_, {id / mesh_.n_faces(), id % mesh_.n_faces()});
  }
  int lowest_vertex(int id) const {
    const FaceVertices v = vertices_of(id);
    return *std::min_element(v.begin(), v.begin() + mesh_.dim);
  }
  Entry entry(int id) const {
    const FaceVertices v = vertices_of(id);
    if (mesh_.dim == 2) return {static_cast<std::uint64_t>(std::max(v[0], v[1])), id};
    const auto [lowest, highest] = std::minmax({v[0], v[1], v[2]});
    const std::int64_t middle = std::int64_t{v[0]} + v[1] + v[2] - lowest - highest;
    return {static_cast<std::uint64_t>(middle) << 32 | static_cast<std::uint32_t>(highest), id};
  }

  const Mesh& mesh_;
  const std::vector<TaggedFace>& tagged_;
  std::vector<int> begin_;  ///< [node + 1]: index in ids_
  std::unique_ptr<int[]> ids_;
};

enum class Problem { duplicate, crowded, folded };
struct Finding {
  Problem problem;
  std::string where;
};
/// A face in several groups.
struct SharedFace {
  std::vector<int> sides;   ///< by side_index
  std::vector<int> groups;  ///< indices into boundary_names, some twice
};
using Findings = std::vector<Finding>;
/// At a vertex, or in the whole mesh.
struct Found {
  Findings findings;
  std::vector<TaggedFace> stray;
  std::vector<SharedFace> shared;

  bool is_anything() const { return !findings.empty() || !stray.empty() || !shared.empty(); }
  void add(const Found& other) {
    findings.insert(findings.end(), other.findings.begin(), other.findings.end());
    stray.insert(stray.end(), other.stray.begin(), other.stray.end());
    shared.insert(shared.end(), other.shared.begin(), other.shared.end());
  }
};

void throw_if_any(const Findings& findings, const std::vector<std::string>& stray) {
  Problems problems;
  for (const auto& [problem, what] :
       {std::pair(Problem::duplicate, "pairs of duplicate cells"),
        std::pair(Problem::crowded, "faces have more than two cells"),
        std::pair(
            Problem::folded,
            "neighbouring cells lie on the same side of their face (the mesh is folded over itself)")}) {
    std::vector<std::string> where;
    for (const Finding& finding : findings)
      if (finding.problem == problem) where.push_back(finding.where);
    problems.add(what, where);
  }
  problems.add("faces of a boundary group belong to no cell", stray);
  try {
    problems.throw_if_any();
  } catch (const MeshError& error) {
    if (!stray.empty() || !std::ranges::all_of(findings, [](const Finding& finding) {
          return finding.problem == Problem::folded;
        }))
      throw;
    throw FoldedCells(error.what());
  }
}

std::string tag_text(const Mesh& mesh, const TaggedFace& tag) {
  const Point center = mean_of(mesh, std::span(tag.vertices).first(mesh.dim));
  return "one of " + label_text(mesh.boundary_names[tag.group]) + " at " + point_text(center);
}

std::string pair_text(const Mesh& mesh, int a, int b) {
  std::string text = cell_text(mesh, a) + " and cell " + std::to_string(b);
  if (mesh.region[a] != mesh.region[b])
    text += " (of regions " + label_text(mesh.region_names[mesh.region[a]]) + " and " +
            label_text(mesh.region_names[mesh.region[b]]) + ")";
  return text;
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
      if (a.face == 0) findings.push_back({Problem::duplicate, pair_text(mesh, a.element, b.element)});
    }
  if (duplicates) return;
  if (entries.size() > 2) {
    std::string cells = "cells";
    for (const Entry& entry : entries) cells.append(" ").append(std::to_string(side(entry).element));
    findings.push_back({Problem::crowded, cells + " at " + point_text(face_center(mesh, side(entries[0])))});
  } else if (entries.size() == 2) {
    const Side a = side(entries[0]), b = side(entries[1]);
    if (!join(mesh, a, face_vertices(mesh, a), b))
      findings.push_back({Problem::folded, pair_text(mesh, a.element, b.element)});
  }
}

/// Gives the sides of a face the group of its tags.
void tag_sides(Mesh& mesh, std::span<const Entry> tags, std::span<const Entry> sides,
               const std::vector<TaggedFace>& tagged, Found& found) {
  const auto tag_of = [&](const Entry& entry) { return tagged[-1 - entry.id]; };
  const bool is_in_group =
      std::ranges::any_of(tags, [&](const Entry& entry) { return tag_of(entry).is_in_group; });
  std::vector<int> groups;
  for (const Entry& entry : tags)
    if (const TaggedFace tag = tag_of(entry); tag.is_in_group == is_in_group) groups.push_back(tag.group);
  if (groups.empty()) return;
  if (sides.empty()) {
    for (std::size_t i = 0; is_in_group && i < groups.size(); ++i)
      found.stray.push_back({tag_of(tags[0]).vertices, groups[i]});
    return;
  }
  for (const Entry& entry : sides) mesh.boundary[entry.id] = groups[0];
  if (std::ranges::count(groups, groups[0]) == std::ssize(groups)) return;
  SharedFace& face = found.shared.emplace_back();
  for (const Entry& entry : sides) face.sides.push_back(entry.id);
  face.groups = std::move(groups);
}

void label_shared_faces(Mesh& mesh, const std::vector<SharedFace>& shared) {
  std::map<std::string, int> numbers;  // of labels
  for (const SharedFace& face : shared) {
    std::vector<std::string> names;
    for (const int group : face.groups)
      for (const std::string& name : groups_in(mesh.boundary_names[group])) names.push_back(name);
    const auto [number, is_new] =
        numbers.try_emplace(label_of(std::move(names)), static_cast<int>(mesh.boundary_names.size()));
    if (is_new) mesh.boundary_names.push_back(number->first);
    for (const int side : face.sides) mesh.boundary[side] = number->second;
  }
}

}  // namespace

void check_size(const Mesh& mesh, std::size_t n_tagged) {
  constexpr std::size_t all = std::numeric_limits<int>::max();
  const std::size_t most =
      std::min((all - std::min(n_tagged, all)) / mesh.n_faces(), all / mesh.nodes_per_element);
  if (mesh.region.size() > most)
    throw MeshError("the mesh has " + std::to_string(mesh.region.size()) + " cells of geometric order " +
                    std::to_string(mesh.geometry_order) + "; expected at most " + std::to_string(most) +
                    " of that order");
}

void connect(Mesh& mesh, const std::vector<TaggedFace>& tagged, std::vector<TaggedFace>* stray) {
  check_size(mesh, tagged.size());
  const std::size_t n_sides = static_cast<std::size_t>(mesh.n_elements()) * mesh.n_faces();
#pragma omp parallel sections
  {  // most of the time goes into memory that is touched for the first time
#pragma omp section
    mesh.neighbor.assign(n_sides, -1);
#pragma omp section
    mesh.boundary.assign(n_sides, -1);
#pragma omp section
    mesh.neighbor_face.assign(n_sides, 0);
#pragma omp section
    mesh.orientation.assign(n_sides, 0);
  }

  const FaceTable table(mesh, tagged);
  const std::vector<Found> all_found =
      collect<Found>(mesh.nodes.size(), [&](std::size_t vertex, std::vector<Found>& found) {
        Found at_vertex;
        const std::vector<Entry> entries = table.entries_at(vertex);
        for (auto begin = entries.begin(); begin != entries.end();) {
          const auto end =
              std::find_if(begin, entries.end(), [&](const Entry& entry) { return entry.key != begin->key; });
          const auto middle = std::find_if(begin, end, [](const Entry& entry) { return entry.id >= 0; });
          join_sides(mesh, {middle, end}, at_vertex.findings);
          tag_sides(mesh, {begin, middle}, {middle, end}, tagged, at_vertex);
          begin = end;
        }
        if (at_vertex.is_anything()) found.push_back(std::move(at_vertex));
      });
  Found all;
  for (const Found& found : all_found) all.add(found);
  std::vector<std::string> refused;
  if (stray)
    stray->insert(stray->end(), all.stray.begin(), all.stray.end());
  else
    for (const TaggedFace& face : all.stray) refused.push_back(tag_text(mesh, face));
  throw_if_any(all.findings, refused);
  label_shared_faces(mesh, all.shared);

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
