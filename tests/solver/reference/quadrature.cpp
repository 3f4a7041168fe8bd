#include "solver/reference/quadrature.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "kernels/base/polynomials.hpp"

namespace dgsolve {
namespace {

/// ∫ Π λ_v^{m_v} over the bi-unit simplex, λ_v its barycentric coordinates: 2^dim Π m_v! / (dim + Σ m_v)!.
double exact_integral(int dim, const std::array<int, 4>& m) {
  double log_value = 0;
  int sum = dim;
  for (int v = 0; v <= dim; ++v) {
    log_value += std::lgamma(m[v] + 1);
    sum += m[v];
  }
  return std::ldexp(std::exp(log_value - std::lgamma(sum + 1)), dim);
}

double integral(const Quadrature& rule, const std::array<int, 4>& m) {
  double sum = 0;
  for (int q = 0; q < rule.size(); ++q) {
    double first = 1, value = rule.weights[q];
    for (int d = 0; d < rule.dim; ++d) {
      const double share = (1 + rule.points[q * rule.dim + d]) / 2;
      first -= share;
      value *= std::pow(share, m[d + 1]);
    }
    sum += value * std::pow(first, m[0]);
  }
  return sum;
}

TEST(Quadrature, gauss_jacobi_integrates_monomials_up_to_degree_2n_minus_1) {
  for (int n = 1; n <= 14; ++n)
    for (double alpha : {0.0, 1.0, 2.0})
      for (double beta : {0.0, 1.0}) {
        const Quadrature rule = gauss_jacobi(n, alpha, beta);
        for (int degree = 0; degree < 2 * n; ++degree) {
          double sum = 0;  // of ((1+x)/2)^degree
          for (int q = 0; q < n; ++q) sum += rule.weights[q] * std::pow((1 + rule.points[q]) / 2, degree);
          const double exact =
              std::exp2(alpha + beta + 1) * std::beta(alpha + 1, beta + degree + 1);  // a Beta integral
          EXPECT_NEAR(sum, exact, 1e-13 * exact) << "n " << n << " degree " << degree;
        }
      }
}

/// A kind of rules, on simplices up to a dimension.
struct Kind {
  Quadrature (*make)(int dim, int degree);
  int highest_dim = 3;
};
constexpr Kind kinds[] = {{simplex_quadrature}, {data_quadrature}, {curved_quadrature}, {face_quadrature, 2}};

TEST(Quadrature, simplex_rules_are_exact_up_to_their_degree) {
  for (const auto& [make, highest_dim] : kinds)
    for (int dim = 1; dim <= highest_dim; ++dim)
      for (int degree = 0; degree <= 24; ++degree) {
        const Quadrature rule = make(dim, degree);
        for (int i = 0; i <= degree; ++i)
          for (int j = 0; j <= (dim > 1 ? degree - i : 0); ++j) {
            const std::array<int, 4> m = {dim > 1 ? 0 : degree - i, i, j, dim > 2 ? degree - i - j : 0};
            const double exact = exact_integral(dim, m);
            EXPECT_NEAR(integral(rule, m), exact, 1e-12 * exact) << "dim " << dim << " degree " << degree;
          }
      }
}

TEST(Quadrature, a_rule_is_no_stronger_than_its_number_of_points_allows) {
  const std::array<int, 4> m = {0, 2};
  EXPECT_GT(std::abs(integral(simplex_quadrature(1, 1), m) - exact_integral(1, m)), 1e-2);
}

TEST(Quadrature, points_lie_inside_and_weights_are_positive) {
  for (const auto& [make, highest_dim] : kinds)
    for (int dim = 1; dim <= highest_dim; ++dim)
      for (int degree = 0; degree <= 24; ++degree) {
        const Quadrature rule = make(dim, degree);
        ASSERT_EQ(rule.points.size(), rule.weights.size() * dim);
        for (int q = 0; q < rule.size(); ++q) {
          const double* r = &rule.points[q * dim];
          EXPECT_GT(rule.weights[q], 0);
          EXPECT_LT(std::accumulate(r, r + dim, 0.0), 2 - dim);
          for (int d = 0; d < dim; ++d) EXPECT_GT(r[d], -1);
        }
      }
}

TEST(Quadrature, wrong_arguments_are_refused) {
  EXPECT_THROW(simplex_quadrature(4, 1), std::invalid_argument);
  EXPECT_THROW(simplex_quadrature(0, 1), std::invalid_argument);
  EXPECT_THROW(simplex_quadrature(2, -1), std::invalid_argument);
  EXPECT_THROW(face_quadrature(3, 5), std::invalid_argument);
  EXPECT_THROW(gauss_jacobi(0, 0, 0), std::invalid_argument);
}

TEST(Quadrature, on_a_shared_face_does_not_depend_on_which_vertex_comes_first) {
  for (const Quadrature& rule : {symmetric_triangle_quadrature(7), data_quadrature(2, 8),
                                 data_quadrature(2, 22), face_quadrature(2, 5), face_quadrature(2, 7)}) {
    const auto same_point = [&](int a, double r, double s) {
      return std::abs(rule.points[2 * a] - r) + std::abs(rule.points[2 * a + 1] - s) < 1e-13;
    };
    for (int q = 0; q < rule.size(); ++q) {
      const double r = rule.points[2 * q], s = rule.points[2 * q + 1], third = -1 - r - s;
      for (const auto& [x, y] : {std::pair{s, r}, {third, s}, {r, third}}) {
        bool found = false;
        for (int other = 0; other < rule.size(); ++other)
          found =
              found || (same_point(other, x, y) && std::abs(rule.weights[other] - rule.weights[q]) < 1e-14);
        EXPECT_TRUE(found) << "point " << q;
      }
    }
  }
}

TEST(Quadrature, for_formulas_takes_fewer_points_than_the_conical_rule) {
  for (int degree = 4; degree <= 20; degree += 2) {
    EXPECT_LT(data_quadrature(2, degree).size(), 0.8 * simplex_quadrature(2, degree).size()) << degree;
    EXPECT_LT(data_quadrature(3, degree).size(), 0.55 * simplex_quadrature(3, degree).size()) << degree;
  }
}

TEST(Quadrature, for_curved_cells_takes_no_more_points_than_for_formulas_and_enough_for_a_mass_matrix) {
  for (const int dim : {2, 3})
    for (int N = 1; N <= 10; ++N) {
      const int n = curved_quadrature(dim, 2 * N).size();
      EXPECT_LE(n, data_quadrature(dim, 2 * N).size()) << N;
      EXPECT_GE(n, n_polynomials(dim, N)) << N;
    }
  EXPECT_EQ(curved_quadrature(3, 10).size(), 79);
  EXPECT_EQ(curved_quadrature(3, 12).size(), 123);
  EXPECT_EQ(face_quadrature(2, 5).size(), 7);
  EXPECT_EQ(face_quadrature(2, 7).size(), 15);
}

}  // namespace
}  // namespace dgsolve
