#include "solver/multigrid/continuous_space.hpp"

#include <algorithm>
#include <numeric>

#include "mesh/mesh.hpp"

namespace dgsolve {
namespace {

/// Sets of nodes that are one, merged two at a time; a set is known by its lowest member (union–find).
class MergedNodes {
 public:
  explicit MergedNodes(int n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }

  int root(int node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  }

  void merge(int a, int b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<int> parent_;
};

/// Calls visit(face, node, neighbour's node) for the nodes of all faces; at a boundary both are the same.
template <class Visit>
void for_face_nodes(const TraceMap& trace, const ReferenceElement& element, Visit visit) {
  const int n_faces = element.n_faces, Nfp = element.Nfp, Np = element.Np;
  for (int face = 0; face < static_cast<int>(trace.neighbor.size()); ++face) {
    const int e = face / n_faces, f = face % n_faces;
    const int* ours = &element.face_nodes[f * Nfp];
    const int* theirs = nodes_across(trace, element, face);
    for (int k = 0; k < Nfp; ++k) visit(face, e * Np + ours[k], trace.neighbor[face] * Np + theirs[k]);
  }
}

}  // namespace

ContinuousSpace::ContinuousSpace(const TraceMap& trace, const ReferenceElement& element,
                                 std::span<const BoundarySpace> boundaries)
    : group_unknown(boundaries.size(), -1) {
  const int n_nodes = static_cast<int>(trace.neighbor.size()) / element.n_faces * element.Np;
  MergedNodes nodes(n_nodes);
  std::vector<int> group_node(boundaries.size(), -1);  // some node of a group that is constant
  for_face_nodes(trace, element, [&](int face, int ours, int theirs) {
    nodes.merge(ours, theirs);
    const int group = trace.boundary[face];
    if (group < 0 || boundaries[group] != BoundarySpace::constant) return;
    if (group_node[group] < 0) group_node[group] = ours;
    nodes.merge(ours, group_node[group]);
  });

  constexpr int unnumbered = -2;
  std::vector<int> number(n_nodes, unnumbered);  // of a root
  for_face_nodes(trace, element, [&](int face, int ours, int) {
    const int group = trace.boundary[face];
    if (group >= 0 && boundaries[group] == BoundarySpace::zero) number[nodes.root(ours)] = -1;
  });
  unknown.resize(n_nodes);
  for (int node = 0; node < n_nodes; ++node) {
    int& n = number[nodes.root(node)];
    if (n == unnumbered) n = n_unknowns++;
    unknown[node] = n;
  }
  for (std::size_t group = 0; group < boundaries.size(); ++group)
    if (group_node[group] >= 0) group_unknown[group] = unknown[group_node[group]];
}

CsrMatrix injection(const ContinuousSpace& space) {
  CsrMatrix p{static_cast<int>(space.unknown.size()), space.n_unknowns, {0}, {}, {}};
  p.row_begin.reserve(space.unknown.size() + 1);
  for (const int u : space.unknown) {
    if (u >= 0) p.column.push_back(u);
    p.row_begin.push_back(static_cast<int>(p.column.size()));
  }
  p.value.assign(p.column.size(), 1);
  return p;
}

}  // namespace dgsolve
