#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "kernels/devices.hpp"
#include "solver/linear/sparse.hpp"
#include "solver/multigrid/chebyshev.hpp"
#include "solver/multigrid/schwarz.hpp"
#include "tests/support/elliptic/multigrid_setup.hpp"
#include "tests/support/meshes/curved_meshes.hpp"

namespace dgsolve {
namespace {

class Smoothers : public testing::Test {
 protected:
  std::unique_ptr<LinearMap> diagonal_map(const std::vector<double>& values) {
    return algebra.element_blocks(
        {static_cast<int>(values.size()),
         1,
         values.size(),
         {},
         [&](int first, int count, double* to) { std::copy_n(&values[first], count, to); }},
        Precision::double_);
  }
  std::unique_ptr<LinearMap> schwarz_map(const ContinuousForm& form) {
    const SchwarzBlocks schwarz(form);
    return algebra.element_blocks(schwarz.blocks(), Precision::double_);
  }
  /// Largest eigenvalue of S A by the point Jacobi or the Schwarz smoother of a form.
  double largest(const ContinuousForm& form, bool schwarz) {
    const auto a = algebra.element_blocks(form.blocks(), Precision::double_);
    std::vector<double> inverse = form.assembled_diagonal();
    for (double& v : inverse) v = 1 / v;
    const auto s = schwarz ? schwarz_map(form) : diagonal_map(inverse);
    return largest_eigenvalue(algebra, *a, *s);
  }

