// The multigrid preconditioner as a whole: how many iterations conjugate gradients take with it, and what it
// must be for them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "mesh/box.hpp"
#include "solver/elliptic/solve.hpp"
#include "solver/interior_penalty/block_matrix.hpp"
#include "solver/interior_penalty/cell_blocks.hpp"
#include "solver/linear/sparse.hpp"
#include "tests/support/elliptic/multigrid_problems.hpp"
#include "tests/support/elliptic/multigrid_setup.hpp"
#include "tests/support/meshes/curved_meshes.hpp"

namespace dgsolve {
namespace {

using test::checkerboard;
using test::Elliptic;
using test::iterations;
using test::options_on;
using test::solve;
using test::unstructured;
using enum EllipticCondition;

TEST(Multigrid, fifteen_iterations_are_enough_on_tetrahedra_at_every_order) {
  const Mesh mesh = unstructured(3, 0.5);
  for (int N = 1; N <= 8; ++N) EXPECT_LE(iterations(mesh, options_on(mesh, N)), 15) << "N = " << N;
}

TEST(Multigrid, ten_iterations_are_enough_on_triangles_at_every_order) {
  const Mesh mesh = unstructured(2, 0.2);
  for (int N = 1; N <= 8; ++N) EXPECT_LE(iterations(mesh, options_on(mesh, N)), 10) << "N = " << N;
}

TEST(Multigrid, finer_meshes_take_at_most_three_iterations_more) {
  for (int dim : {2, 3})
    for (int N : {1, 2, 3}) {
      const Mesh coarse = unstructured(dim, dim == 2 ? 0.3 : 0.5),
                 fine = unstructured(dim, dim == 2 ? 0.03 : 0.13);
      ASSERT_GT(fine.n_elements(), 20 * coarse.n_elements());
      EXPECT_LE(iterations(fine, options_on(fine, N)), iterations(coarse, options_on(coarse, N)) + 3)
          << dim << "D, N = " << N;
    }
}

/// ‖S A u‖ / ‖u‖ in the norm of A, S the inverses of cells' blocks, after many steps u ← S A u: from below.
double largest_eigenvalue_with_cells_blocks(const Mesh& mesh, const test::EllipticSystem& options) {
  Elliptic problem(mesh, options);
  const auto s = block_jacobi_map(problem.op.form, problem.algebra, Precision::double_);
  std::vector<double> u(problem.op.map().rows);
  std::mt19937 random;
  for (double& value : u) value = static_cast<double>(random()) / 0x1p32 - 0.5;
  double largest = 0;
  const auto energy = [&](const std::vector<double>& v, const std::vector<double>& Av) {
    return std::inner_product(v.begin(), v.end(), Av.begin(), 0.0);
  };
  for (int step = 0; step < 100; ++step) {
    const std::vector<double> Au = problem.apply(problem.op.map(), u);
    const double before = energy(u, Au);
    u = problem.apply(*s, Au);
    for (double& value : u) value /= std::sqrt(before);
    largest = std::max(largest, std::sqrt(energy(u, problem.apply(problem.op.map(), u))));
  }
  return largest;
}

/// The bound that is the upper end of the discontinuous level's smoother.
TEST(Multigrid, no_eigenvalue_with_the_inverses_of_cells_blocks_is_above_two) {
  for (const int N : {1, 3}) {
    SCOPED_TRACE(N);
    const Mesh stretched = unstructured(3, 0.5, 2, 20), curved = unstructured(2, 0.4, 3),
               random = test::random_media(3, 2);
    const double found[] = {
        largest_eigenvalue_with_cells_blocks(stretched, options_on(stretched, N)),
        largest_eigenvalue_with_cells_blocks(random, options_on(random, N)),
        largest_eigenvalue_with_cells_blocks(curved,
                                             test::elliptic_options(curved, N, {"1 + 5*x*x"}, dirichlet)),
        largest_eigenvalue_with_cells_blocks(
            curved, test::elliptic_options(curved, N, {"3", "1", "1", "0.5"}, dirichlet))};
    for (const double value : found) {
      EXPECT_LE(value, 2 * (1 + 1e-12));
      EXPECT_GT(value, 1.5);
    }
  }
}

TEST(Multigrid, every_level_is_smaller_and_the_last_small_enough_for_a_dense_inverse) {
  Elliptic problem(unstructured(3, 0.08), options_on(unstructured(3, 0.08), 2));
  const std::unique_ptr<Multigrid> multigrid = make_multigrid(problem.op, Precision::single);
  std::vector<std::size_t> sizes;
  for (const Multigrid::LevelProducts& level : multigrid->levels()) sizes.push_back(level.unknowns);
  EXPECT_EQ(sizes.front(), problem.op.map().rows);
  ASSERT_GE(sizes.size(), 4u);  // discontinuous, degrees 2 and 1, an algebraic one
  for (std::size_t l = 1; l < sizes.size(); ++l) EXPECT_LT(sizes[l], sizes[l - 1] / 2);
  EXPECT_LE(sizes.back(), 400u);
}

TEST(Multigrid, an_inclusion_a_million_times_harder_takes_at_most_25_iterations) {
  for (int dim : {2, 3}) {
    const Mesh mesh = test::inclusion(dim, 6);
    for (int N : {1, 2, 3, 4}) EXPECT_LE(iterations(mesh, options_on(mesh, N)), 25) << dim << "D, N = " << N;
  }
}

TEST(Multigrid, a_checkerboard_of_contrast_a_million_takes_at_most_30_iterations) {
  for (int dim : {2, 3})
    for (int cubes_a_field : {1, 2, 4}) {
      const Mesh mesh = checkerboard(dim, 8, cubes_a_field);
      for (int N : {1, 2, 3})
        EXPECT_LE(iterations(mesh, options_on(mesh, N)), 30)
            << dim << "D, N = " << N << ", " << cubes_a_field;
    }
}

TEST(Multigrid, cells_stretched_twentyfold_take_at_most_40_iterations) {
  for (int dim : {2, 3}) {
    const Mesh coarse = unstructured(dim, dim == 2 ? 0.2 : 0.4, 1, 20),
               fine = unstructured(dim, dim == 2 ? 0.03 : 0.15, 1, 20);
    for (int N = 1; N <= 7; ++N)
      EXPECT_LE(iterations(coarse, options_on(coarse, N)), 40) << dim << "D, N = " << N;
    for (int N : {1, 2, 3})
      EXPECT_LE(iterations(fine, options_on(fine, N)), 40) << dim << "D, finer, N = " << N;
  }
}

TEST(Multigrid, curved_cells_and_varying_tensors_take_no_more) {
  for (int dim : {2, 3}) {
    const Mesh mesh = unstructured(dim, dim == 2 ? 0.3 : 0.5, 3);
    test::EllipticSystem options = options_on(mesh, 4);
    for (auto& [name, region] : options.regions) {
      region.kappa = {Expression::parse("2 + x*y")};
      region.lambda = Expression::parse("x*x");
    }
    EXPECT_LE(iterations(mesh, options), 15) << dim << 'D';
  }
}

TEST(Multigrid, every_kind_of_boundary_takes_no_more) {
  const Mesh mesh = make_box({.dim = 3, .cells = {3, 3, 3}, .jitter = 0.2});
  test::EllipticSystem free = options_on(mesh, 3, neumann);
  free.source = Expression::parse("x - 0.5");
  EXPECT_LE(iterations(mesh, free), 15) << "neumann";

  test::EllipticSystem held = options_on(mesh, 3, robin);
  for (auto& [name, boundary] : held.boundaries) boundary.coefficient = Expression::parse("0.01 + x");
  EXPECT_LE(iterations(mesh, held), 15) << "robin";

  test::EllipticSystem conductors = options_on(mesh, 3, neumann);
  conductors.source.reset();
  conductors.boundaries["xmin"].condition = conductors.boundaries["ymin"].condition = floating;
  conductors.boundaries["xmin"].charge = 1;
  conductors.boundaries["ymin"].charge = -1;
  EXPECT_LE(iterations(mesh, conductors), 15) << "two conductors alone";
  conductors.boundaries["xmax"].condition = dirichlet;
  conductors.boundaries["ymin"].charge = 3;
  EXPECT_LE(iterations(mesh, conductors), 15) << "two conductors and a wall";

  test::EllipticSystem ring = options_on(mesh, 3, periodic);
  for (const char* axis : {"x", "y", "z"})
    ring.boundaries[axis + std::string("min")].with = axis + std::string("max");
  ring.source = Expression::parse("sin(2*pi*x)");
  EXPECT_LE(iterations(mesh, ring), 15) << "periodic";
}

TEST(Multigrid, one_cell_is_no_special_case) {
  for (int dim : {2, 3})
    for (int N : {1, 2, 4}) {
      const Mesh mesh = make_box({.dim = dim, .cells = {1, 1, 1}});
      EXPECT_LE(iterations(mesh, options_on(mesh, N)), 25);
      test::EllipticSystem free = options_on(mesh, N, neumann);
      free.source = Expression::parse("x - 0.5");
      EXPECT_LE(iterations(mesh, free), 25);
      test::EllipticSystem ring = options_on(mesh, N, periodic);
      for (int d = 0; d < dim; ++d)
        ring.boundaries[std::string(1, "xyz"[d]) + "min"].with = std::string(1, "xyz"[d]) + "max";
      ring.source = Expression::parse("sin(2*pi*x)");
      EXPECT_LE(iterations(mesh, ring), 25);
    }
}

TEST(Multigrid, units_do_not_matter) {
  const Mesh metres = unstructured(3, 0.5);
  Mesh nanometres = metres;
  for (Point& x : nanometres.nodes)
    for (double& v : x) v *= 1e-9;
  test::EllipticSystem in_metres = options_on(metres, 3);
  in_metres.source = Expression::parse("1");
  test::EllipticSystem in_farads = in_metres;
  in_farads.regions.begin()->second.kappa = {Expression::parse("8.8541878128e-12")};
  const int n = iterations(metres, in_metres);
  EXPECT_LE(n, 15);
  EXPECT_NEAR(iterations(nanometres, in_farads), n, 1);
}

TEST(Multigrid, random_contrast_in_every_cell_takes_at_most_40_iterations) {
  for (int dim : {2, 3}) {
    const Mesh mesh = test::random_media(dim, dim == 2 ? 20 : 5);
    for (int N : {1, 2, 3, 4}) EXPECT_LE(iterations(mesh, options_on(mesh, N)), 40) << dim << "D, N = " << N;
  }
}

/// There a cell has some unknowns twice, also where stiff parts touch and functions jump.
TEST(Multigrid, periodic_media_one_or_two_cells_thick_take_at_most_40_iterations) {
  for (int dim : {2, 3})
    for (int thick : {1, 2}) {
      Mesh mesh = make_box({.dim = dim, .cells = {thick, 6, dim == 2 ? 1 : 3}});
      mesh.region_names = {"1", "1e6"};
      std::mt19937 random;
      for (int& region : mesh.region) region = static_cast<int>(random() % 2);
      for (int N : {1, 2, 3}) {
        test::EllipticSystem options = options_on(mesh, N);
        options.boundaries["xmin"].condition = options.boundaries["xmax"].condition = periodic;
        options.boundaries["xmin"].with = "xmax";
        options.boundaries["xmax"].with = "xmin";
        EXPECT_LE(iterations(mesh, options), 40) << dim << "D, " << thick << " thick, N = " << N;
      }
    }
}

/// In the algebra's single precision, and on the functions that conjugate gradients meet.
TEST(Multigrid, is_symmetric_and_positive) {
  Elliptic problem(unstructured(3, 0.5), options_on(unstructured(3, 0.5), 3));
  const std::unique_ptr<Multigrid> multigrid = make_multigrid(problem.op, Precision::single);
  const std::size_t n = problem.op.map().rows;
  std::mt19937 random;
  const auto random_vector = [&] {
    std::vector<double> v(n);
    for (double& x : v) x = static_cast<double>(random()) / 2147483648.0 - 1;
    return v;
  };
  const auto apply = [&](const std::vector<double>& v) {
    const auto r = problem.algebra.vector(n, Precision::double_),
               z = problem.algebra.vector(n, Precision::double_);
    problem.algebra.upload(v, *r);
    multigrid->apply(*r, *z);
    std::vector<double> result(n);
    problem.algebra.download(*z, result);
    return result;
  };
  const auto dot = [](const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  };
  for (int run = 0; run < 3; ++run) {
    const std::vector<double> x = random_vector(), y = random_vector(), Mx = apply(x), My = apply(y);
    const double scale = std::sqrt(dot(x, Mx) * dot(y, My));
    EXPECT_GT(dot(x, Mx), 0);
    EXPECT_NEAR(dot(x, My), dot(y, Mx), 1e-5 * scale);
  }
}

/// What holds the level of u is lost in single precision there.
TEST(Multigrid, cycles_in_double_precision_where_next_to_nothing_fixes_the_level) {
  const Mesh mesh = unstructured(2, 0.1);
  for (const double lambda : {1.0, 1e-7, 1e-11}) {
    SCOPED_TRACE(lambda);
    test::EllipticSystem options = test::elliptic_options(mesh, 3, {"1"}, EllipticCondition::neumann);
    for (auto& [name, region] : options.regions) region.lambda = Expression(lambda);
    options.exact = Expression::parse("exp(x)*sin(y) + 3");
    Elliptic problem(mesh, options);
    const EllipticSolution solution = EllipticSolver(problem.op).solve(problem.op.right_hand_side());
    EXPECT_TRUE(solution.report.converged) << solution.report.reason;
    EXPECT_EQ(solution.note.empty(), lambda == 1) << solution.note;
    EXPECT_EQ(solution.report.history.size(), solution.report.iterations + 1u);
  }
}

TEST(Multigrid, any_number_of_threads_gives_the_same_bits) {
  const Mesh mesh = unstructured(3, 0.4);
  std::vector<double> one, three;
  Elliptic first(mesh, options_on(mesh, 3), 1), second(mesh, options_on(mesh, 3), 3);
  const SolveReport a = solve(first, &one), b = solve(second, &three);
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_EQ(one, three);
}

ContinuousForm continuous_form(const Elliptic& problem, const std::vector<BoundarySpace>& boundaries,
                               const std::vector<double>& kappa) {
  const InteriorPenalty& form = problem.op.form;
  const Discretization& d = problem.discretization;
  const CellBlocks cells(form);
  return ContinuousForm({d.trace, d.element, boundaries, kappa, problem.op.mean_free,
                         [&](int first, int count, double* to) { cells.cell_matrices(first, count, to); },
                         [&](int e, int face) { return form.face_matrix(e, face); }});
}

/// Why the discontinuous space may be corrected from the continuous one: there all face terms vanish.
TEST(Multigrid, on_continuous_functions_the_operator_is_the_form_of_the_cells) {
  for (int dim : {2, 3})
    for (PenaltyCell kind : {PenaltyCell::constant, PenaltyCell::varying, PenaltyCell::general}) {
      const bool curved = kind == PenaltyCell::general;
      const Mesh mesh =
          curved ? wavy_box(dim, 2, 2) : make_box({.dim = dim, .cells = {2, 2, 2}, .jitter = 0.2});
      test::EllipticSystem options = options_on(mesh, 2);
      for (auto& [name, region] : options.regions) {
        region.kappa = {Expression::parse(kind == PenaltyCell::constant ? "3" : "1 + x*y")};
        region.lambda = Expression::parse("2");
      }
      options.boundaries["xmin"].condition = robin;
      options.boundaries["xmin"].coefficient = Expression::parse(curved ? "1 + y" : "5");
      Elliptic problem(mesh, options);
      EXPECT_EQ(problem.op.form.view().cells(kind).size(), mesh.n_elements());
      const Discretization& d = problem.discretization;
      std::vector<BoundarySpace> boundaries(mesh.boundary_names.size(), BoundarySpace::zero);
      boundaries[0] = BoundarySpace::free;
      const ContinuousForm form = continuous_form(problem, boundaries, std::vector<double>(d.K(), 1));
      EXPECT_TRUE(form.remainder().value.empty());
      const CsrMatrix P = selection(form.space.unknown, form.space.n_unknowns),
                      A = csr_matrix(block_matrix(problem.op.form));
      const Matrix galerkin = dense(transpose(P) * (A * P)), cells = dense(form.assembled());
      EXPECT_LT(largest_difference(galerkin, cells), 1e-10);
    }
}

/// A problem's form on continuous functions of its degree without cells' matrices, and with them.
struct BothForms {
  explicit BothForms(Elliptic& problem)
      : made(problem.op.make_map_with_blocks(Precision::double_)),
        form(discontinuous_form(problem.op, nullptr, made.matrix_free)),
        matrix_free(form.matrix_free(
            problem.algebra.scatter_add(form.space.nodes, form.space.unknown.size(), Precision::double_))) {}

