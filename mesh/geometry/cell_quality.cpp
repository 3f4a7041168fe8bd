#include "mesh/geometry/cell_quality.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "mesh/base/collect.hpp"
#include "mesh/base/problems.hpp"

namespace dgsolve {
namespace {

double determinant(const double (&a)[3][3]) {
  return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
         a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
         a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

/// det ∂x/∂r of cell e at a check point.
double jacobian(const Mesh& mesh, const ShapeGradients& gradients, int e, int point) {
  const int dim = mesh.dim, n_geo = mesh.nodes_per_element;
  const double* g = &gradients.values[static_cast<std::size_t>(point) * n_geo * dim];
  double m[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  // [x][r]
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < dim; ++j) {
      m[i][j] = 0;
      for (int n = 0; n < n_geo; ++n) m[i][j] += mesh.vertex(e, n)[i] * g[n * dim + j];
    }
  return determinant(m);
}

/// [n_geo]: the geometry node with which each one is exchanged when vertices 0 and 1 are: the one where λ0
/// and λ1 = (1 + r)/2 are exchanged.
std::vector<int> mirrored_nodes(const Mesh& mesh) {
  const int dim = mesh.dim, n_geo = mesh.nodes_per_element;
  std::vector<int> mirrored(n_geo, -1);
  for (int n = 0; n < n_geo; ++n) {
    const double* r = &mesh.reference_nodes[static_cast<std::size_t>(n) * dim];
    double first = 1;  // 2 λ0 − 1 = 1 − Σ (r_i + 1)
    for (int i = 0; i < dim; ++i) first -= r[i] + 1;
    for (int m = 0; m < n_geo; ++m) {
      const double* q = &mesh.reference_nodes[static_cast<std::size_t>(m) * dim];
      bool same = std::abs(q[0] - first) < 1e-9;
      for (int i = 1; i < dim; ++i) same = same && std::abs(q[i] - r[i]) < 1e-9;
      if (same) mirrored[n] = m;
    }
    if (mirrored[n] < 0) throw std::logic_error("the geometry's reference nodes are not symmetric");
  }
  return mirrored;
}

}  // namespace

double volume(const Mesh& mesh, int e) {
  double a[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  // edges from the first vertex
  for (int v = 0; v < mesh.dim; ++v)
    for (int d = 0; d < mesh.dim; ++d) a[v][d] = mesh.vertex(e, v + 1)[d] - mesh.vertex(e, 0)[d];
  return std::abs(determinant(a)) / (mesh.dim == 2 ? 2 : 6);
}

double longest_edge(const Mesh& mesh, int e) {
  double longest = 0;
  for (int a = 0; a <= mesh.dim; ++a)
    for (int b = a + 1; b <= mesh.dim; ++b)
      longest = std::max(longest, distance(mesh.vertex(e, a), mesh.vertex(e, b)));
  return longest;
}

double cell_quality(const Mesh& mesh, int e) {
  double squares = 0;
  for (int a = 0; a <= mesh.dim; ++a)
    for (int b = a + 1; b <= mesh.dim; ++b)
      squares += std::pow(distance(mesh.vertex(e, a), mesh.vertex(e, b)), 2);
  const double V = volume(mesh, e);
  return mesh.dim == 2 ? 4 * std::sqrt(3.0) * V / squares : 12 * std::pow(3 * V, 2.0 / 3) / squares;
}

MeshQuality mesh_quality(const Mesh& mesh) {
  const int K = mesh.n_elements();
  std::vector<double> qualities(K);
#pragma omp parallel for
  for (int e = 0; e < K; ++e) qualities[e] = cell_quality(mesh, e);
  MeshQuality all;
  double sum = 0;
  for (int e = 0; e < K; ++e) {
    sum += qualities[e];
    all.n_poor += qualities[e] < MeshQuality::poor;
    all.n_low += qualities[e] < MeshQuality::low;
    if (!(qualities[e] < all.worst)) continue;
    all.worst = qualities[e];
    all.worst_cell = e;
  }
  all.mean = sum / K;
  return all;
}

int reverse_negative_cells(Mesh& mesh, const ShapeGradients& gradients) {
  const std::vector<int> mirrored = mirrored_nodes(mesh);
  const int n_geo = mesh.nodes_per_element;
  int count = 0;
#pragma omp parallel for reduction(+ : count)
  for (int e = 0; e < mesh.n_elements(); ++e) {
    double largest = -HUGE_VAL;
    for (int q = 0; q < gradients.n_points; ++q) largest = std::max(largest, jacobian(mesh, gradients, e, q));
    if (largest >= 0) continue;
    int* nodes = &mesh.elements[static_cast<std::size_t>(e) * n_geo];
    const std::vector<int> old(nodes, nodes + n_geo);
    for (int n = 0; n < n_geo; ++n) nodes[n] = old[mirrored[n]];
    ++count;
  }
  return count;
}

std::vector<std::string> find_inverted_cells(const Mesh& mesh, const ShapeGradients& gradients) {
  constexpr double round_off = 1e-13;  // of the volume of a well-shaped cell of this size
  return collect<std::string>(mesh.n_elements(), [&](int e, std::vector<std::string>& found) {
    double smallest = HUGE_VAL;
    for (int q = 0; q < gradients.n_points; ++q)
      smallest = std::min(smallest, jacobian(mesh, gradients, e, q));
    if (smallest > round_off * std::pow(longest_edge(mesh, e), mesh.dim)) return;
    found.push_back(fmt::format("{} (smallest Jacobian {:.6g})", cell_text(mesh, e), smallest));
  });
}

double largest_bend(const Mesh& mesh) {
  double largest = 0;
  for (int e = 0; e < mesh.n_elements(); ++e) {
    const double size = longest_edge(mesh, e);
    for (int n = mesh.dim + 1; n < mesh.nodes_per_element; ++n) {
      const double* r = &mesh.reference_nodes[static_cast<std::size_t>(n) * mesh.dim];
      Point straight = mesh.vertex(e, 0);
      for (int i = 0; i < mesh.dim; ++i)
        for (int k = 0; k < 3; ++k)
          straight[k] += (r[i] + 1) / 2 * (mesh.vertex(e, i + 1)[k] - mesh.vertex(e, 0)[k]);
      largest = std::max(largest, distance(mesh.vertex(e, n), straight) / size);
    }
  }
  return largest;
}

}  // namespace dgsolve
