#include "mesh/base/faces.hpp"

#include <algorithm>
#include <parallel/algorithm>

#include "mesh/base/collect.hpp"

namespace dgsolve {
namespace {

/// +1 for an even, −1 for an odd permutation of 0…n−1.
int permutation_sign(const std::array<int, 4>& p, int n) {
  int sign = 1;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      if (p[i] > p[j]) sign = -sign;
  return sign;
}

/// Orientation of (face f's vertices, opposite vertex) in a positively oriented cell.
int face_sign(int dim, int f) {
  std::array<int, 4> p = {};
  for (int j = 0; j < dim; ++j) p[j] = simplex(dim).face_vertex[f][j];
  p[dim] = opposite_vertex(dim, f);
  return permutation_sign(p, dim + 1);
}

int orientation_sign(int dim, int o) {
  std::array<int, 4> p = {};
  for (int j = 0; j < dim; ++j) p[j] = simplex(dim).permutation[o][j];
  return permutation_sign(p, dim);
}

/// The o with theirs[permutation[o][j]] == ours[j]; both hold the same dim nodes.
int find_orientation(int dim, const FaceVertices& ours, const FaceVertices& theirs) {
  for (int o = 0; o < simplex(dim).n_orientations; ++o) {
    bool same = true;
    for (int j = 0; j < dim; ++j) same = same && theirs[simplex(dim).permutation[o][j]] == ours[j];
    if (same) return o;
  }
  throw std::logic_error("find_orientation: the faces do not share their vertices");
}

void set_neighbor(Mesh& mesh, Side a, Side b, int o) {
  const int i = side_index(mesh, a);
  mesh.neighbor[i] = b.element;
  mesh.neighbor_face[i] = static_cast<std::uint8_t>(b.face);
  mesh.orientation[i] = static_cast<std::uint8_t>(o);
}

}  // namespace

FaceVertices face_vertices(const Mesh& mesh, Side side) {
  FaceVertices v = {-1, -1, -1};
  for (int j = 0; j < mesh.dim; ++j)
    v[j] = mesh.elements[side.element * mesh.nodes_per_element + mesh.shape().face_vertex[side.face][j]];
  return v;
}

FaceVertices sorted(FaceVertices vertices) {
  std::sort(vertices.begin(), vertices.end());
  return vertices;
}

std::size_t FaceHash::operator()(const FaceVertices& v) const {
  std::uint64_t h = 0;
  for (const int i : v) h = (h ^ static_cast<std::uint32_t>(i)) * 0x9e3779b97f4a7c15u;
  return h ^ (h >> 32);
}

Point mean_of(const Mesh& mesh, std::span<const int> nodes) {
  Point mean = {0, 0, 0};
  for (const int node : nodes)
    for (int i = 0; i < 3; ++i) mean[i] += mesh.nodes[node][i] / static_cast<double>(nodes.size());
  return mean;
}

Point face_center(const Mesh& mesh, Side side) {
  const FaceVertices vertices = face_vertices(mesh, side);
  return mean_of(mesh, std::span(vertices).first(mesh.dim));
}

Point cell_center(const Mesh& mesh, int e) {
  return mean_of(mesh, std::span(mesh.elements).subspan(e * mesh.nodes_per_element, mesh.dim + 1));
}

int opposite_vertex(int dim, int f) {
  int rest = dim * (dim + 1) / 2;
  for (int j = 0; j < dim; ++j) rest -= simplex(dim).face_vertex[f][j];
  return rest;
}

bool join(Mesh& mesh, Side a, const FaceVertices& image, Side b) {
  const FaceVertices theirs = face_vertices(mesh, b);
  const int o = find_orientation(mesh.dim, image, theirs);
  set_neighbor(mesh, a, b, o);
  set_neighbor(mesh, b, a, find_orientation(mesh.dim, theirs, image));
  // Seen from the two sides of a face, its vertices turn opposite ways.
  return face_sign(mesh.dim, a.face) * face_sign(mesh.dim, b.face) * orientation_sign(mesh.dim, o) == -1;
}

std::vector<Side> exterior_sides(const Mesh& mesh) {
  return collect<Side>(mesh.n_elements(), [&](int e, std::vector<Side>& sides) {
    for (int f = 0; f < mesh.n_faces(); ++f)
      if (mesh.neighbor[side_index(mesh, {e, f})] < 0) sides.push_back({e, f});
  });
}

std::vector<int> vertices_of(const Mesh& mesh, const std::vector<Side>& sides) {
  std::vector<int> vertices;
  for (const Side side : sides) {
    const FaceVertices v = face_vertices(mesh, side);
    vertices.insert(vertices.end(), v.begin(), v.begin() + mesh.dim);
  }
  __gnu_parallel::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

}  // namespace dgsolve
