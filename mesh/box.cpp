#include "mesh/box.hpp"

#include <algorithm>
#include <stdexcept>

#include "mesh/base/faces.hpp"
#include "mesh/topology/connectivity.hpp"
#include "mesh/topology/ordering.hpp"

namespace dgsolve {
namespace {

using VertexIndices = std::array<int, 3>;  ///< a vertex by its index along each axis

class Builder {
 public:
  explicit Builder(const BoxOptions& options) : options_(options) {
    for (int i = 0; i < options.dim; ++i) cells_[i] = options.cells[i];
  }

  Mesh build(bool two_regions) {
    mesh_.dim = options_.dim;
    add_vertices();
    mesh_.nodes_per_element = options_.dim + 1;
    const VertexIndices n = {cells_[0], cells_[1], std::max(cells_[2], 1)};
    for (int k = 0; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i) add_simplices({i, j, k}, two_regions && 2 * i >= n[0] ? 1 : 0);
    mesh_.region_names = {"box"};
    if (two_regions) mesh_.region_names.emplace_back("box2");
    mesh_.boundary_names = {"xmin", "xmax", "ymin", "ymax"};
    if (options_.dim == 3) mesh_.boundary_names.insert(mesh_.boundary_names.end(), {"zmin", "zmax"});
    connect(mesh_, boundary_faces());
    for (int axis = 0; axis < options_.dim; ++axis)
      if (options_.periodic[axis])
        connect_periodic(mesh_, mesh_.boundary_names[2 * axis], mesh_.boundary_names[2 * axis + 1]);
    add_geometry_nodes();
    order_along_hilbert_curve(mesh_);
    return std::move(mesh_);
  }

 private:
  int vertex_number(VertexIndices p) const {
    return (p[2] * (cells_[1] + 1) + p[1]) * (cells_[0] + 1) + p[0];
  }

  VertexIndices indices_of(int number) const {
    const int nx = cells_[0] + 1, ny = cells_[1] + 1;
    return {number % nx, number / nx % ny, number / (nx * ny)};
  }

  /// A number in [−1, 1] that depends only on the arguments (the finaliser of MurmurHash3).
  static double noise(int vertex, int axis) {
    std::uint64_t h = static_cast<std::uint64_t>(vertex) * 3 + static_cast<std::uint64_t>(axis) + 1;
    h = (h ^ h >> 33) * 0xff51afd7ed558ccdu;
    h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53u;
    h ^= h >> 33;
    return static_cast<double>(h >> 11) * 0x1p-52 - 1;
  }

  void add_vertices() {
    const int n_vertices = (cells_[0] + 1) * (cells_[1] + 1) * (cells_[2] + 1);
    for (int number = 0; number < n_vertices; ++number) {
      const VertexIndices p = indices_of(number);
      bool interior = true;
      for (int i = 0; i < options_.dim; ++i) interior = interior && p[i] > 0 && p[i] < cells_[i];
      Point x = {0, 0, 0};
      for (int i = 0; i < options_.dim; ++i) {
        const double share = (p[i] + (interior ? options_.jitter * noise(number, i) : 0)) / cells_[i];
        x[i] = options_.lower[i] + share * (options_.upper[i] - options_.lower[i]);
      }
      mesh_.nodes.push_back(x);
    }
  }

  /// Kuhn's triangulation of the cube: one simplex for each order in which a path from the lowest to the
  /// highest corner walks along the axes. Neighbouring cubes agree on their faces' diagonals.
  void add_simplices(VertexIndices corner, int region) {
    std::array<int, 3> axes = {0, 1, 2};
    do {
      std::array<int, 4> simplex = {vertex_number(corner)};
      VertexIndices p = corner;
      int inversions = 0;
      for (int i = 0; i < options_.dim; ++i) {
        ++p[axes[i]];
        simplex[i + 1] = vertex_number(p);
        for (int j = 0; j < i; ++j) inversions += axes[j] > axes[i];
      }
      if (inversions % 2 == 1) std::swap(simplex[1], simplex[2]);
      mesh_.elements.insert(mesh_.elements.end(), simplex.begin(), simplex.begin() + options_.dim + 1);
      mesh_.region.push_back(region);
    } while (std::next_permutation(axes.begin(), axes.begin() + options_.dim));
  }

