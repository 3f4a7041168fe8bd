#include "solver/reference/nodes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "solver/reference/quadrature.hpp"

namespace dgsolve {
namespace {

constexpr int max_order = 10;
// Warburton 2006, tables of α for N = 1…10.
constexpr double alpha_triangle[max_order] = {0,      0,      1.4152, 0.1001, 0.2751,
                                              0.9800, 1.0999, 1.2832, 1.3648, 1.4773};
constexpr double alpha_tetrahedron[max_order] = {0,      0,      0,      0.1002, 1.1332,
                                                 1.5608, 1.3413, 1.2577, 1.1603, 1.10153};

using Barycentric = std::array<double, 4>;

/// The polynomial of degree N that moves equispaced points of [−1,1] to Gauss–Lobatto–Legendre points,
/// divided by its factor 1 − x²: the interpolant of degree N − 2 of the interior displacements over 1 − x².
class EdgeWarp {
 public:
  explicit EdgeWarp(int N) {
    if (N < 2) return;  // no interior points, nothing to move
    // The interior points are those of the Gauss–Jacobi(1,1) rule.
    const std::vector<double> gauss_lobatto = gauss_jacobi(N - 1, 1, 1).points;
    for (int i = 0; i < N - 1; ++i) {
      const double x = 2.0 * (i + 1) / N - 1;
      const double symmetric = (gauss_lobatto[i] - gauss_lobatto[N - 2 - i]) / 2;
      x_.push_back(x);
      displacement_.push_back((symmetric - x) / (1 - x * x));
    }
  }

  double operator()(double x) const {
    double sum = 0;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      double lagrange = displacement_[i];
      for (std::size_t j = 0; j < x_.size(); ++j)
        if (j != i) lagrange *= (x - x_[j]) / (x_[i] - x_[j]);
      sum += lagrange;
    }
    return sum;
  }

 private:
  std::vector<double> x_, displacement_;
};

/// Moves a point along the edge from vertex a to b, of length 2 on the equilateral image of the bi-unit
/// simplex. On the edge itself 4 λa λb = 1 − x².
void move_along_edge(const EdgeWarp& warp, const Barycentric& at, int a, int b, double factor,
                     Barycentric& shift) {
  const double half = 2 * at[a] * at[b] * warp(at[b] - at[a]) * factor;
  shift[b] += half;
  shift[a] -= half;
}

/// Warp & blend of the triangle: the warp of each edge, blended towards the opposite vertex.
void warp_triangle(const EdgeWarp& warp, const Barycentric& at, const std::array<int, 3>& v, double alpha,
                   double factor, Barycentric& shift) {
  for (int i = 0; i < 3; ++i) {
    const double opposite = alpha * at[v[i]];
    move_along_edge(warp, at, v[(i + 1) % 3], v[(i + 2) % 3], factor * (1 + opposite * opposite), shift);
  }
}

/// Warp & blend of the tetrahedron: the warp of each face, blended towards the opposite vertex.
void warp_tetrahedron(const EdgeWarp& warp, const Barycentric& at, double alpha, Barycentric& shift) {
  // On an edge or a vertex only the warp of edges acts, once, though an edge belongs to two faces.
  if (std::count(at.begin(), at.end(), 0.0) >= 2) {
    for (int a = 0; a < 4; ++a)
      for (int b = a + 1; b < 4; ++b) move_along_edge(warp, at, a, b, 1, shift);
    return;
  }
  for (int opposite = 0; opposite < 4; ++opposite) {
    const std::array<int, 3> face = {(opposite + 1) % 4, (opposite + 2) % 4, (opposite + 3) % 4};
    const double height = at[opposite];
    double blend = 1 + alpha * height * alpha * height;
    for (int v : face) blend *= at[v] / (at[v] + height / 2);
    warp_triangle(warp, at, face, alpha, blend, shift);
  }
}

}  // namespace

std::vector<int> simplex_lattice(int dim, int N) {
  std::vector<int> lattice;
  for (int k = 0; k <= (dim > 2 ? N : 0); ++k)
    for (int j = 0; j <= (dim > 1 ? N - k : 0); ++j)
      for (int i = 0; i <= N - k - j; ++i) {
        const int index[4] = {N - i - j - k, i, j, k};
        lattice.insert(lattice.end(), index, index + dim + 1);
      }
  return lattice;
}

std::vector<double> warp_blend_nodes(int dim, int N) {
  if (dim < 1 || dim > 3 || N < 1 || N > max_order)
    throw std::invalid_argument(fmt::format(
        "warp_blend_nodes: dim {}, order {}; dim is 1, 2 or 3, the order 1 to {}", dim, N, max_order));
  const EdgeWarp warp(N);
  const std::vector<int> lattice = simplex_lattice(dim, N);
  const int Np = static_cast<int>(lattice.size()) / (dim + 1);
  std::vector<double> nodes;
  for (int n = 0; n < Np; ++n) {
    Barycentric at{}, shift{};
    for (int v = 0; v <= dim; ++v) at[v] = static_cast<double>(lattice[n * (dim + 1) + v]) / N;
    if (dim == 1) move_along_edge(warp, at, 0, 1, 1, shift);
    if (dim == 2) warp_triangle(warp, at, {0, 1, 2}, alpha_triangle[N - 1], 1, shift);
    if (dim == 3) warp_tetrahedron(warp, at, alpha_tetrahedron[N - 1], shift);
    for (int d = 0; d < dim; ++d) nodes.push_back(2 * (at[d + 1] + shift[d + 1]) - 1);
  }
  return nodes;
}

}  // namespace dgsolve
