// The interior penalty operator: its forms against each other, symmetry, positive definiteness, conservation.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "tests/support/elliptic/elliptic_setup.hpp"
#include "tests/support/meshes/curved_meshes.hpp"
#include "tests/support/meshes/state_integral.hpp"

namespace dgsolve {
namespace {

using test::Elliptic;

std::vector<double> random_values(std::size_t n, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<double> u(n);
  for (double& value : u) value = 2.0 * generator() / 4294967295.0 - 1;
  return u;
}

double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

Mesh straight_mesh(int dim, int n) { return make_box({.dim = dim, .cells = {n, n, n}, .jitter = 0.2}, true); }

/// A jump of κ between regions, a reaction, and every kind of boundary.
test::EllipticSystem every_kind(const Mesh& mesh, int order) {
  test::EllipticSystem options = test::elliptic_options(mesh, order, {"1"}, EllipticCondition::dirichlet);
  options.boundaries.at("xmin").condition = EllipticCondition::neumann;
  options.boundaries.at("ymin") = {EllipticCondition::robin, {}, Expression(2.0), 0, ""};
  options.boundaries.at("ymax") = {EllipticCondition::floating, {}, {}, 0.5, ""};
  if (options.regions.contains("box2")) {
    options.regions.at("box2").kappa = {Expression(1000.0)};
    options.regions.at("box2").lambda = Expression(3.0);
  }
  return options;
}

/// Every form of the operator, in both precisions, multiplies alike.
void expect_forms_agree(Elliptic& problem) {
  const auto u = random_values(problem.discretization.n_dofs(1), 1);
  const auto reference = problem.apply(*problem.op.make_map(OperatorForm::csr, Precision::double_), u);
  const double size = std::sqrt(dot(reference, reference));
  for (const OperatorForm form : {OperatorForm::matrix_free, OperatorForm::bsr})
    for (const Precision precision : {Precision::double_, Precision::single}) {
      auto found = problem.apply(*problem.op.make_map(form, precision), u);
      for (std::size_t i = 0; i < u.size(); ++i) found[i] -= reference[i];
      EXPECT_LE(std::sqrt(dot(found, found)) / size, precision == Precision::double_ ? 1e-13 : 1e-5)
          << name_of(form);
    }
}

TEST(EllipticOperator, matrix_free_and_assembled_forms_are_the_same) {
  for (const int dim : {2, 3})
    for (const int N : {1, 2, 3, 5}) {
      Mesh mesh = straight_mesh(dim, 2);
      Elliptic problem(mesh, every_kind(mesh, N));
      expect_forms_agree(problem);
    }
}

TEST(EllipticOperator, matrix_free_and_assembled_forms_are_the_same_on_curved_cells_and_with_formulas) {
  for (const int dim : {2, 3}) {
    Mesh mesh = wavy_box(dim, 2, 3);
    test::EllipticSystem options = every_kind(mesh, 3);
    options.boundaries.at("ymin").coefficient = Expression::parse("1+x");
    Elliptic problem(mesh, options);
    expect_forms_agree(problem);
    mesh = straight_mesh(dim, 2);
    options = every_kind(mesh, 3);
    options.regions.at("box").kappa = {Expression::parse("1+x*y")};  // its neighbours' κ are constant
    Elliptic mixed(mesh, options);
    expect_forms_agree(mixed);
  }
}

/// Straight cells with a scalar κ keep its moments, those with a tensor bring their own matrices.
TEST(EllipticOperator, of_a_formula_is_that_of_the_tensor_with_the_formula_on_its_diagonal) {
  for (const int dim : {2, 3})
    for (int N = 1; N <= 4; ++N) {
      const Mesh mesh = straight_mesh(dim, 2);
      test::EllipticSystem options = every_kind(mesh, N);
      const Expression formula = Expression::parse("1+x*y");
      options.regions.at("box").kappa = {formula};  // its neighbours' κ are constant
      Elliptic scalar(mesh, options);
      options.regions.at("box").kappa.assign(dim * dim, Expression(0.0));
      for (int i = 0; i < dim; ++i) options.regions.at("box").kappa[i * (dim + 1)] = formula;
      Elliptic tensor(mesh, options);
      const auto u = random_values(scalar.discretization.n_dofs(1), N);
      const auto expected = tensor.apply(tensor.op.map(), u), found = scalar.apply(scalar.op.map(), u);
      for (std::size_t i = 0; i < u.size(); ++i)
        ASSERT_NEAR(found[i], expected[i], 1e-11 * (1 + std::abs(expected[i]))) << dim << "D, N = " << N;
    }
}

void expect_instruction_sets_agree(int order, const Expression& kappa) {
  Mesh mesh = straight_mesh(3, 2);
  test::EllipticSystem options = every_kind(mesh, order);
  options.regions.at("box").kappa = {kappa};
  Elliptic problem(mesh, options);
  const auto u = random_values(problem.discretization.n_dofs(1), 3);
  const auto reference = problem.apply(problem.op.map(), u);
  for (const auto set :
       {host::InstructionSet::baseline, host::InstructionSet::avx2, host::InstructionSet::avx512}) {
    if (!host::is_available(set)) continue;
    host::HostLinearAlgebra algebra(2);
    host::HostPenaltyMaps maps(algebra, set);
    const EllipticOperator op(problem.discretization, problem.options, maps);
    const auto found = problem.apply(op.map(), u);
    for (std::size_t i = 0; i < u.size(); ++i)
      EXPECT_NEAR(found[i], reference[i], 1e-12 * (1 + std::abs(reference[i])))
          << host::name_of(set) << ", N = " << order;
  }
}

TEST(EllipticOperator, every_instruction_set_computes_the_same) {
  expect_instruction_sets_agree(1, Expression(2.0));
  expect_instruction_sets_agree(4, Expression::parse("1+x*y"));
}

TEST(EllipticOperator, is_symmetric_and_positive_definite) {
  for (const int dim : {2, 3})
    for (const bool curved : {false, true}) {
      Mesh mesh = curved ? wavy_box(dim, 2, 2) : straight_mesh(dim, 2);
      Elliptic problem(mesh, every_kind(mesh, 2));
      const auto n = static_cast<int>(problem.discretization.n_dofs(1));
      Matrix A(n, n);
      std::vector<double> unit(n, 0.0);
      for (int j = 0; j < n; ++j) {
        unit[j] = 1;
        const auto column = problem.apply(problem.op.map(), unit);
        for (int i = 0; i < n; ++i) A(i, j) = column[i];
        unit[j] = 0;
      }
      double largest = 0, asymmetry = 0;
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          largest = std::max(largest, std::abs(A(i, j)));
          asymmetry = std::max(asymmetry, std::abs(A(i, j) - A(j, i)));
        }
      EXPECT_LE(asymmetry, 1e-14 * largest);
      EXPECT_NO_THROW(positive_inverse(A)) << "dim " << dim << " curved " << curved;
    }
}

TEST(EllipticOperator, is_positive_definite_on_stretched_cells_and_for_any_contrast_or_anisotropy) {
  for (const int dim : {2, 3}) {
    BoxOptions box{.dim = dim, .cells = {2, 2, 2}, .jitter = 0.3};
    box.upper = {20, 1, 1};
    Mesh mesh = make_box(box, true);
    test::EllipticSystem options = test::elliptic_options(mesh, 3, {"1"}, EllipticCondition::dirichlet);
    options.regions.at("box2").kappa = {Expression(1e6)};
    std::vector<Expression> tensor(dim * dim);
    for (int i = 0; i < dim; ++i) tensor[i * (dim + 1)] = Expression(i == 0 ? 1000.0 : 1.0);
    tensor[1] = tensor[dim] = Expression(25.0);
    options.regions.at("box").kappa = tensor;
    Elliptic problem(mesh, options);
    const auto n = static_cast<int>(problem.discretization.n_dofs(1));
    Matrix A(n, n);
    const CsrMatrix m = problem.op.matrix_with_potentials();
    // Scaled by its diagonal, so that round-off of the large entries does not hide the small ones.
    std::vector<double> diagonal(n);
    for (int i = 0; i < n; ++i)
      for (auto k = m.row_begin[i]; k < m.row_begin[i + 1]; ++k)
        if (m.column[k] == i) diagonal[i] = m.value[k];
    for (int i = 0; i < n; ++i)
      for (auto k = m.row_begin[i]; k < m.row_begin[i + 1]; ++k)
        A(i, m.column[k]) = m.value[k] / std::sqrt(diagonal[i] * diagonal[m.column[k]]);
    EXPECT_NO_THROW(positive_inverse(A)) << "dim " << dim;
  }
}

TEST(EllipticOperator, any_number_of_threads_gives_the_same_bits) {
  Mesh mesh = straight_mesh(3, 5);  // enough cells for threads to share
  Elliptic one(mesh, every_kind(mesh, 3), 1), three(mesh, every_kind(mesh, 3), 3);
  const auto u = random_values(one.discretization.n_dofs(1), 2);
  EXPECT_EQ(one.apply(one.op.map(), u), three.apply(three.op.map(), u));
  EXPECT_EQ(one.solve(1e-8), three.solve(1e-8));
}

TEST(EllipticOperator, the_matrix_with_potentials_has_the_same_solution) {
  Mesh mesh = straight_mesh(2, 2);
  Elliptic problem(mesh, every_kind(mesh, 2));
  const auto u = problem.solve();
  auto extended = u;
  for (const double V : problem.op.potentials(u)) extended.push_back(V);
  const CsrMatrix A = problem.op.matrix_with_potentials();
  const auto b = problem.op.right_hand_side_with_potentials();
  ASSERT_EQ(A.rows, static_cast<int>(extended.size()));
  double residual = 0;
  for (int i = 0; i < A.rows; ++i) {
    double sum = b[i];
    for (auto k = A.row_begin[i]; k < A.row_begin[i + 1]; ++k) sum -= A.value[k] * extended[A.column[k]];
    residual = std::max(residual, std::abs(sum));
  }
  EXPECT_LE(residual, 1e-10 * std::sqrt(dot(b, b)));
}

TEST(EllipticOperator, what_flows_out_is_what_the_source_gives) {
  for (const bool curved : {false, true}) {
    Mesh mesh = curved ? wavy_box(2, 3, 3) : straight_mesh(2, 3);
    test::EllipticSystem options = test::elliptic_options(mesh, 2, {"1+x^2"}, EllipticCondition::dirichlet);
    options.source = Expression(1.0);
    options.boundaries.at("xmax").value = Expression::parse("exp(y)");
    options.boundaries.at("ymin") = {EllipticCondition::robin, Expression::parse("x"), Expression(1.0), 0,
                                     ""};
    options.boundaries.at("ymax") = {EllipticCondition::neumann, Expression(0.3), {}, 0, ""};
    Elliptic problem(mesh, options);
    const auto u = problem.solve();
    double outward = 0;
    for (const std::string& name : mesh.boundary_names) outward += boundary_flux(problem.op, name, u);
    const double volume = integrate(problem.discretization, 1, u, [](int, const double*) { return 1.0; });
    EXPECT_NEAR(outward, -volume, 1e-9);
  }
}

TEST(EllipticOperator, a_floating_conductor_has_its_charge_and_one_potential) {
  // A plate capacitor of two layers: the field is constant in each, exact for N >= 1.
  Mesh mesh = make_box({.dim = 2, .cells = {4, 2, 1}}, true);
  test::EllipticSystem options = test::elliptic_options(mesh, 1, {"1"}, EllipticCondition::neumann);
  options.regions.at("box2").kappa = {Expression(4.0)};
  options.boundaries.at("xmin").condition = EllipticCondition::dirichlet;
  options.boundaries.at("xmax").condition = EllipticCondition::floating;
  options.boundaries.at("xmax").charge = 3;
  Elliptic problem(mesh, options);
  const auto u = problem.solve();
  EXPECT_NEAR(problem.op.potentials(u)[0], 3 * (0.5 / 1 + 0.5 / 4), 1e-9);
  EXPECT_NEAR(boundary_flux(problem.op, "xmax", u), 3, 1e-9);
  EXPECT_NEAR(boundary_flux(problem.op, "xmin", u), -3, 1e-9);
  EXPECT_NEAR(measure_solution(problem.op, u).energy, 0.5 * 3 * 3 * (0.5 / 1 + 0.5 / 4), 1e-9);
}

}  // namespace
}  // namespace dgsolve
