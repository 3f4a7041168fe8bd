#include "solver/multigrid/continuous_space.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <tuple>
#include <unordered_map>

#include "kernels/base/parallel_arrays.hpp"

namespace dgsolve {
namespace {

/// A set of nodes is much stiffer than a face where its κ is so many times that of the face.
constexpr double much = 30;

/// Sets of nodes that are one; a set is known by its lowest member (union–find). Several threads may merge
/// sets at once: an exchange ties a root to a lower one, and other nodes' parents only fall (Anderson & Woll,
/// Wait-free parallel algorithms for the union-find problem, STOC 1991).
class MergedNodes {
 public:
  explicit MergedNodes(int n) : parent_(n) {
#pragma omp parallel for
    for (int node = 0; node < n; ++node) parent_[node] = node;
  }

  int root(int node) {
    for (int above = load(node); above != node; above = load(node)) {
      const int next = load(above);
      if (next != above) std::atomic_ref(parent_[node]).store(next, std::memory_order_relaxed);
      node = next;
    }
    return node;
  }

  void merge(int a, int b) {
    for (a = root(a), b = root(b); a != b; a = root(a), b = root(b)) {
      int high = std::max(a, b);
      if (std::atomic_ref(parent_[high]).compare_exchange_weak(high, std::min(a, b))) return;
    }
  }

  /// Makes the nodes of a whole set one each again.
  void separate(std::span<const int> members) {
    for (const int node : members) parent_[node] = node;
  }

 private:
  int load(int node) { return std::atomic_ref(parent_[node]).load(std::memory_order_relaxed); }

  UnsetVector<int> parent_;
};

/// What ties the nodes of cells. Beside these there is a node that is zero, and one for the value of each
/// boundary group.
struct Ties {
  Ties(const TraceMap& trace, const ReferenceElement& element, const FaceMatches& places,
       std::span<const BoundarySpace> boundaries, std::span<const double> kappa)
      : trace(trace),
        element(element),
        places(places),
        boundaries(boundaries),
        kappa(kappa),
        K(static_cast<int>(kappa.size())),
        n_nodes(K * element.Np),
        faces_of(element.Np),
        stiffness(trace.neighbor.size()) {
    const int n_faces = element.n_faces;
    for (int k = 0; k < n_faces * element.Nfp; ++k)
      faces_of[element.face_nodes[k]].push_back({k / element.Nfp, k % element.Nfp});
#pragma omp parallel for
    for (std::size_t face = 0; face < stiffness.size(); ++face)
      stiffness[face] = 2 / (1 / kappa[face / n_faces] + 1 / kappa[trace.neighbor[face]]);
  }

  /// Node m of a face, and what it meets there. Not for free boundaries.
  int ours(int face, int m) const {
    return face / element.n_faces * element.Np + element.face_nodes[face % element.n_faces * element.Nfp + m];
  }
  int met(int face, int m) const {
    const int group = trace.boundary[face];
    if (group < 0) return trace.neighbor[face] * element.Np + places.nodes(places.row(trace.view(), face))[m];
    return boundaries[group] == BoundarySpace::zero ? zero() : value_of(group);
  }
  bool is_free(int face) const {
    return trace.boundary[face] >= 0 && boundaries[trace.boundary[face]] == BoundarySpace::free;
  }
  int zero() const { return n_nodes; }
  int value_of(int group) const { return n_nodes + 1 + group; }
  int n_all() const { return value_of(static_cast<int>(boundaries.size())); }

  /// body(face, m) for all faces with a cell's node that are not free.
  template <class Body>
  void for_faces_of(int node, Body body) const {
    for (const auto& [f, m] : faces_of[node % element.Np])
      if (const int face = node / element.Np * element.n_faces + f; !is_free(face)) body(face, m);
  }

