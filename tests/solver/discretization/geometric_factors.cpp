#include "solver/discretization/geometric_factors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "mesh/box.hpp"
#include "tests/support/meshes/curved_meshes.hpp"
#include "tests/support/meshes/mesh_error.hpp"

namespace dgsolve {
namespace {

/// Volume (of all cells) and total boundary measure, as the kernels see them.
struct Measures {
  double volume = 0, boundary = 0;
};

Measures measure(const Mesh& mesh, const ReferenceElement& element, const GeometricFactors& g) {
  const int dim = mesh.dim, n_faces = dim + 1, Nq = element.cell_rule.size(), Nfq = element.face_rule.size();
  const auto norm = [dim](const double* n) { return std::hypot(n[0], n[1], dim == 3 ? n[2] : 0.0); };
  Measures sum;
  for (int e = 0; e < mesh.n_elements(); ++e) {
    const int c = g.curved_index[e];
    const StraightCell straight = g.straight(e);
    if (c < 0) sum.volume += straight.jacobian * (dim == 2 ? 2 : 4.0 / 3);
    for (int q = 0; q < Nq && c >= 0; ++q)
      sum.volume += element.cell_rule.weights[q] * g.curved_jacobian[c * Nq + q];
    for (int f = 0; f < n_faces; ++f) {
      if (mesh.neighbor[e * n_faces + f] >= 0) continue;
      if (c < 0) sum.boundary += 2 * straight.f_scale[f] * straight.jacobian;
      for (int m = 0; m < Nfq && c >= 0; ++m)
        sum.boundary +=
            element.face_rule.weights[m] * norm(&g.curved_normals[((c * n_faces + f) * Nfq + m) * dim]);
    }
  }
  return sum;
}

Measures measure(const Mesh& mesh, int N = 2) {
  const ReferenceElement element(mesh.dim, N, mesh.geometry_order);
  return measure(mesh, element, GeometricFactors(mesh, element));
}

TEST(GeometricFactors, straight_cells_have_the_boxs_volume_and_surface) {
  const Measures square = measure(make_box({.dim = 2, .cells = {3, 2}, .upper = {2, 3}, .jitter = 0.2}));
  EXPECT_NEAR(square.volume, 6, 1e-13);
  EXPECT_NEAR(square.boundary, 10, 1e-13);
  const Measures box = measure(make_box({.dim = 3, .cells = {3, 2, 2}, .upper = {2, 3, 1}, .jitter = 0.2}));
  EXPECT_NEAR(box.volume, 6, 1e-13);
  EXPECT_NEAR(box.boundary, 22, 1e-13);
}

TEST(GeometricFactors, normals_are_unit_outward_and_close_every_cell) {
  for (int dim : {2, 3}) {
    const Mesh mesh = make_box({.dim = dim, .cells = {2, 2, 2}, .jitter = 0.25});
    for (int e = 0; e < mesh.n_elements(); ++e) {
      const StraightCell cell = straight_cell(mesh, e);
      double closed[3] = {};
      for (int f = 0; f <= dim; ++f) {
        const double* n = &cell.normals[f * dim];
        double length = 0, outward = 0;
        for (int d = 0; d < dim; ++d) {
          double center = 0, face_center = 0;
          for (int v = 0; v <= dim; ++v) center += mesh.vertex(e, v)[d] / (dim + 1);
          for (int j = 0; j < dim; ++j)
            face_center += mesh.vertex(e, simplex(dim).face_vertex[f][j])[d] / dim;
          length += n[d] * n[d];
          outward += n[d] * (face_center - center);
          closed[d] += n[d] * cell.f_scale[f];
        }
        EXPECT_NEAR(length, 1, 1e-14);
        EXPECT_GT(outward, 0);
      }
      for (double x : closed) EXPECT_NEAR(x, 0, 1e-13 * cell.f_scale[0] * dim);
    }
  }
}

TEST(GeometricFactors, metric_is_the_gradient_of_the_reference_coordinates) {
  for (int dim : {2, 3}) {
    const Mesh mesh = make_box({.dim = dim, .cells = {2, 2, 2}, .jitter = 0.25});
    for (int e = 0; e < mesh.n_elements(); ++e) {
      const StraightCell cell = straight_cell(mesh, e);
      for (int v = 0; v <= dim; ++v)  // r is −1 at the first vertex; r_i is 1 at vertex i + 1
        for (int i = 0; i < dim; ++i) {
          double r = -1;
          for (int j = 0; j < dim; ++j)
            r += cell.metric[i * dim + j] * (mesh.vertex(e, v)[j] - mesh.vertex(e, 0)[j]);
          EXPECT_NEAR(r, v == i + 1 ? 1 : -1, 1e-13);
        }
    }
  }
}

TEST(GeometricFactors, smallest_altitude_is_that_of_the_straight_cell) {
  // Right-angled corners with legs 3, 4 (altitude on the hypotenuse 12/5) and 1, 2, 2 (h = 1/√(1 + 1/4 +
  // 1/4)).
  const Mesh triangle = simplices(2, {{0, 0}, {3, 0}, {0, 4}}, {{0, 1, 2}});
  EXPECT_NEAR(GeometricFactors(triangle, ReferenceElement(2, 1)).smallest_altitude[0], 2.4, 1e-14);
  const Mesh tet = simplices(3, {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 2}}, {{0, 1, 2, 3}});
  EXPECT_NEAR(GeometricFactors(tet, ReferenceElement(3, 1)).smallest_altitude[0], 1 / std::sqrt(1.5), 1e-14);
}

TEST(GeometricFactors, high_order_cells_that_are_straight_count_as_straight) {
  for (int dim : {2, 3}) {
    const BoxOptions options{.dim = dim,
                             .cells = {2, 2, 2},
                             .lower = {100, 100, 100},
                             .upper = {101, 101, 101},
                             .geometry_order = 3};
    EXPECT_EQ(GeometricFactors(make_box(options), ReferenceElement(dim, 2, 3)).n_curved, 0);
  }
}

TEST(GeometricFactors, only_cells_that_are_bent_count_as_curved) {
  Mesh mesh = make_box({.dim = 2, .cells = {4, 4}, .geometry_order = 2});
  bend(mesh, [](Point x) { return Point{x[0], x[1] + 0.1 * std::pow(std::max(0.0, x[0] - 0.75), 2), 0}; });
  const GeometricFactors g(mesh, ReferenceElement(2, 2, 2));
  EXPECT_EQ(g.n_curved, 8);
  for (int e = 0, expected = 0; e < mesh.n_elements(); ++e) {
    double right = 0;
    for (int v = 0; v < 3; ++v) right = std::max(right, mesh.vertex(e, v)[0]);
    EXPECT_EQ(g.curved_index[e], right > 0.76 ? expected++ : -1);
  }
}

/// ∫ ∇φ dx = ∮ n φ for every test function, in the operators' own form: a constant state has no residual.
TEST(GeometricFactors, metric_identities_hold_on_curved_cells_to_round_off) {
  for (int dim : {2, 3})
    for (int p = 2; p <= 4; ++p)
      for (int N : {1, 2, 4}) {
        const Mesh mesh = wavy_box(dim, 2, p);
        const ReferenceElement element(dim, N, p);
        const GeometricFactors g(mesh, element);
        ASSERT_EQ(g.n_curved, mesh.n_elements());
        const int Nq = element.cell_rule.size(), Nf = (dim + 1) * element.face_rule.size(), Np = element.Np;
        double largest = 0, residual = 0;
        for (int c = 0; c < g.n_curved; ++c)
          for (int i = 0; i < Np; ++i)
            for (int j = 0; j < dim; ++j) {
              double volume = 0, surface = 0;
              for (int k = 0; k < dim; ++k)
                for (int q = 0; q < Nq; ++q)
                  volume += element.project_D[(k * Np + i) * Nq + q] *
                            g.curved_metric[((c * Nq + q) * dim + k) * dim + j];
              for (int m = 0; m < Nf; ++m)
                surface += element.face_project[i * Nf + m] * g.curved_normals[(c * Nf + m) * dim + j];
              largest = std::max(largest, std::abs(surface));
              residual = std::max(residual, std::abs(volume - surface));
            }
        EXPECT_LT(residual, 1e-12 * largest) << "dim " << dim << " p " << p << " N " << N;
      }
}

TEST(GeometricFactors, measures_of_curved_domains_converge_with_the_geometrys_order) {
  for (int dim : {2, 3}) {
    const double angle = std::numbers::pi / 2, solid_angle = std::numbers::sqrt2 * angle;
    const Measures exact = dim == 2 ? Measures{1.5 * angle, 3 * angle + 2}
                                    : Measures{7.0 / 3 * solid_angle, (5 + 1.5) * solid_angle + 3 * angle};
    for (int p = 1; p <= 4; ++p) {
      Measures error[2];
      for (int level = 0; level < 2; ++level) {
        const Measures m = measure(shell_sector(dim, 2 << level, p), 1);
        error[level] = {std::abs(m.volume - exact.volume), std::abs(m.boundary - exact.boundary)};
      }
      EXPECT_GT(std::log2(error[0].volume / error[1].volume), p + 0.8) << "dim " << dim << " p " << p;
      EXPECT_GT(std::log2(error[0].boundary / error[1].boundary), p + 0.8) << "dim " << dim << " p " << p;
    }
  }
}

TEST(GeometricFactors, curved_and_straight_formulas_agree_on_straight_cells) {
  // Moving a mid-edge node along its edge leaves the domain as it is, but makes the map quadratic.
  Mesh mesh = make_box({.dim = 2, .geometry_order = 2});
  bend(mesh, [](Point x) { return Point{x[0] + 0.1 * x[0] * (1 - x[0]), x[1], 0}; });
  const Measures m = measure(mesh);
  EXPECT_NEAR(m.volume, 1, 1e-14);
  EXPECT_NEAR(m.boundary, 4, 1e-14);
}

TEST(GeometricFactors, an_inverted_cell_is_reported_with_its_region_and_coordinates) {
  Mesh mesh = simplices(2, {{0, 0}, {1, 0}, {0, 1}, {7, 8}}, {{0, 1, 2}, {2, 1, 3}});
  mesh.nodes[3] = {-7, -8, 0};
  const std::string text = test::mesh_error_of([&] { GeometricFactors(mesh, ReferenceElement(2, 1)); });
  EXPECT_NE(text.find("1 of 2 cells"), std::string::npos) << text;
  EXPECT_NE(text.find("cell 1 in region region at ("), std::string::npos) << text;
}

TEST(GeometricFactors, a_cell_flat_up_to_round_off_is_refused) {
  Mesh flat = simplices(2, {{0.1, 0.1}, {0.4, 0.1}, {0.4, 0.7}}, {{0, 1, 2}});
  flat.nodes = {{0.1, 0.1, 0}, {0.4, 0.4, 0}, {0.7, std::nextafter(0.7, 1.0), 0}};
  EXPECT_THROW(GeometricFactors(flat, ReferenceElement(2, 1)), MeshError);
}

TEST(GeometricFactors, a_needle_of_a_million_to_one_is_accepted) {
  const Mesh needle = simplices(3, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1e-6}}, {{0, 1, 2, 3}});
  EXPECT_NEAR(GeometricFactors(needle, ReferenceElement(3, 1)).smallest_altitude[0], 1e-6, 1e-12);
}

