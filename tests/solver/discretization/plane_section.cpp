#include "solver/discretization/plane_section.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "mesh/box.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/discretization/discretization.hpp"

namespace dgsolve::test {
namespace {

Mesh box(int dim, int n, double jitter, int geometry_order = 1) {
  BoxOptions options;
  options.dim = dim;
  options.cells = {n, n, n};
  options.lower = {-1, -1, -1};
  options.jitter = jitter;
  options.geometry_order = geometry_order;
  return make_box(options, true);
}

Discretization discretization(const Mesh& mesh) {
  return {mesh, 1, std::vector<bool>(mesh.boundary_names.size(), true)};
}

std::vector<int> all_of(const Mesh& mesh) {
  std::vector<int> elements(mesh.n_elements());
  std::iota(elements.begin(), elements.end(), 0);
  return elements;
}

/// Corners of pieces, for flat ones.
std::vector<double> corners(int dim) {
  std::vector<double> shares(static_cast<std::size_t>(dim) * dim, 0.0);
  for (int c = 0; c < dim; ++c) shares[c * dim + c] = 1;
  return shares;
}

std::vector<double> coordinates(const Mesh& mesh, const SectionPiece& piece) {
  std::vector<double> x(piece.points.size());
  CellMap(mesh, piece.points).coordinates(piece.element, x.data());
  return x;
}

/// Length or area of a flat piece.
double measure(const Mesh& mesh, const SectionPiece& piece) {
  const std::vector<double> x = coordinates(mesh, piece);
  if (mesh.dim == 2) return std::hypot(x[2] - x[0], x[3] - x[1]);
  double a[3], b[3];
  for (int d = 0; d < 3; ++d) {
    a[d] = x[3 + d] - x[d];
    b[d] = x[6 + d] - x[d];
  }
  return std::hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]) / 2;
}

double measure(const Discretization& discretization, const std::vector<int>& elements, const Plane& plane) {
  double sum = 0;
  for (const SectionPiece& piece :
       cut(discretization.mesh, elements, plane, corners(discretization.mesh.dim)))
    sum += measure(discretization.mesh, piece);
  return sum;
}

struct KnownSection {
  int dim;
  Plane plane;
  double measure;
};

/// Through cells, through vertices and faces of the mesh, and along its boundary on either side.
const std::vector<KnownSection> known_sections = {
    {2, {{0.1, 0, 0}, {1, 0, 0}}, 2},
    {2, {{0, 0, 0}, {1, 0, 0}}, 2},
    {2, {{-1, 0, 0}, {1, 0, 0}}, 2},
    {2, {{1, 0, 0}, {3, 0, 0}}, 2},
    {2, {{0, 0, 0}, {1, -1, 0}}, 2 * std::sqrt(2.0)},
    {2, {{0.5, 0.5, 0}, {1, 1, 0}}, std::sqrt(2.0)},
    {3, {{0, 0, 0.1}, {0, 0, 1}}, 4},
    {3, {{0, 0, 0}, {0, 0, -2}}, 4},
    {3, {{0, -1, 0}, {0, 1, 0}}, 4},
    {3, {{0, 1, 0}, {0, 1, 0}}, 4},
    {3, {{0, 0, 0}, {1, 1, 1}}, 3 * std::sqrt(3.0)},  // a regular hexagon
    {3, {{0, 0, 0}, {1, -1, 0}}, 4 * std::sqrt(2.0)},
};

TEST(PlaneSection, of_straight_cells_has_the_area_of_the_bodys_section) {
  for (const auto& [dim, plane, expected] : known_sections)
    for (const double jitter : {0.0, 0.2})
      for (const int n : {2, 3}) {
        SCOPED_TRACE(testing::Message()
                     << dim << "D, through " << plane.through[0] << ' ' << plane.through[1] << ' '
                     << plane.through[2] << ", jitter " << jitter << ", cells " << n);
        const Mesh mesh = box(dim, n, jitter);
        EXPECT_TRUE(meets(mesh, all_of(mesh), plane));
        EXPECT_NEAR(measure(discretization(mesh), all_of(mesh), plane), expected, 1e-12);
      }
}

TEST(PlaneSection, does_not_depend_on_the_length_of_the_normal) {
  for (const auto& [dim, plane, expected] : known_sections)
    for (const double length : {1e-320, 1e-200, 1e200, 5e307}) {
      Plane scaled = plane;
      for (double& n : scaled.normal) n *= length;
      const Mesh mesh = box(dim, 2, 0.2);
      EXPECT_TRUE(meets(mesh, all_of(mesh), scaled)) << length;
      EXPECT_NEAR(measure(discretization(mesh), all_of(mesh), scaled), expected, 1e-12) << length;
    }
}