  /// Faces whose vertices all lie on one side of the box.
  std::vector<TaggedFace> boundary_faces() const {
    std::vector<TaggedFace> faces;
    for (int e = 0; e < mesh_.n_elements(); ++e)
      for (int f = 0; f < mesh_.n_faces(); ++f) {
        const FaceVertices v = face_vertices(mesh_, {e, f});
        for (int axis = 0; axis < options_.dim; ++axis)
          for (int end = 0; end < 2; ++end) {
            const auto on_side = [&](int node) {
              return indices_of(node)[axis] == (end == 0 ? 0 : cells_[axis]);
            };
            if (std::all_of(v.begin(), v.begin() + options_.dim, on_side))
              faces.push_back({v, 2 * axis + end});
          }
      }
    return faces;
  }

  /// Replaces the vertices of every cell by equispaced nodes of the geometric order: vertices first, then the
  /// others with their first coordinate running fastest. Cells share only vertices.
  void add_geometry_nodes() {
    const int p = options_.geometry_order, dim = options_.dim;
    std::vector<VertexIndices> shares;  // of the directions from vertex 0 to vertices 1…dim, in p-ths
    shares.push_back({0, 0, 0});
    for (int i = 0; i < dim; ++i) {
      shares.push_back({0, 0, 0});
      shares.back()[i] = p;
    }
    for (int k = 0; k <= (dim == 3 ? p : 0); ++k)
      for (int j = 0; j + k <= p; ++j)
        for (int i = 0; i + j + k <= p; ++i)
          if (std::max({i, j, k, p - i - j - k}) < p) shares.push_back({i, j, k});

    mesh_.geometry_order = p;
    for (const VertexIndices& share : shares)
      for (int i = 0; i < dim; ++i) mesh_.reference_nodes.push_back(2.0 * share[i] / p - 1);
    std::vector<int> elements;
    for (int e = 0; e < mesh_.n_elements(); ++e) {
      const int* v = &mesh_.elements[static_cast<std::size_t>(e) * (dim + 1)];
      elements.insert(elements.end(), v, v + dim + 1);
      for (std::size_t n = dim + 1; n < shares.size(); ++n) {
        Point x = mesh_.nodes[v[0]];
        for (int i = 0; i < dim; ++i)
          for (int k = 0; k < 3; ++k)
            x[k] += shares[n][i] * (mesh_.nodes[v[i + 1]][k] - mesh_.nodes[v[0]][k]) / p;
        elements.push_back(static_cast<int>(mesh_.nodes.size()));
        mesh_.nodes.push_back(x);
      }
    }
    mesh_.elements = std::move(elements);
    mesh_.nodes_per_element = static_cast<int>(shares.size());
  }

  const BoxOptions& options_;
  VertexIndices cells_ = {0, 0, 0};  ///< 0 beyond the box's dimension
  Mesh mesh_;
};

}  // namespace

Mesh make_box(const BoxOptions& options, bool two_regions) {
  if (options.dim != 2 && options.dim != 3) throw std::invalid_argument("make_box: dim must be 2 or 3");
  for (int i = 0; i < options.dim; ++i)
    if (options.cells[i] < 1 || !(options.upper[i] > options.lower[i]))
      throw std::invalid_argument("make_box: every axis needs at least one cell and upper > lower");
  if (!(options.jitter >= 0 && options.jitter <= 0.3))
    throw std::invalid_argument("make_box: jitter must be in 0…0.3");
  if (options.geometry_order < 1 || options.geometry_order > 4)
    throw std::invalid_argument("make_box: geometry_order must be 1…4");
  return Builder(options).build(two_regions);
}

}  // namespace dgsolve
