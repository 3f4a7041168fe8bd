/// A device's elliptic operators and solutions against the host's.
#pragma once

#include <gtest/gtest.h>

#include "solver/multigrid/continuous_maps.hpp"
#include "tests/support/elliptic/elliptic_setup.hpp"
#include "tests/support/kernels/linear_algebra_under_test.hpp"
#include "tests/support/waves/everything.hpp"

namespace dgsolve::test {

/// The norm of a − b over that of b.
inline double norm_of_difference(std::span<const double> a, std::span<const double> b) {
  double difference = 0, norm = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference += (a[i] - b[i]) * (a[i] - b[i]);
    norm += b[i] * b[i];
  }
  return std::sqrt(difference / norm);
}

/// The mesh with every third cell of its first region in a region "varying".
inline Mesh with_varying_cells(Mesh mesh) {
  mesh.region_names.push_back("varying");
  for (int e = 0; e < mesh.n_elements(); e += 3)
    if (mesh.region[e] == 0) mesh.region[e] = static_cast<int>(mesh.region_names.size()) - 1;
  return mesh;
}

/// Constant κ in the first region of the mesh, with a reaction, and walls of both kinds.
inline EllipticSystem everything_elliptic(const Mesh& mesh, int order) {
  EllipticSystem options = elliptic_options(mesh, order, {"1 + 0.5*x"}, EllipticCondition::dirichlet);
  options.regions.at(mesh.region_names[0]) = {{Expression(3.0)}, Expression(0.7)};
  if (options.regions.contains("varying")) options.regions.at("varying").lambda = Expression(0.3);
  options.boundaries.begin()->second.condition = EllipticCondition::neumann;
  return options;
}

inline std::vector<double> applied(LinearAlgebra& algebra, LinearMap& map, const std::vector<double>& u) {
  const auto x = on_device(algebra, u, map.precision), y = algebra.vector(u.size(), map.precision);
  map.apply(*x, *y);
  return values(algebra, *y);
}

/// The matrix-free operator's product with random numbers on a device, which must be the host's; on a mesh
/// with curved cells, cells of all kinds.
inline std::vector<double> expect_hosts_product(PenaltyMaps& device, const Mesh& mesh, int N,
                                                Precision precision) {
  const Mesh every_kind = with_varying_cells(mesh);
  Elliptic host(every_kind, everything_elliptic(every_kind, N));
  const std::vector<double> u = random_numbers(host.discretization.n_dofs(1), 1);
  const EllipticOperator op(host.discretization, host.options, device);
  const auto expected = applied(host.algebra, *host.op.make_map(OperatorForm::matrix_free, precision), u),
             found = applied(device.algebra, *op.make_map(OperatorForm::matrix_free, precision), u);
  EXPECT_LT(norm_of_difference(found, expected), precision == Precision::single ? 1e-5 : 1e-12);
  return found;
}

/// The same with a robin condition; or on a ring, with a conductor that touches no other, where a function
/// would jump.
inline EllipticSystem every_boundary(const Mesh& mesh, int order, bool ring) {
  EllipticSystem options = everything_elliptic(mesh, order);
  for (auto& [name, boundary] : options.boundaries) {
    using enum EllipticCondition;
    if (name == "ymax") boundary.coefficient = Expression(2.0);
    if (name == "ymax" || ring)
      boundary.condition = name == "ymax"   ? robin
                           : name == "ymin" ? floating
                           : name[0] == 'x' ? periodic
                                            : neumann;
    if (ring && name[0] == 'x') boundary.with = name == "xmin" ? "xmax" : "xmin";
  }
  return options;
}

/// What a device makes of the operator's own data for multigrid, against what the host makes.
class BlocksAgreement {
 public:
  BlocksAgreement(PenaltyMaps& device, const Mesh& mesh, int N, bool ring, Precision precision)
      : host_(with_varying_cells(mesh), every_boundary(with_varying_cells(mesh), N, ring)),
        op_(host_.discretization, host_.options, device),
        precision_(precision),
        made_(op_.make_map_with_blocks(precision)) {}

  void expect_hosts_inverses() {
    expect_same(*made_.blocks->inverses(), *block_jacobi_map(host_.op.form, op_.algebra, precision_),
                round_off());
  }

  /// The levels of all degrees.
  void expect_hosts_continuous_levels() {
    auto found = std::make_unique<ContinuousForm>(discontinuous_form(op_, made_.blocks.get())),
         expected = std::make_unique<ContinuousForm>(discontinuous_form(op_, nullptr));
    ASSERT_TRUE(found->is_on_device());
    for (int N = host_.options.order; N > 1; --N) {
      SCOPED_TRACE("degree " + std::to_string(N));
      expect_hosts_maps(*found, *expected);
      found = std::make_unique<ContinuousForm>(*found, N - 1);
      expected = std::make_unique<ContinuousForm>(*expected, N - 1);
    }
    expect_same(*op_.algebra.csr(found->assembled(), precision_),
                *op_.algebra.csr(expected->assembled(), precision_), round_off());
  }

  /// All that was made, times random numbers.
  std::vector<double> products;