  const EllipticOperator::MapWithBlocks made;
  const ContinuousForm form;
  const std::unique_ptr<LinearMap> matrix_free;  ///< null: there is none
};

TEST(Multigrid, a_continuous_form_without_cells_matrices_is_the_one_with_them) {
  for (const int dim : {2, 3})
    for (const int N : {2, 3, 5}) {
      SCOPED_TRACE(std::to_string(dim) + "D, N = " + std::to_string(N));
      const Mesh mesh = make_box({.dim = dim, .cells = {3, 2, 2}, .jitter = 0.2});
      test::EllipticSystem options = options_on(mesh, N);
      for (auto& [name, region] : options.regions) region = {{Expression(3.0)}, Expression(2.0)};
      options.solver.form = OperatorForm::matrix_free;
      for (auto& [name, boundary] : options.boundaries)
        boundary.condition = name == "xmin" ? dirichlet : name == "xmax" ? floating : neumann;
      Elliptic problem(mesh, options);
      const BothForms forms(problem);
      ASSERT_NE(forms.matrix_free, nullptr);
      std::vector<double> x(forms.form.space.n_unknowns);
      std::mt19937 random;
      for (double& value : x) value = static_cast<double>(random()) / 0x1p32 - 0.5;
      const std::vector<double> found = problem.apply(*forms.matrix_free, x),
                                expected = problem.apply(
                                    *problem.algebra.csr(forms.form.assembled(), Precision::double_), x);
      for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-9) << i;
    }
}

TEST(Multigrid, a_continuous_form_has_cells_matrices_where_more_than_volumes_add_to_it) {
  const Mesh mesh = make_box({.dim = 2, .cells = {3, 2, 1}});
  test::EllipticSystem robin_condition = options_on(mesh, 3), varying = options_on(mesh, 3);
  robin_condition.boundaries["xmin"].condition = robin;
  robin_condition.boundaries["xmin"].coefficient = Expression(5.0);
  for (auto& [name, region] : varying.regions) region.kappa = {Expression::parse("1 + x*x")};
  const auto expect_none = [](const Mesh& on, test::EllipticSystem options) {
    options.solver.form = OperatorForm::matrix_free;
    Elliptic problem(on, options);
    EXPECT_EQ(BothForms(problem).matrix_free, nullptr);
  };
  expect_none(mesh, robin_condition);
  expect_none(mesh, varying);
  const Mesh stiff_and_soft = checkerboard(2, 3, 1);  // functions are torn there
  expect_none(stiff_and_soft, options_on(stiff_and_soft, 3));
}

/// Were it not, a correction could be many times too large there.
TEST(Multigrid, where_stiff_parts_touch_too_a_level_is_the_galerkin_product_of_the_level_above) {
  for (int dim : {2, 3}) {
    const Mesh mesh = checkerboard(dim, 3, 1);
    test::EllipticSystem options = options_on(mesh, 3);
    options.regions["1e6"].kappa = {Expression::parse("1e3")};
    std::vector<BoundarySpace> boundaries;  // a conductor, an insulator, earth
    for (const std::string& name : mesh.boundary_names) {
      options.boundaries[name].condition = name == "xmin" ? floating : name == "xmax" ? neumann : dirichlet;
      boundaries.push_back(name == "xmin"   ? BoundarySpace::constant
                           : name == "xmax" ? BoundarySpace::free
                                            : BoundarySpace::zero);
    }
    Elliptic problem(mesh, options);
    std::vector<double> kappa;
    for (const int region : mesh.region) kappa.push_back(region == 1 ? 1e3 : 1);
    const ContinuousForm fine = continuous_form(problem, boundaries, kappa), middle(fine, 2),
                         coarse(middle, 1);
    ASSERT_FALSE(fine.space.torn.empty());
    const auto expect_product = [](const CsrMatrix& P, const CsrMatrix& above, const ContinuousForm& form) {
      const Matrix product = dense(transpose(P) * (above * P));
      EXPECT_LT(largest_difference(product, dense(form.assembled())), 1e-9);
    };
    CsrMatrix nodes = selection(fine.space.unknown, fine.space.n_unknowns);  // and then the conductor
    nodes.column.push_back(fine.space.group_unknown[0]);
    nodes.value.push_back(1);
    nodes.row_begin.push_back(nodes.row_begin.back() + 1);
    ++nodes.rows;
    expect_product(nodes, problem.op.matrix_with_potentials(), fine);
    expect_product(prolongation(fine, middle), fine.assembled(), middle);
    expect_product(prolongation(middle, coarse), middle.assembled(), coarse);
  }
}

}  // namespace
}  // namespace dgsolve