  const TraceMap& trace;
  const ReferenceElement& element;
  const FaceMatches& places;
  std::span<const BoundarySpace> boundaries;
  std::span<const double> kappa;  ///< [K]
  int K, n_nodes;
  std::vector<std::vector<std::pair<int, int>>> faces_of;  ///< [Np]: faces with a node, and its place there
  UnsetVector<double> stiffness;  ///< [K][n_faces]: the harmonic mean of both cells' κ
};

/// Merges across all faces between cells.
void merge_cells(const Ties& ties, MergedNodes& nodes) {
  const TraceMap& trace = ties.trace;
  const int n_faces = ties.element.n_faces;
  for_each_cell(ties.K * n_faces, [&](int face) {
    const bool is_second_side = trace.neighbor[face] * n_faces + trace.neighbor_face[face] < face;
    if (trace.boundary[face] >= 0 || is_second_side) return;
    for (int m = 0; m < ties.element.Nfp; ++m) nodes.merge(ties.ours(face, m), ties.met(face, m));
  });
}

/// Whether every set of cells' nodes may be one, and take the value that it meets: boundaries ask for one
/// value at most, and no cell is much stiffer than another, nor than a face.
bool nothing_tears(const Ties& ties) {
  const auto [softest, stiffest] = std::ranges::minmax(ties.kappa);
  const auto n_constant = std::ranges::count(ties.boundaries, BoundarySpace::constant);
  const bool one_value =
      n_constant == 0 || (n_constant == 1 && !std::ranges::count(ties.boundaries, BoundarySpace::zero));
  return one_value && stiffest <= much * softest;
}

/// Merges nodes of boundary faces with the values that they take.
void merge_boundaries(const Ties& ties, MergedNodes& nodes) {
  for_each_cell(ties.K * ties.element.n_faces, [&](int face) {
    if (ties.trace.boundary[face] < 0 || ties.is_free(face)) return;
    for (int m = 0; m < ties.element.Nfp; ++m) nodes.merge(ties.ours(face, m), ties.met(face, m));
  });
}

/// Numbers the sets that have nodes of cells in the order of their lowest ones; that of `zero` gets −1.
struct Numbering {
  Numbering(const Ties& ties, MergedNodes& nodes) : of_root(ties.n_all()), of_node(ties.n_nodes) {
    const int Np = ties.element.Np, zero = nodes.root(ties.zero());
    UnsetVector<int> first(ties.K + 1);  // number that a cell gives
    first[0] = 0;
    for_each_cell(ties.K, [&](int e) {
      first[e + 1] = 0;
      for (int node = e * Np; node < (e + 1) * Np; ++node)
        first[e + 1] += node != zero && nodes.root(node) == node;
    });
    add_up(std::span(first));
    n_sets = first.back();
    for_each_cell(ties.K, [&](int e) {
      for (int node = e * Np, next = first[e]; node < (e + 1) * Np; ++node)
        if (node != zero && nodes.root(node) == node) of_root[node] = next++;
    });
    of_root[zero] = -1;
    for_each_cell(ties.n_nodes, [&](int node) { of_node[node] = of_root[nodes.root(node)]; });
  }