 private:
  double round_off() const { return precision_ == Precision::single ? 2e-5 : 1e-11; }

  void expect_hosts_maps(const ContinuousForm& found, const ContinuousForm& expected) {
    const auto maps = [&](const ContinuousForm& form) {
      return continuous_maps(op_.algebra, form,
                             op_.algebra.scatter_add(form.space.nodes, form.space.unknown.size(), precision_),
                             precision_);
    };
    const ContinuousMaps a = maps(found), b = maps(expected);
    expect_same(*a.form, *b.form, round_off());
    expect_same(*a.smoother, *b.smoother, round_off());
  }

  void expect_same(LinearMap& found, LinearMap& expected, double tolerance) {
    const std::vector<double> u = random_numbers(found.cols, 3), product = applied(op_.algebra, found, u);
    EXPECT_LT(norm_of_difference(product, applied(op_.algebra, expected, u)), tolerance);
    products.insert(products.end(), product.begin(), product.end());
  }

  Elliptic host_;
  const EllipticOperator op_;
  const Precision precision_;
  const EllipticOperator::MapWithBlocks made_;
};

/// On a mesh with cells of all kinds, and on a ring.
inline std::vector<double> expect_hosts_blocks(PenaltyMaps& device, int dim, int N, Precision precision) {
  std::vector<double> products;
  for (const bool ring : {false, true}) {
    SCOPED_TRACE(ring ? "a ring" : "cells of all kinds");
    const Mesh mesh = ring ? make_box({.dim = dim, .cells = {2, 2, 1}, .jitter = 0.2}) : half_curved_box(dim);
    BlocksAgreement agreement(device, mesh, N, ring, precision);
    agreement.expect_hosts_inverses();
    agreement.expect_hosts_continuous_levels();
    products.insert(products.end(), agreement.products.begin(), agreement.products.end());
  }
  return products;
}

/// z ← M r for a random r.
inline std::vector<double> preconditioned(LinearAlgebra& algebra, Preconditioner& M, std::size_t n) {
  const auto r = on_device(algebra, random_numbers(n, 2), Precision::double_),
             z = algebra.vector(n, Precision::double_);
  M.apply(*r, *z);
  return values(algebra, *z);
}

/// z, and the solution of A u = f by conjugate gradients with multigrid.
struct MultigridResult {
  std::vector<double> cycle, cycle_in_double, u;
  SolveReport report;
};

inline MultigridResult with_multigrid(const EllipticOperator& op) {
  LinearAlgebra& algebra = op.algebra;
  const auto multigrid = make_multigrid(op, Precision::single),
             in_double = make_multigrid(op, Precision::double_);
  const UnsetVector<double> f = op.right_hand_side();
  const auto b = on_device(algebra, f, Precision::double_), u = algebra.vector(f.size(), Precision::double_);
  MultigridResult result;
  result.cycle = preconditioned(algebra, *multigrid, f.size());
  result.cycle_in_double = preconditioned(algebra, *in_double, f.size());
  result.report = test::solve_once(algebra, op.map(), *multigrid, *b, *u, 1e-13, 100);
  result.u = values(algebra, *u);
  return result;
}

/// The preconditioners of one level on a device, which must be the host's.
inline void expect_hosts_jacobi(const EllipticOperator& host, LinearAlgebra& device) {
  const std::size_t n = host.form.discretization.n_dofs(1);
  for (const auto make : {make_jacobi, make_block_jacobi})
    EXPECT_LT(norm_of_difference(preconditioned(device, *make(host.form, device), n),
                                 preconditioned(host.algebra, *make(host.form, host.algebra), n)),
              1e-11);
}

/// A multigrid cycle and a solve of order N on a device, which must be the host's.
inline void expect_hosts_solution(PenaltyMaps& device, int N) {
  const Mesh mesh = make_box({.dim = 3, .cells = {2, 2, 1}, .jitter = 0.2}, true);
  EllipticSystem options = elliptic_options(mesh, N, {"1"}, EllipticCondition::dirichlet);
  options.regions.begin()->second = {{Expression(7.0)}, Expression()};
  options.source = Expression::parse("x + sin(3*y*z)");
  Elliptic host(mesh, options);
  const EllipticOperator op(host.discretization, host.options, device);
  const MultigridResult expected = with_multigrid(host.op), found = with_multigrid(op);
  // A GPU rounds entries of smoothers' blocks to 1/32767 of their diagonals. Np of these errors add up, by
  // chance of either sign, and smooth parts do not feel them (found: a tenth of that).
  const double rounding = std::sqrt(host.discretization.element.Np) / 32767;
  EXPECT_LT(norm_of_difference(found.cycle, expected.cycle), 0.2 * rounding) << "N = " << N;
  EXPECT_LT(norm_of_difference(found.cycle_in_double, expected.cycle_in_double), 1e-11);
  expect_hosts_jacobi(host.op, device.algebra);
  EXPECT_TRUE(found.report.converged) << found.report.reason;
  EXPECT_LT(norm_of_difference(found.u, expected.u), 1e-9);
}

}  // namespace dgsolve::test
