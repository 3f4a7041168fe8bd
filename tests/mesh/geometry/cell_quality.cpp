/// The shape of cells as one number.

#include "mesh/geometry/cell_quality.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dgsolve {
namespace {

using Point = std::array<double, 3>;

double quality(const std::vector<Point>& vertices) {
  Mesh mesh;
  mesh.dim = static_cast<int>(vertices.size()) - 1;
  mesh.nodes_per_element = mesh.dim + 1;
  mesh.nodes = vertices;
  for (int v = 0; v <= mesh.dim; ++v) mesh.elements.push_back(v);
  mesh.region = {0};
  return cell_quality(mesh, 0);
}

const double root3 = std::sqrt(3.0);
const std::vector<Point> triangle = {{0, 0, 0}, {1, 0, 0}, {0.5, root3 / 2, 0}};
const std::vector<Point> tetrahedron = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};

TEST(CellQuality, is_1_for_regular_cells_of_any_size_and_less_for_others) {
  for (const std::vector<Point>& regular : {triangle, tetrahedron}) {
    std::vector<Point> scaled = regular, stretched = regular;
    for (Point& p : scaled)
      for (double& x : p) x *= 1e-6;
    for (Point& p : stretched) p[1] *= 1.5;
    EXPECT_NEAR(quality(regular), 1, 1e-14);
    EXPECT_NEAR(quality(scaled), 1, 1e-14);
    EXPECT_LT(quality(stretched), 0.95);
  }
}

TEST(CellQuality, goes_to_0_with_the_volume) {
  for (const std::vector<Point>& regular : {triangle, tetrahedron}) {
    const double dim = static_cast<double>(regular.size()) - 1;
    std::vector<Point> flat = regular, flatter = regular;
    for (Point& p : flat) p[1] *= 1e-4;
    for (Point& p : flatter) p[1] *= 1e-5;
    // V^(2/d), beside edges that hardly change.
    EXPECT_NEAR(quality(flatter) / quality(flat), std::pow(0.1, 2 / dim), 1e-4);
  }
}

}  // namespace
}  // namespace dgsolve
