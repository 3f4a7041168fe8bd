#include "mesh/geometry/blending.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "mesh/base/faces.hpp"

namespace dgsolve {
namespace {

using Lattice = std::array<int, 4>;  ///< p × barycentric coordinates of a geometry node

Lattice lattice_point(const Mesh& mesh, int node) {
  const int p = mesh.geometry_order;
  Lattice at = {p, 0, 0, 0};
  for (int i = 0; i < mesh.dim; ++i) {
    const double coordinate = p * (mesh.reference_nodes[node * mesh.dim + i] + 1) / 2;
    at[i + 1] = static_cast<int>(std::lround(coordinate));
    at[0] -= at[i + 1];
    if (std::abs(coordinate - at[i + 1]) > 1e-9)
      throw std::logic_error("the geometry's reference nodes are not equispaced");
  }
  return at;
}

/// Number of vertices of the smallest part of the cell that contains the node: 1 vertex, 2 edge, 3 face, 4
/// cell.
int n_vertices(const Lattice& node) {
  return static_cast<int>(std::count_if(node.begin(), node.end(), [](int i) { return i > 0; }));
}

/// Value at node n of node k's hierarchic shape function. Where k lies inside the edge, face or cell with the
/// vertices S, that is the bubble Π λ_v of S times the Lagrange polynomial of degree p − |S| on S, carried
/// into the cell along constant λ_a − λ_b (Szabó & Babuška, Finite Element Analysis, 1991):
///   φ_k = Π_{v∈S} p λ_v/k_v Π_{0<j<k_v} (p μ_v − j)/(k_v − j),  μ_v = λ_v + (1 − Σ_{w∈S} λ_w)/|S|.
/// It is 1 at k, and 0 at all other nodes of S and of parts that S is not contained in.
double hierarchic_shape(const Lattice& k, const Lattice& n) {
  double rest = 0;  // p (1 − Σ_S λ)
  for (int v = 0; v < 4; ++v)
    if (k[v] == 0) rest += n[v];
  double value = 1;
  for (int v = 0; v < 4; ++v) {
    if (k[v] == 0) continue;
    value *= static_cast<double>(n[v]) / k[v];
    for (int j = 1; j < k[v]; ++j) value *= (n[v] + rest / n_vertices(k) - j) / (k[v] - j);
  }
  return value;
}

/// A geometry node of the reference cell, and the nodes of smaller parts that determine where it is.
struct BlendedNode {
  int node;
  Lattice lattice;
  std::vector<std::pair<int, double>> terms;  ///< node, its shape function here
};

/// All nodes, those of smaller parts first.
std::vector<BlendedNode> blended_nodes(const Mesh& mesh) {
  std::vector<BlendedNode> nodes(mesh.nodes_per_element);
  for (int n = 0; n < mesh.nodes_per_element; ++n) nodes[n] = {n, lattice_point(mesh, n), {}};
  std::stable_sort(nodes.begin(), nodes.end(), [](const BlendedNode& a, const BlendedNode& b) {
    return n_vertices(a.lattice) < n_vertices(b.lattice);
  });
  for (BlendedNode& n : nodes)
    for (const BlendedNode& k : nodes) {
      const double value = k.node == n.node ? 0 : hierarchic_shape(k.lattice, n.lattice);
      if (value != 0) n.terms.emplace_back(k.node, value);
    }
  return nodes;
}

using FaceSet = std::unordered_set<FaceVertices, FaceHash>;

/// Faces (3D) that represent geometry: those in a boundary group, and those between two regions.
FaceSet fixed_faces(const Mesh& mesh, const std::vector<TaggedFace>& tagged) {
  FaceSet fixed;
  for (const TaggedFace& face : tagged) fixed.insert(sorted(face.vertices));
  if (mesh.region_names.size() == 1) return fixed;
  std::unordered_map<FaceVertices, int, FaceHash> region;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const FaceVertices face = sorted(face_vertices(mesh, {e, f}));
      if (region.emplace(face, mesh.region[e]).first->second != mesh.region[e]) fixed.insert(face);
    }
  return fixed;
}

/// Node numbers, sorted, of the three vertices of the face that a node lies in.
FaceVertices face_of(const int* element, const Lattice& node) {
  FaceVertices face = {-1, -1, -1};
  int j = 0;
  for (int v = 0; v < 4; ++v)
    if (node[v] > 0) face[j++] = element[v];
  return sorted(face);
}

}  // namespace

int blend_interior_nodes(Mesh& mesh, const std::vector<TaggedFace>& tagged) {
  // Share of the cell's size. A node that a neighbour has already placed lies within it.
  constexpr double round_off = 1e-12;
  if (mesh.geometry_order < 3) return 0;
  const std::vector<BlendedNode> nodes = blended_nodes(mesh);
  const FaceSet fixed = mesh.dim == 3 ? fixed_faces(mesh, tagged) : FaceSet();
  std::vector<Point> surplus(mesh.nodes_per_element);  // what a node adds to the blending of smaller parts
  int n_moved = 0;
  for (int e = 0; e < mesh.n_elements(); ++e) {
    const int* element = &mesh.elements[static_cast<std::size_t>(e) * mesh.nodes_per_element];
    const double size = distance(mesh.vertex(e, 0), mesh.vertex(e, 1));
    for (const BlendedNode& n : nodes) {
      Point blended = {0, 0, 0};
      for (const auto& [k, value] : n.terms)
        for (int i = 0; i < 3; ++i) blended[i] += value * surplus[k][i];
      Point& x = mesh.nodes[element[n.node]];
      const int part = n_vertices(n.lattice);
      if (part > 2 && distance(x, blended) > round_off * size &&
          !(part == 3 && fixed.contains(face_of(element, n.lattice)))) {
        x = blended;
        ++n_moved;
      }
      for (int i = 0; i < 3; ++i) surplus[n.node][i] = x[i] - blended[i];
    }
  }
  return n_moved;
}

}  // namespace dgsolve