  int n_sets;
  UnsetVector<int> of_root;  ///< of all nodes; set for roots that are cells' nodes, and for zero's
  UnsetVector<int> of_node;  ///< of cells' nodes
};

constexpr int nothing = -1, torn_apart = -2;

/// The node of the boundary value that a set of cells' nodes takes, or `nothing`; `torn_apart` where it may
/// not be one: it meets two values, or is much stiffer than one of the faces that tie it.
int value_met(const Ties& ties, std::span<const int> members) {
  double stiffest = 0, softest = std::numeric_limits<double>::infinity();
  int value = nothing;
  for (const int node : members) {
    stiffest = std::max(stiffest, ties.kappa[node / ties.element.Np]);
    ties.for_faces_of(node, [&](int face, int m) {
      softest = std::min(softest, ties.stiffness[face]);
      if (ties.trace.boundary[face] < 0) return;
      const int met = ties.met(face, m);
      value = value == nothing || value == met ? met : torn_apart;
    });
    if (value == torn_apart) break;
  }
  return stiffest > much * softest ? torn_apart : value;
}

/// Merges sets of cells' nodes with the boundary values that they take. Separates those that may not be one,
/// and returns their nodes.
std::vector<int> merge_values(const Ties& ties, MergedNodes& nodes) {
  const Numbering sets(ties, nodes);
  const InverseIndex members(sets.of_node, sets.n_sets);
  UnsetVector<int> value(sets.n_sets);
  for_each_cell(sets.n_sets, [&](int set) {
    value[set] = value_met(ties, members[set]);
    if (value[set] >= 0) nodes.merge(members[set].front(), value[set]);
  });
  std::vector<int> apart;
  for (int set = 0; set < sets.n_sets; ++set) {
    if (value[set] != torn_apart) continue;
    nodes.separate(members[set]);
    apart.insert(apart.end(), members[set].begin(), members[set].end());
  }
  return apart;
}

/// Ties nodes that are one each by now, the stiffest faces first. Sets that are both much stiffer than the
/// face between them stay two; boundaries' values are stiffer than anything.
void tie_stiffest_first(const Ties& ties, const std::vector<int>& apart, MergedNodes& nodes) {
  std::vector<std::pair<int, int>> order;  // faces, and a node's place there
  for (const int node : apart) ties.for_faces_of(node, [&](int face, int m) { order.emplace_back(face, m); });
  const auto key = [&](const auto& tie) { return std::tuple(-ties.stiffness[tie.first], tie); };
  std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });

  std::unordered_map<int, double> stiffness;  // of a root: the largest κ in its set
  for (int value = ties.zero(); value < ties.n_all(); ++value)
    stiffness[nodes.root(value)] = std::numeric_limits<double>::infinity();
  const auto stiffness_of = [&](int root) -> double& {
    return stiffness.try_emplace(root, ties.kappa[root / ties.element.Np]).first->second;
  };
  for (const auto& [face, m] : order) {
    const int a = nodes.root(ties.ours(face, m)), b = nodes.root(ties.met(face, m));
    const double k_a = stiffness_of(a), k_b = stiffness_of(b);
    if (a == b || std::min(k_a, k_b) > much * ties.stiffness[face]) continue;
    stiffness_of(std::min(a, b)) = std::max(k_a, k_b);
    nodes.merge(a, b);
  }
}

}  // namespace

ContinuousSpace::ContinuousSpace(const TraceMap& trace, const ReferenceElement& element,
                                 std::span<const BoundarySpace> boundaries, std::span<const double> kappa)
    : places(element.view()), group_unknown(boundaries.size(), -1) {
  const Ties ties(trace, element, places, boundaries, kappa);
  MergedNodes merged(ties.n_all());
  merge_cells(ties, merged);
  std::vector<int> apart;
  if (nothing_tears(ties)) {
    merge_boundaries(ties, merged);
  } else {
    apart = merge_values(ties, merged);
    tie_stiffest_first(ties, apart, merged);
  }

  Numbering numbers(ties, merged);
  n_unknowns = numbers.n_sets;
  unknown = std::move(numbers.of_node);
  nodes = InverseIndex(unknown, n_unknowns);
  for (int group = 0; group < static_cast<int>(boundaries.size()); ++group)
    if (const int root = merged.root(ties.value_of(group)); root < ties.n_nodes)
      group_unknown[group] = numbers.of_root[root];
  find_homes(kappa);
  if (!apart.empty()) find_torn(trace, element, boundaries);
}

void ContinuousSpace::find_homes(std::span<const double> kappa) {
  const int Np = static_cast<int>(unknown.size() / kappa.size());
  home.resize(n_unknowns);
  for_each_cell(n_unknowns, [&](int u) {
    home[u] = *std::max_element(nodes[u].begin(), nodes[u].end(),
                                [&](int a, int b) { return kappa[a / Np] < kappa[b / Np]; });
  });
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
