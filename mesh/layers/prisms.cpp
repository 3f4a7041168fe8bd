#include "mesh/layers/prisms.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mesh/base/cut_cells.hpp"

namespace dgsolve {
namespace {

/// A vertex of a prism: which of the face's vertices, and whether at its bottom or top.
struct Corner {
  int vertex, level;
};
using Simplex = std::array<Corner, 4>;

/// The side above an edge is cut from the bottom of its first to the top of its last vertex: bottoms rank
/// before tops.
std::vector<Simplex> simplices_of_prism(int dim) {
  const CutShape& shape = *find_cut_shape(dim, 2 * dim);
  // In 2D the vertices go around: both bottoms, then the tops in the other order.
  std::vector<std::uint64_t> ranks;
  for (int v = 0; v < 2 * dim; ++v) ranks.push_back(dim == 2 && v >= 2 ? 5 - v : v);
  const Pieces pieces = cut(shape, ranks);
  std::vector<Simplex> simplices(pieces.n);
  for (int k = 0; k < pieces.n; ++k)
    for (int i = 0; i <= dim; ++i) {
      const auto rank = static_cast<int>(ranks[pieces.vertices[k][i]]);
      simplices[k][i] = {rank % dim, rank / dim};
    }
  return simplices;
}

double orientation(int dim, const std::array<Point, 4>& x) {
  const Point a = difference(x[1], x[0]), b = difference(x[2], x[0]);
  return dim == 2 ? a[0] * b[1] - a[1] * b[0] : dot(cross(a, b), difference(x[3], x[0]));
}

double size_of(const Mesh& mesh) {
  const auto [lower, upper] = bounding_box(mesh.nodes);
  return distance(lower, upper);
}

}  // namespace

Prisms::Prisms(Mesh& mesh, Axis axis) : mesh_(mesh), axis_(axis), tolerance_(1e-8 * size_of(mesh)) {
  const int dim = mesh.dim, p = mesh.geometry_order;
  for (int n = 0; n < mesh.nodes_per_element; ++n) {
    Shares shares = {p, 0, 0, 0};
    for (int i = 0; i < dim; ++i) {
      shares[i + 1] = static_cast<int>(std::lround(p * (1 + mesh.reference_nodes[n * dim + i]) / 2));
      shares[0] -= shares[i + 1];
    }
    shares_.push_back(shares);
  }
}

FaceVertices Prisms::in_order(Side side) const {
  FaceVertices vertices = face_vertices(mesh_, side);
  const auto comes_before = [&](int a, int b) {
    const Point &x = mesh_.nodes[a], &y = mesh_.nodes[b];
    for (int i = 0; i < 3; ++i)
      if (i != axis_.axis && std::abs(x[i] - y[i]) > tolerance_) return x[i] < y[i];
    return false;
  };
  for (int i = 1; i < mesh_.dim; ++i)
    for (int j = i; j > 0 && comes_before(vertices[j], vertices[j - 1]); --j)
      std::swap(vertices[j], vertices[j - 1]);
  return vertices;
}

int Prisms::node_above(int node, int height) {
  if (height == 0) return node;
  const auto [at, is_new] =
      above_.try_emplace(static_cast<std::uint64_t>(node) << 16 | static_cast<std::uint64_t>(height), 0);
  if (is_new) {
    at->second = static_cast<int>(mesh_.nodes.size());
    Point x = mesh_.nodes[node];
    x[axis_.axis] += axis_.step * height / mesh_.geometry_order;
    mesh_.nodes.push_back(x);
  }
  return at->second;
}

std::map<Prisms::Shares, int> Prisms::face_nodes(Side side, const FaceVertices& vertices) const {
  const int* const nodes = &mesh_.elements[static_cast<std::size_t>(side.element) * mesh_.nodes_per_element];
  std::array<int, 3> local{};  // numbers of the face's vertices in the cell
  for (int i = 0; i < mesh_.dim; ++i)
    local[i] = static_cast<int>(std::find(nodes, nodes + mesh_.dim + 1, vertices[i]) - nodes);
  const int opposite = opposite_vertex(mesh_.dim, side.face);
  std::map<Shares, int> found;
  for (std::size_t n = 0; n < shares_.size(); ++n) {
    if (shares_[n][opposite] != 0) continue;
    Shares of_face{};
    for (int i = 0; i < mesh_.dim; ++i) of_face[i] = shares_[n][local[i]];
    found[of_face] = nodes[n];
  }
  return found;
}

void Prisms::add_cells(Side side, int layer, int region) {
  const int dim = mesh_.dim, p = mesh_.geometry_order;
  const FaceVertices vertices = in_order(side);
  const std::map<Shares, int> bottom = face_nodes(side, vertices);
  for (Simplex simplex : simplices_of_prism(dim)) {
    std::array<Point, 4> x{};
    for (int i = 0; i <= dim; ++i)
      x[i] = mesh_.nodes[vertex_above(vertices[simplex[i].vertex], layer + simplex[i].level)];
    if (orientation(dim, x) < 0) std::swap(simplex[dim - 1], simplex[dim]);
    for (const Shares& shares : shares_) {
      Shares of_face{};
      int height = 0;
      for (int i = 0; i <= dim; ++i) {
        of_face[simplex[i].vertex] += shares[i];
        height += simplex[i].level * shares[i];
      }
      const int node = node_above(bottom.at(of_face), layer * p + height);
      mesh_.elements.push_back(node);
    }
    mesh_.region.push_back(region);
  }
}

std::vector<FaceVertices> Prisms::side_faces(std::array<int, 2> edge, int layer) {
  const auto [a, b] = edge;
  if (b < 0) return {{vertex_above(a, layer), vertex_above(a, layer + 1), -1}};
  const int top_b = vertex_above(b, layer + 1);
  return {{vertex_above(a, layer), vertex_above(b, layer), top_b},
          {vertex_above(a, layer), vertex_above(a, layer + 1), top_b}};
}

FaceVertices Prisms::top(Side side, int layer) {
  FaceVertices vertices = face_vertices(mesh_, side);
  for (int i = 0; i < mesh_.dim; ++i) vertices[i] = vertex_above(vertices[i], layer + 1);
  return vertices;
}

}  // namespace dgsolve
