#include "mesh/geometry/cell_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "mesh/base/point_search.hpp"
#include "mesh/base/problems.hpp"
#include "mesh/geometry/cell_quality.hpp"

namespace dgsolve {
namespace {

/// det ∂x/∂r of cell e at a check point.
double jacobian(const Mesh& mesh, const ShapeGradients& gradients, int e, int point) {
  const int dim = mesh.dim, n_geo = mesh.nodes_per_element;
  const double* g = &gradients.values[static_cast<std::size_t>(point) * n_geo * dim];
  double m[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  // [x][r]
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < dim; ++j) {
      m[i][j] = 0;
      for (int n = 0; n < n_geo; ++n) m[i][j] += mesh.nodes[mesh.elements[e * n_geo + n]][i] * g[n * dim + j];
    }
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
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

int reverse_negative_cells(Mesh& mesh, const ShapeGradients& gradients) {
  const std::vector<int> mirrored = mirrored_nodes(mesh);
  const int n_geo = mesh.nodes_per_element;
  std::vector<int> reversed(n_geo);
  int count = 0;
  for (int e = 0; e < mesh.n_elements(); ++e) {
    double largest = -HUGE_VAL;
    for (int q = 0; q < gradients.n_points; ++q) largest = std::max(largest, jacobian(mesh, gradients, e, q));
    if (largest >= 0) continue;
    int* nodes = &mesh.elements[static_cast<std::size_t>(e) * n_geo];
    for (int n = 0; n < n_geo; ++n) reversed[n] = nodes[mirrored[n]];
    std::copy(reversed.begin(), reversed.end(), nodes);
    ++count;
  }
  return count;
}

std::vector<std::string> find_inverted_cells(const Mesh& mesh, const ShapeGradients& gradients) {
  constexpr double round_off = 1e-13;  // of the volume of a well-shaped cell of this size
  std::vector<std::string> found;
  for (int e = 0; e < mesh.n_elements(); ++e) {
    double smallest = HUGE_VAL;
    for (int q = 0; q < gradients.n_points; ++q)
      smallest = std::min(smallest, jacobian(mesh, gradients, e, q));
    if (smallest > round_off * std::pow(longest_edge(mesh, e), mesh.dim)) continue;
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << cell_text(mesh, e) << " (smallest Jacobian " << smallest << ")";
    found.push_back(text.str());
  }
  return found;
}

double largest_bend(const Mesh& mesh) {
  double largest = 0;
  for (int e = 0; e < mesh.n_elements(); ++e) {
    const double size = longest_edge(mesh, e);
    for (int n = mesh.dim + 1; n < mesh.nodes_per_element; ++n) {
      const double* r = &mesh.reference_nodes[static_cast<std::size_t>(n) * mesh.dim];
      std::array<double, 3> straight = mesh.vertex(e, 0);
      for (int i = 0; i < mesh.dim; ++i)
        for (int k = 0; k < 3; ++k)
          straight[k] += (r[i] + 1) / 2 * (mesh.vertex(e, i + 1)[k] - mesh.vertex(e, 0)[k]);
      const auto& x = mesh.nodes[mesh.elements[static_cast<std::size_t>(e) * mesh.nodes_per_element + n]];
      largest = std::max(largest, distance(x, straight) / size);
    }
  }
  return largest;
}

}  // namespace dgsolve
