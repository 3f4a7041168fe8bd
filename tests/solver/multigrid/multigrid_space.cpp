#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>
#include <set>

#include "kernels/devices.hpp"
#include "mesh/box.hpp"
#include "solver/discretization/cell_map.hpp"
#include "tests/support/elliptic/multigrid_setup.hpp"
#include "tests/support/meshes/curved_meshes.hpp"

namespace dgsolve {
namespace {

int power(int base, int exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

ContinuousSpace space_on(const Mesh& mesh, int n, const std::vector<BoundarySpace>& boundaries,
                         const std::vector<bool>& cuts) {
  return {TraceMap(mesh, cuts), ReferenceElement(mesh.dim, n), boundaries,
          std::vector<double>(mesh.n_elements(), 1)};
}

ContinuousSpace space_on(const Mesh& mesh, int n, BoundarySpace boundary) {
  return space_on(mesh, n, everywhere(mesh, boundary), std::vector<bool>(mesh.boundary_names.size(), true));
}

/// Degree n on simplices of a box has a node at every point of a lattice n times as fine as the mesh.
TEST(ContinuousSpace, a_box_has_one_unknown_a_lattice_point) {
  for (int dim : {2, 3})
    for (int n : {1, 2, 3, 5}) {
      const Mesh mesh = make_box({.dim = dim, .cells = {2, 2, 2}, .jitter = 0.2});
      EXPECT_EQ(space_on(mesh, n, BoundarySpace::free).n_unknowns, power(2 * n + 1, dim));
      EXPECT_EQ(space_on(mesh, n, BoundarySpace::zero).n_unknowns, power(2 * n - 1, dim));
      EXPECT_EQ(space_on(mesh, n, BoundarySpace::constant).group_unknown.size(), mesh.boundary_names.size());
    }
}

TEST(ContinuousSpace, a_periodic_box_has_no_rim) {
  for (int dim : {2, 3})
    for (int n : {1, 2, 4})
      for (int cells : {1, 3}) {
        const Mesh mesh =
            make_box({.dim = dim, .cells = {cells, cells, cells}, .periodic = {true, true, true}});
        const std::vector<bool> cuts(mesh.boundary_names.size(), false);
        EXPECT_EQ(space_on(mesh, n, everywhere(mesh, BoundarySpace::free), cuts).n_unknowns,
                  power(cells * n, dim));
      }
}

TEST(ContinuousSpace, nodes_are_one_exactly_where_they_are_in_one_place) {
  for (int dim : {2, 3})
    for (int n : {3, 4}) {
      const Mesh mesh = wavy_box(dim, 2, 2);
      const ReferenceElement element(dim, n);
      const ContinuousSpace space = space_on(mesh, n, BoundarySpace::free);
      const std::vector<double> x = map_points(mesh, element.nodes);
      std::vector<std::vector<double>> place(space.n_unknowns);
      std::set<std::vector<long>> places;
      for (std::size_t node = 0; node < space.unknown.size(); ++node) {
        const std::vector<double> here(&x[node * dim], &x[node * dim] + dim);
        std::vector<double>& known = place[space.unknown[node]];
        if (known.empty()) known = here;
        for (int d = 0; d < dim; ++d) EXPECT_NEAR(known[d], here[d], 1e-12);
        std::vector<long> rounded;
        for (const double v : here) rounded.push_back(std::lround(v * 1e8));
        places.insert(rounded);
      }
      EXPECT_EQ(places.size(), place.size());
    }
}

TEST(ContinuousSpace, a_conductor_is_one_unknown_even_where_it_meets_a_wall) {
  const Mesh mesh = make_box({.dim = 2, .cells = {4, 4, 1}});  // boundaries xmin, xmax, ymin, ymax
  using enum BoundarySpace;
  const std::vector<bool> cuts(4, true);
  const ContinuousSpace one = space_on(mesh, 3, {constant, free, free, free}, cuts);
  EXPECT_EQ(one.n_unknowns, 13 * 13 - 12);  // 13 nodes of a side are one
  EXPECT_GE(one.group_unknown[0], 0);
  EXPECT_EQ(one.group_unknown[1], -1);
  const ContinuousSpace two = space_on(mesh, 3, {constant, constant, free, free}, cuts);
  EXPECT_EQ(two.n_unknowns, 13 * 13 - 24);
  EXPECT_NE(two.group_unknown[0], two.group_unknown[1]);
  const ContinuousSpace grounded = space_on(mesh, 3, {constant, free, zero, free}, cuts);
  EXPECT_EQ(grounded.n_unknowns, 13 * 13 - 25 + 1);  // the corner is one or the other
  EXPECT_GE(grounded.group_unknown[0], 0);
}

TEST(ContinuousSpace, the_two_sides_of_a_sheet_are_two_unknowns_but_at_its_rim) {
  Mesh mesh = make_box({.dim = 2, .cells = {2, 2, 1}});
  mesh.boundary_names.emplace_back("sheet");
  int n_faces = 0;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < 3; ++f) {
      const auto &a = mesh.vertex(e, simplex(2).face_vertex[f][0]),
                 &b = mesh.vertex(e, simplex(2).face_vertex[f][1]);
      if (a[0] != 0.5 || b[0] != 0.5 || a[1] + b[1] > 1) continue;
      mesh.boundary[e * 3 + f] = 4;
      ++n_faces;
    }
  ASSERT_EQ(n_faces, 2);  // from (0.5, 0) to the middle, seen from both sides
  for (int n : {1, 4}) {
    const auto boundaries = everywhere(mesh, BoundarySpace::free);
    const int cut = space_on(mesh, n, boundaries, {true, true, true, true, true}).n_unknowns;
    const int whole = space_on(mesh, n, boundaries, {true, true, true, true, false}).n_unknowns;
    EXPECT_EQ(cut, whole + n);  // the end in the middle is whole
  }
}

TEST(ContinuousSpace, the_numbering_is_the_same_for_any_number_of_threads) {
  const Mesh mesh = make_box({.dim = 3, .cells = {6, 6, 6}, .jitter = 0.2});
  std::vector<double> kappa(mesh.n_elements());
  for (int e = 0; e < mesh.n_elements(); ++e) kappa[e] = e * 7 % 5 == 0 ? 1e6 : 1;
  using enum BoundarySpace;
  const std::vector<BoundarySpace> boundaries{zero, constant, free, constant, free, free};
  const int threads = omp_get_max_threads();
  std::vector<ContinuousSpace> spaces;
  for (const int n : {1, 4}) {
    omp_set_num_threads(n);
    spaces.push_back({TraceMap(mesh, std::vector<bool>(6, true)), ReferenceElement(3, 3), boundaries, kappa});
  }
  omp_set_num_threads(threads);
  EXPECT_FALSE(spaces[0].torn.empty());
  EXPECT_EQ(spaces[0].unknown, spaces[1].unknown);
  EXPECT_EQ(spaces[0].nodes.place, spaces[1].nodes.place);
  EXPECT_EQ(spaces[0].home, spaces[1].home);
  EXPECT_EQ(spaces[0].torn, spaces[1].torn);
  EXPECT_EQ(spaces[0].group_unknown, spaces[1].group_unknown);
}

/// Two values that no face has are enough for the general way, in which any set of nodes may be torn.
TEST(ContinuousSpace, where_nothing_tears_the_general_way_finds_the_same_numbers) {
  using enum BoundarySpace;
  for (const int dim : {2, 3}) {
    const Mesh mesh = make_box({.dim = dim, .cells = {4, 3, 2}, .jitter = 0.2});
    for (const BoundarySpace last : {zero, constant}) {
      std::vector<BoundarySpace> boundaries(2 * dim, free);
      boundaries.front() = boundaries.back() = last;
      if (last == constant) boundaries.front() = free;
      const std::vector<double> kappa(mesh.n_elements(), 1);
      const TraceMap trace(mesh, std::vector<bool>(2 * dim, true));
      const ReferenceElement element(dim, 3);
      const ContinuousSpace direct(trace, element, boundaries, kappa);
      boundaries.insert(boundaries.end(), 2, constant);
      const ContinuousSpace general(trace, element, boundaries, kappa);
      EXPECT_EQ(direct.unknown, general.unknown);
      EXPECT_EQ(direct.home, general.home);
      for (int group = 0; group < 2 * dim; ++group)
        EXPECT_EQ(direct.group_unknown[group], general.group_unknown[group]);
      EXPECT_TRUE(general.torn.empty());
    }
  }
}

/// Four squares around the middle of a square, two of them stiff, which touch in that point only.
TEST(ContinuousSpace, stiff_parts_that_touch_in_a_point_stay_two_there) {
  const Mesh mesh = make_box({.dim = 2, .cells = {4, 4, 1}});
  const ReferenceElement element(2, 3);
  const TraceMap trace(mesh, std::vector<bool>(4, true));
  const std::vector<double> x = map_points(mesh, element.nodes);
  for (double contrast : {1.0, 2.0, 1e3, 1e9}) {
    std::vector<double> kappa(mesh.n_elements());
    for (int e = 0; e < mesh.n_elements(); ++e) {
      const double* inside = &x[(e * element.Np + element.Np / 2) * 2];
      kappa[e] = (inside[0] > 0.5) == (inside[1] > 0.5) ? contrast : 1;
    }
    const ContinuousSpace space(trace, element, everywhere(mesh, BoundarySpace::free), kappa);
    EXPECT_EQ(space.n_unknowns, 13 * 13 + (contrast > 100 ? 1 : 0));
    std::set<int> stiff;  // the unknowns that stiff cells have in the middle
    for (std::size_t node = 0; node < space.unknown.size(); ++node) {
      const bool in_the_middle = std::hypot(x[2 * node] - 0.5, x[2 * node + 1] - 0.5) < 1e-9;
      if (in_the_middle && kappa[node / element.Np] == contrast) stiff.insert(space.unknown[node]);
      EXPECT_LE(kappa[node / element.Np], kappa[space.home[space.unknown[node]] / element.Np]);
    }
    EXPECT_EQ(stiff.size(), contrast > 100 ? 2u : 1u);
    EXPECT_EQ(space.torn.empty(), contrast < 100);
    for (const int face : space.torn) {
      const int* nodes = &element.face_nodes[face % 3 * element.Nfp];
      const auto in_the_middle = [&](int m) {
        const double* here = &x[(face / 3 * element.Np + nodes[m]) * 2];
        return std::hypot(here[0] - 0.5, here[1] - 0.5) < 1e-9;
      };
      EXPECT_TRUE(in_the_middle(0) || in_the_middle(element.Nfp - 1));
    }
  }
}

/// Values at unknowns of a polynomial.
std::vector<double> values(const Discretization& d, const ContinuousForm& form, const Expression& u) {
  const std::vector<double> x = map_points(d.mesh, form.element.nodes);
  std::vector<double> v(form.space.n_unknowns);
  const int dim = d.element.dim;
  for (std::size_t node = 0; node < form.space.unknown.size(); ++node)
    if (form.space.unknown[node] >= 0)
      v[form.space.unknown[node]] = u(x[node * dim], x[node * dim + 1], dim == 3 ? x[node * dim + 2] : 0, 0);
  return v;
}

std::vector<double> product(const CsrMatrix& a, const std::vector<double>& x) {
  Matrix column(a.cols, 1);
  column.a = x;
  return (dense(a) * column).a;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

TEST(ContinuousForm, prolongation_keeps_the_functions_of_lower_degree) {
  const Expression quadratic = Expression::parse("1 + x - 2*y*y + x*y");
  for (int dim : {2, 3}) {
    const LaplaceForm fine = laplace_on_box(dim, 2, 4, BoundarySpace::free);
    const ContinuousForm coarse(fine.form, 2);
    const std::vector<double> exact = values(fine.d, fine.form, quadratic),
                              found =
                                  product(prolongation(fine.form, coarse), values(fine.d, coarse, quadratic));
    for (std::size_t i = 0; i < exact.size(); ++i) EXPECT_NEAR(found[i], exact[i], 1e-12);
  }
}

/// Pᵀ A P with the fine form's matrix is the matrix of the coarse form.
TEST(ContinuousForm, the_form_of_lower_degree_is_the_galerkin_product) {
  for (int dim : {2, 3}) {
    const Mesh mesh = make_box({.dim = dim, .cells = {2, 2, 2}, .jitter = 0.2});
    std::vector<BoundarySpace> boundaries = everywhere(mesh, BoundarySpace::free);
    boundaries[0] = BoundarySpace::zero;
    boundaries[1] = BoundarySpace::constant;
    const LaplaceForm fine(mesh, 3, 0.7, boundaries);
    const ContinuousForm coarse(fine.form, 1);
    const Matrix P = dense(prolongation(fine.form, coarse));
    EXPECT_LT(
        largest_difference(transpose(P) * (dense(fine.form.assembled()) * P), dense(coarse.assembled())),
        1e-12);
  }
}

TEST(ContinuousForm, its_energy_is_the_integral) {
  // ∫|∇u|² over the unit square or cube for u = x² + 3y: ∫4x² + 9.
  for (int dim : {2, 3}) {
    const LaplaceForm s = laplace_on_box(dim, 2, 3, BoundarySpace::free);
    const std::vector<double> u = values(s.d, s.form, Expression::parse("x*x + 3*y"));
    EXPECT_NEAR(dot(u, product(s.form.assembled(), u)), 4.0 / 3 + 9, 1e-11);
  }
}

TEST(ContinuousForm, blocks_and_diagonal_are_those_of_the_assembled_matrix) {
  const auto device = make_device("cpu", Precision::double_);
  LinearAlgebra& algebra = device->linear_algebra();
  for (int dim : {2, 3}) {
    const Mesh mesh = make_box({.dim = dim, .cells = {2, 2, 2}, .jitter = 0.2});
    std::vector<BoundarySpace> boundaries = everywhere(mesh, BoundarySpace::constant);
    boundaries[0] = BoundarySpace::zero;
    const LaplaceForm s(mesh, 2, 0.7, boundaries);
    const Matrix assembled = dense(s.form.assembled());
    const auto map = algebra.element_blocks(s.form.blocks(), Precision::double_);
    Matrix sum = dense(algebra, *map);
    add_scaled(sum, 1, dense(s.form.remainder()));
    EXPECT_LT(largest_difference(sum, assembled), 1e-12);
    const std::vector<double> diagonal = s.form.assembled_diagonal();
    for (int i = 0; i < assembled.rows; ++i) EXPECT_NEAR(diagonal[i], assembled(i, i), 1e-12);
  }
}

}  // namespace
}  // namespace dgsolve
