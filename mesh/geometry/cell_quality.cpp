#include "mesh/geometry/cell_quality.hpp"

#include <algorithm>
#include <cmath>

#include "mesh/base/point_search.hpp"

namespace dgsolve {
namespace {

/// Area of a triangle, volume of a tetrahedron.
double volume(const Mesh& mesh, int e) {
  double a[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  // edges from the first vertex
  for (int v = 0; v < mesh.dim; ++v)
    for (int d = 0; d < mesh.dim; ++d) a[v][d] = mesh.vertex(e, v + 1)[d] - mesh.vertex(e, 0)[d];
  const double determinant = a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
                             a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
                             a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
  return std::abs(determinant) / (mesh.dim == 2 ? 2 : 6);
}

}  // namespace

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

}  // namespace dgsolve