TEST(GeometricFactors, a_curved_cell_that_folds_inside_is_reported_where_it_folds) {
  Mesh mesh = make_box({.dim = 2, .geometry_order = 2});
  for (Point& x : mesh.nodes)  // the middle of the diagonal, pushed far across one of the two cells
    if (std::abs(x[0] - 0.5) < 1e-9 && std::abs(x[1] - 0.5) < 1e-9) x = {0.9, 0.1, 0};
  const std::string text = test::mesh_error_of([&] { GeometricFactors(mesh, ReferenceElement(2, 3, 2)); });
  EXPECT_NE(text.find("1 of 2 cells"), std::string::npos) << text;
}

TEST(GeometricFactors, a_mesh_without_cells_is_refused) {
  Mesh mesh = make_box({.dim = 2});
  mesh.region.clear();
  EXPECT_THROW(GeometricFactors(mesh, ReferenceElement(2, 1)), MeshError);
}

TEST(GeometricFactors, at_most_ten_bad_cells_are_listed) {
  Mesh mesh = make_box({.dim = 2, .cells = {4, 4}});
  bend(mesh, [](Point x) { return Point{-x[0], x[1], 0}; });
  const std::string text = test::mesh_error_of([&] { GeometricFactors(mesh, ReferenceElement(2, 1)); });
  EXPECT_NE(text.find("32 of 32"), std::string::npos) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 11) << text;
}

}  // namespace
}  // namespace dgsolve