TEST(PlaneSection, of_some_cells_and_of_the_others_are_together_that_of_all) {
  for (const auto& [dim, plane, expected] : known_sections) {
    const Mesh mesh = box(dim, 2, 0);
    const Discretization d = discretization(mesh);
    std::vector<int> regions[2];
    for (int e = 0; e < mesh.n_elements(); ++e) regions[mesh.region[e]].push_back(e);
    const double parts[] = {measure(d, regions[0], plane), measure(d, regions[1], plane)};
    for (int r = 0; r < 2; ++r) EXPECT_EQ(meets(mesh, regions[r], plane), parts[r] > 0);
    // Between the regions each has the plane's faces.
    const bool is_between = plane.through[0] == 0 && plane.normal[1] == 0 && plane.normal[2] == 0;
    EXPECT_NEAR(parts[0] + parts[1], is_between ? 2 * expected : expected, 1e-12);
  }
}

TEST(PlaneSection, beside_the_mesh_is_empty) {
  const Mesh mesh = box(3, 2, 0.2);
  const Plane plane{{0, 0, 1.01}, {0, 0, 1}};
  EXPECT_FALSE(meets(mesh, all_of(mesh), plane));
  EXPECT_TRUE(cut(mesh, all_of(mesh), plane, corners(3)).empty());
}

/// Nodes of pieces at equispaced places, N to an edge.
std::vector<double> lattice(int dim, int N) {
  std::vector<double> shares;
  for (int i = 0; i <= N; ++i)
    for (int j = 0; j <= (dim == 3 ? N - i : 0); ++j) {
      shares.push_back(static_cast<double>(i) / N);
      if (dim == 3) shares.push_back(static_cast<double>(j) / N);
      shares.push_back(static_cast<double>(N - i - j) / N);
    }
  return shares;
}

TEST(PlaneSection, of_curved_cells_lies_in_the_plane_and_in_the_cells) {
  for (const int dim : {2, 3})
    for (const int geometry_order : {2, 3}) {
      Mesh mesh = box(dim, 3, 0, geometry_order);
      for (auto& x : mesh.nodes) {  // the inside only
        const double bump = 0.15 * (1 - x[0] * x[0]) * (1 - x[1] * x[1]) * (dim == 3 ? 1 - x[2] * x[2] : 1);
        x[0] += bump;
        x[1] -= bump;
      }
      const Discretization d = discretization(mesh);
      ASSERT_GT(d.factors.n_curved, 0);
      const Plane plane{{0.05, 0, 0}, {1, 0.3, dim == 3 ? -0.2 : 0}};
      const auto pieces = cut(mesh, all_of(mesh), plane, lattice(dim, 4));
      ASSERT_FALSE(pieces.empty());
      double highest = 0, farthest_out = 0;
      for (const SectionPiece& piece : pieces) {
        const std::vector<double> x = coordinates(mesh, piece);
        for (std::size_t i = 0; i < x.size(); i += dim) {
          double height = 0, last = 1;
          for (int k = 0; k < dim; ++k) {
            height += plane.normal[k] * (x[i + k] - plane.through[k]);
            const double share = (1 + piece.points[i + k]) / 2;
            farthest_out = std::max(farthest_out, -share);
            last -= share;
          }
          highest = std::max(highest, std::abs(height));
          farthest_out = std::max(farthest_out, -last);
        }
      }
      EXPECT_LT(highest, 1e-12);
      EXPECT_LT(farthest_out, 1e-12);
    }
}

/// The cells of a deformed box fill it as before, so that its straight outline is all that pieces must meet.
TEST(PlaneSection, of_curved_cells_has_no_gaps_and_no_overlaps) {
  for (const auto& [dim, plane, expected] : known_sections) {
    Mesh mesh = box(dim, 3, 0, 2);
    for (auto& x : mesh.nodes)
      x[0] += 0.1 * (1 - x[0] * x[0]) * (1 - x[1] * x[1]) * (dim == 3 ? 1 - x[2] * x[2] : 1);
    const Discretization d = discretization(mesh);
    ASSERT_GT(d.factors.n_curved, 0);
    EXPECT_NEAR(measure(d, all_of(mesh), plane), expected, 1e-9) << dim << "D, through " << plane.through[0];
  }
}

}  // namespace
}  // namespace dgsolve::test
