/// Implements app/elliptic/elliptic_problem.hpp.
/// `dgsolve bench` of elliptic problems.

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

#include "app/elliptic/elliptic_problem.hpp"
#include "solver/elliptic/preconditioners.hpp"
#include "solver/elliptic/solve.hpp"
#include "solver/linear/map_timing.hpp"

namespace dgsolve {
namespace {

/// Two media, u = 0 all around, f = 1.
EllipticOptions options_on(const Mesh& mesh) {
  EllipticOptions options;
  options.solver.form = OperatorForm::matrix_free;
  double kappa = 1;
  for (const std::string& region : mesh.region_names) {
    options.regions[region] = {{Expression(kappa)}, Expression()};
    kappa *= 2;
  }
  for (const std::string& name : mesh.boundary_names)
    options.boundaries[name].condition = EllipticCondition::dirichlet;
  options.source = Expression(1);
  return options;
}

/// Operations of a product on straight cells: three products with dim matrices, two with face mass matrices.
double flops_matrix_free(const Discretization& d) {
  const ReferenceElement& e = d.element;
  return 2.0 * d.K() * (3.0 * e.dim * e.Np * e.Np + 2.0 * e.n_faces * e.Nfp * e.Nfp);
}

/// Bytes of the operator as dense blocks.
double bytes_of_blocks(const Discretization& d, Precision precision) {
  const double Np = d.element.Np;
  return d.K() * (d.element.n_faces + 1) * Np * Np * bytes_of(precision);
}

Measurement measure_product(const EllipticOperator& op, OperatorForm form, Precision precision,
                            const DeviceLimits& limits) {
  const Discretization& d = op.form.discretization;
  const std::size_t before = op.algebra.memory();
  const std::unique_ptr<LinearMap> map = op.make_map(form, precision);
  const double n = static_cast<double>(map->rows), held = static_cast<double>(op.algebra.memory() - before);
  const double bytes = held + 2 * n * bytes_of(precision);
  const double numbers = bytes_of_blocks(d, precision) / bytes_of(precision);
  const double flops = form == OperatorForm::matrix_free ? flops_matrix_free(d) : 2 * numbers;
  const double by_memory = bytes / limits.byte_per_s, by_flops = flops / limits.flop_per_s;
  Measurement m;
  m.order = d.element.N;
  m.elements = d.K();
  m.seconds = seconds_of_product(op.algebra, *map);
  m.gdof_per_s = n / m.seconds / 1e9;
  m.gflop_per_s = flops / m.seconds / 1e9;
  m.gbyte_per_s = bytes / m.seconds / 1e9;
  m.fraction_of_bound = std::max(by_memory, by_flops) / m.seconds;
  m.bound = by_memory > by_flops ? "memory" : "flops";
  m.variant = name_of(form);
  return m;
}

/// Measures every form whose matrix is worth the time to fill it.
std::vector<Measurement> measure_products(const EllipticOperator& op, Precision precision,
                                          const DeviceLimits& limits) {
  constexpr double most = 4e9;  // bytes
  std::vector<OperatorForm> forms = {OperatorForm::matrix_free};
  if (bytes_of_blocks(op.form.discretization, precision) < most)
    forms.insert(forms.end(), {OperatorForm::csr, OperatorForm::bsr, OperatorForm::sliced_ell});
  else
    fmt::print("the matrix would take more than {:.0f} GB, and is left out\n", most / 1e9);
  fmt::print("{:<13} {:>10} {:>12} {:>9} {:>9} {:>18}\n", "product", "us", "G unknowns/s", "GFLOP/s", "GB/s",
             "fraction of bound");
  std::vector<Measurement> measurements;
  for (const OperatorForm form : forms) {
    try {
      const Measurement m = measure_product(op, form, precision, limits);
      fmt::print("{:<13} {:>10.2f} {:>12.3f} {:>9.1f} {:>9.1f} {:>8.2f} ({})\n", m.variant, 1e6 * m.seconds,
                 m.gdof_per_s, m.gflop_per_s, m.gbyte_per_s, m.fraction_of_bound, m.bound);
      measurements.push_back(m);
    } catch (const DeviceError& reason) {  // a library is missing
      fmt::print("{:<13} {}\n", name_of(form), reason.what());
    }
  }
  return measurements;
}

void print_cycle(LinearAlgebra& algebra, const Multigrid& multigrid) {
  fmt::print("{:>5} {:>10}  {:<13} {:>5} {:>10} {:>10}\n", "level", "unknowns", "product with", "times",
             "us each", "us a cycle");
  int number = 0;
  for (const Multigrid::LevelProducts& level : multigrid.levels()) {
    for (const Multigrid::Product& product : level.products) {
      const double seconds = seconds_of_product(algebra, product.map);
      fmt::print("{:5} {:10}  {:<13} {:5} {:>10.2f} {:>10.2f}\n", number, level.unknowns, product.name,
                 product.times, 1e6 * seconds, 1e6 * seconds * product.times);
    }
    ++number;
  }
}

void print_solve(const EllipticOperator& op) {
  const UnsetVector<double> f = op.right_hand_side();
  const double n = static_cast<double>(f.size());
  const EllipticSolution solution = EllipticSolver(op).solve(f);
  const auto upload = std::ranges::find(solution.times, "upload", &TimePhase::name);
  fmt::print(
      "solve: set up in {:.3g} s ({:.3g} us an unknown), {} iterations in {:.4g} s ({:.4g} ns an unknown), "
      "of which {:.2g} s to upload the right-hand side\n",
      solution.setup_seconds, 1e6 * solution.setup_seconds / n, solution.report.iterations,
      solution.solve_seconds, 1e9 * solution.solve_seconds / n, upload->seconds);
}

/// Cells, of which a matrix is several times what caches hold.
int number_of_elements(const BenchTask& task, int order) {
  constexpr int numbers = 125'000'000;
  const int Np = n_polynomials(task.system.dim, order);
  return task.elements.value_or(numbers / (5 * Np * Np));
}

std::vector<Measurement> bench_order(const BenchTask& task, int order) {
  const Mesh mesh = bench_mesh(task.system.dim, number_of_elements(task, order), task.geometry_order);
  const EllipticOptions options = options_on(mesh);
  const Discretization discretization(mesh, order, std::vector<bool>(mesh.boundary_names.size(), true));
  LinearAlgebra& algebra = task.device.linear_algebra();
  const EllipticOperator op(discretization, options, task.device.penalty_maps());
  fmt::print("\norder {}, {} elements, {} unknowns\n", order, discretization.K(), discretization.n_dofs(1));
  std::vector<Measurement> measurements = measure_products(op, task.precision, task.limits);
  const std::unique_ptr<Multigrid> multigrid = make_multigrid(op, Precision::single);
  print_cycle(algebra, *multigrid);
  const auto r = algebra.vector(discretization.n_dofs(1), Precision::double_),
             z = algebra.vector(discretization.n_dofs(1), Precision::double_);
  algebra.upload(op.right_hand_side(), *r);
  fmt::print("cycle: {:.2f} us\n", 1e6 * seconds_of(algebra, [&] { multigrid->apply(*r, *z); }));
  print_solve(op);
  return measurements;
}

}  // namespace

std::vector<Measurement> bench_elliptic(const BenchTask& task) {
  std::vector<Measurement> measurements;
  for (int order = task.orders.first; order <= task.orders.last; ++order) {
    const std::vector<Measurement> products = bench_order(task, order);
    measurements.insert(measurements.end(), products.begin(), products.end());
    std::fflush(stdout);
  }
  return measurements;
}

}  // namespace dgsolve
