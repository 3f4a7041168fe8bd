#include "solver/multigrid/continuous_space.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace dgsolve {
namespace {

/// Sets of nodes that are one, merged two at a time; a set is known by its lowest member (union–find).
class MergedNodes {
 public:
  /// stiffness: [nodes]
  explicit MergedNodes(std::vector<double> stiffness)
      : parent_(stiffness.size()), stiffness_(std::move(stiffness)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  int root(int node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  }

  /// Merges the sets of two nodes, unless both are much stiffer than what ties them.
  void tie(int a, int b, double stiffness) {
    a = root(a);
    b = root(b);
    if (std::min(stiffness_[a], stiffness_[b]) > much * stiffness) return;
    stiffness_[std::min(a, b)] = std::max(stiffness_[a], stiffness_[b]);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  static constexpr double much = 30;

  std::vector<int> parent_;
  std::vector<double> stiffness_;  ///< of a root: the largest in its set
};

/// Faces [K·n_faces] of falling stiffness: the harmonic mean of both cells' κ.
std::vector<std::pair<double, int>> stiffest_first(const TraceMap& trace, int n_faces,
                                                   std::span<const double> kappa) {
  std::vector<std::pair<double, int>> faces(trace.neighbor.size());
  for (int face = 0; face < static_cast<int>(faces.size()); ++face) {
    const double k_m = kappa[face / n_faces], k_p = kappa[trace.neighbor[face]];
    faces[face] = {2 / (1 / k_m + 1 / k_p), face};
  }
  std::stable_sort(faces.begin(), faces.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  return faces;
}

}  // namespace

ContinuousSpace::ContinuousSpace(const TraceMap& trace, const ReferenceElement& element,
                                 std::span<const BoundarySpace> boundaries, std::span<const double> kappa)
    : places(element.view()), group_unknown(boundaries.size(), -1) {
  const int n_faces = element.n_faces, Nfp = element.Nfp, Np = element.Np;
  const int n_nodes = static_cast<int>(kappa.size()) * Np;
  // After the cells' nodes, one that is zero, and one for the value of each group.
  const int zero = n_nodes, first_group = n_nodes + 1,
            n_all = first_group + static_cast<int>(boundaries.size());
  std::vector<double> stiffness(n_all, std::numeric_limits<double>::infinity());
  for (int node = 0; node < n_nodes; ++node) stiffness[node] = kappa[node / Np];
  MergedNodes nodes(std::move(stiffness));
  for (const auto& [k, face] : stiffest_first(trace, n_faces, kappa)) {
    const int group = trace.boundary[face], neighbor = trace.neighbor[face];
    if (group >= 0 && boundaries[group] == BoundarySpace::free) continue;
    const int* ours = &element.face_nodes[face % n_faces * Nfp];
    const int* theirs = places.nodes(places.row(trace.view(), face));
    const auto met = [&](int m) {
      if (group < 0) return neighbor * Np + theirs[m];
      return boundaries[group] == BoundarySpace::zero ? zero : first_group + group;
    };
    for (int m = 0; m < Nfp; ++m) nodes.tie(face / n_faces * Np + ours[m], met(m), k);
  }

  constexpr int unnumbered = -2;
  std::vector<int> number(n_all, unnumbered);  // of a root
  number[nodes.root(zero)] = -1;
  unknown.resize(n_nodes);
  for (int node = 0; node < n_nodes; ++node) {
    int& n = number[nodes.root(node)];
    if (n == unnumbered) {
      n = n_unknowns++;
      home.push_back(node);
    }
    unknown[node] = n;
    if (n >= 0 && kappa[node / Np] > kappa[home[n] / Np]) home[n] = node;
  }
  for (std::size_t group = 0; group < boundaries.size(); ++group)
    if (const int n = number[nodes.root(first_group + static_cast<int>(group))]; n >= 0)
      group_unknown[group] = n;
  find_torn(trace, element, boundaries);
}

void ContinuousSpace::find_torn(const TraceMap& trace, const ReferenceElement& element,
                                std::span<const BoundarySpace> boundaries) {
  const int n_faces = element.n_faces, Np = element.Np;
  for (int face = 0; face < static_cast<int>(trace.neighbor.size()); ++face) {
    const int group = trace.boundary[face], neighbor = trace.neighbor[face];
    const bool is_second_side = neighbor * n_faces + trace.neighbor_face[face] < face;
    if (is_second_side || (group >= 0 && boundaries[group] == BoundarySpace::free)) continue;
    const int *ours = &element.face_nodes[face % n_faces * element.Nfp],
              *theirs = places.nodes(places.row(trace.view(), face));
    for (int m = 0; m < element.Nfp; ++m)
      if (unknown[face / n_faces * Np + ours[m]] !=
          (group < 0 ? unknown[neighbor * Np + theirs[m]] : group_unknown[group])) {
        torn.push_back(face);
        break;
      }
  }
}

}  // namespace dgsolve