  std::unique_ptr<Device> device = make_device("cpu", Precision::double_);
  LinearAlgebra& algebra = device->linear_algebra();
};

std::vector<double> evenly_spaced(int n, double first, double last) {
  std::vector<double> x(n);
  for (int i = 0; i < n; ++i) x[i] = first + (last - first) * i / (n - 1);
  return x;
}

TEST_F(Smoothers, the_largest_eigenvalue_is_found_from_below) {
  const std::vector<double> values = evenly_spaced(400, 0.001, 7), inverse_two(400, 0.5);
  const auto a = diagonal_map(values), s = diagonal_map(inverse_two);
  const double found = largest_eigenvalue(algebra, *a, *s);
  EXPECT_LE(found, 3.5 * (1 + 1e-12));
  EXPECT_GT(found, 3.5 * 0.95);
}

TEST_F(Smoothers, an_exhausted_krylov_space_gives_the_eigenvalue_itself) {
  const std::vector<double> values = {1, 2, 5}, one(3, 1.0);
  const auto a = diagonal_map(values), s = diagonal_map(one);
  EXPECT_NEAR(largest_eigenvalue(algebra, *a, *s), 5, 1e-9);
}

TEST_F(Smoothers, operators_that_are_not_positive_are_refused) {
  const std::vector<double> bad(50, -1.0), good(50, 1.0);
  const auto a = diagonal_map(bad), s = diagonal_map(good);
  EXPECT_THROW(largest_eigenvalue(algebra, *a, *s), std::domain_error);
  EXPECT_THROW(largest_eigenvalue(algebra, *s, *a), std::domain_error);
}

/// In the upper part of the spectrum the error falls by 1/T_k(θ/δ), the best that any polynomial of degree k
/// does; below it never grows.
TEST_F(Smoothers, chebyshev_damps_the_upper_part_of_the_spectrum) {
  const int n = 300;
  const std::vector<double> values = evenly_spaced(n, 1e-3, 1), one(n, 1.0), ones(n, 1.0);
  const auto a = diagonal_map(values), s = diagonal_map(one);
  const auto b = algebra.vector(n, Precision::double_), x = algebra.vector(n, Precision::double_);
  for (int steps : {1, 2, 3, 4}) {
    ChebyshevSmoother smoother(algebra, *a, *s, steps, largest_and_some_more(algebra, *a, *s));
    std::vector<double> error(n);
    algebra.upload(ones, *x);
    smoother.smooth(*b, *x);  // b = 0: x is the error
    algebra.download(*x, error);
    const double share = ChebyshevSmoother::smallest_share(steps),
                 bound = 1 / std::cosh(steps * std::acosh((1 + share) / (1 - share)));
    for (int i = 0; i < n; ++i)
      EXPECT_LE(std::abs(error[i]), (values[i] > 1.1 * share ? bound : 1) * (1 + 1e-12)) << values[i];
  }
}

TEST_F(Smoothers, starting_from_zero_is_starting_at_any_vector_of_zeros) {
  const int n = 50;
  const std::vector<double> values = evenly_spaced(n, 1, 9), one(n, 1.0);
  const auto a = diagonal_map(values), s = diagonal_map(one);
  const auto b = algebra.vector(n, Precision::double_), x = algebra.vector(n, Precision::double_),
             y = algebra.vector(n, Precision::double_);
  algebra.upload(evenly_spaced(n, -1, 2), *b);
  algebra.upload(one, *y);
  ChebyshevSmoother smoother(algebra, *a, *s, 3, largest_and_some_more(algebra, *a, *s));
  smoother.smooth(*b, *x);
  smoother.smooth_from_zero(*b, *y);
  std::vector<double> found(n), expected(n);
  algebra.download(*x, expected);
  algebra.download(*y, found);
  EXPECT_EQ(found, expected);
}

/// One cell has no neighbours: its block is its own inverse.
TEST_F(Smoothers, schwarz_is_exact_on_a_single_cell) {
  const Mesh mesh = simplices(3, {{0, 0, 0}, {1, 0, 0.2}, {0, 1, 0}, {0.1, 0, 2}}, {{0, 1, 2, 3}});
  const LaplaceForm s(mesh, 4, 1.0, {BoundarySpace::free});
  const auto map = schwarz_map(s.form);
  const Matrix product = dense(algebra, *map) * dense(s.form.assembled());
  Matrix identity(product.rows, product.rows);
  for (int i = 0; i < product.rows; ++i) identity(i, i) = 1;
  EXPECT_LT(largest_difference(product, identity), 1e-9);
}

TEST_F(Smoothers, schwarz_is_symmetric_and_positive_and_skips_conductors) {
  for (int dim : {2, 3}) {
    const Mesh mesh = make_box({.dim = dim, .cells = {2, 2, 2}, .jitter = 0.2});
    std::vector<BoundarySpace> boundaries = everywhere(mesh, BoundarySpace::zero);
    boundaries[1] = BoundarySpace::free;
    boundaries[2] = BoundarySpace::constant;
    for (int n : {2, 3}) {
      LaplaceForm s(mesh, n, 0, boundaries);
      const auto map = schwarz_map(s.form);
      const Matrix S = dense(algebra, *map);
      EXPECT_LT(largest_difference(S, transpose(S)), 1e-13);
      EXPECT_GT(symmetric_eigen(S).values.front(), -1e-14);
    }
    boundaries[0] = boundaries[3] =
        BoundarySpace::free;  // so that the conductor touches nothing that is zero
    if (dim == 3) boundaries[4] = boundaries[5] = BoundarySpace::free;
    LaplaceForm s(mesh, 3, 0, boundaries);
    const int conductor = s.form.space.group_unknown[2];
    ASSERT_GE(conductor, 0);
    const auto map = schwarz_map(s.form);
    const Matrix S = dense(algebra, *map);
    for (int i = 0; i < S.rows; ++i) EXPECT_EQ(S(i, conductor), 0);
  }
}

/// Why Schwarz and not point Jacobi: from degree 3 to 6 the spectrum's end moves by a quarter, not by more
/// than twice.
TEST_F(Smoothers, the_spectrum_under_schwarz_hardly_grows_with_the_degree) {
  const LaplaceForm low = laplace_on_box(3, 3, 3, BoundarySpace::zero),
                    high = laplace_on_box(3, 3, 6, BoundarySpace::zero);
  EXPECT_LT(largest(high.form, true) / largest(low.form, true), 1.5);
  EXPECT_GT(largest(high.form, false) / largest(low.form, false), 2);
}

}  // namespace
}  // namespace dgsolve
