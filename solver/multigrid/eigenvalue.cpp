/// Implements solver/multigrid/chebyshev.hpp.
/// The largest eigenvalue, by Lanczos' method.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

#include "solver/linear/dense.hpp"
#include "solver/multigrid/chebyshev.hpp"

namespace dgsolve {
namespace {

constexpr int n_steps = 8;
/// The Krylov space is exhausted where no more than round-off (of single precision) is left of the residual,
/// or of the operator along it: the kernel of a semidefinite operator.
constexpr double exhausted = 1e-10, flat = 1e-5;

/// The same everywhere: bits and default seed of the generator are the standard's own, and a run of numbers
/// has a generator to itself, whatever thread draws it.
UnsetVector<double> random_vector(std::size_t n) {
  constexpr std::size_t run = 65536;
  UnsetVector<double> x(n);
#pragma omp parallel for
  for (std::size_t first = 0; first < n; first += run) {
    std::mt19937_64 generator(std::mt19937_64::default_seed + first / run);
    for (std::size_t i = first; i < std::min(first + run, n); ++i)
      x[i] = 0x1p-52 * static_cast<double>(generator() >> 11) - 1;
  }
  return x;
}

void check_positive(double product, const char* what) {
  if (product > 0) return;
  throw std::domain_error(
      fmt::format("largest eigenvalue: the {} is not positive definite: a vector's product "
                  "with itself is {:f}; valid: larger than 0",
                  what, product));
}

/// The operator's, from Lanczos' tridiagonal matrix, whose own θ is from below. A third of the residual that
/// θ's vector leaves makes up for it: so eight steps find what θ is after fifteen (kernels/PERFORMANCE.md,
/// "Multigrid").
double estimate_from(const std::vector<double>& diagonal, const std::vector<double>& beside) {
  const int n = static_cast<int>(diagonal.size());
  Matrix t(n, n);
  for (int j = 0; j < n; ++j) {
    t(j, j) = diagonal[j];
    if (j > 0) t(j, j - 1) = t(j - 1, j) = beside[j - 1];
  }
  const SymmetricEigen eigen = symmetric_eigen(t);
  const double residual = std::abs(beside.back() * eigen.vectors(n - 1, n - 1));
  return eigen.values.back() + residual / 3;
}

}  // namespace

double largest_eigenvalue(LinearAlgebra& algebra, LinearMap& a, LinearMap& s) {
  const auto r = algebra.vector(a.rows, a.precision), z = algebra.vector(a.rows, a.precision);
  const auto p = algebra.vector(a.rows, a.precision), q = algebra.vector(a.rows, a.precision);
  const auto product = algebra.scalar();
  const auto dot = [&](const DeviceVector& x, const DeviceVector& y) {
    algebra.dot(x, y, *product);
    return algebra.value(*product);
  };

  algebra.upload(random_vector(a.rows), *p);
  a.apply(*p, *r);  // nothing of it is in the kernel of a semidefinite operator
  s.apply(*r, *z);
  algebra.copy(*z, *p);
  double rho = dot(*r, *z);
  check_positive(rho, "smoother");
  const double first_rho = rho;
  std::vector<double> diagonal, beside;   // of Lanczos' tridiagonal matrix, from the steps' α and β
  double largest_slope = 0, carried = 0;  // of 1/α; β/α of the step before
  for (int step = 0; step < n_steps && rho > exhausted * first_rho; ++step) {
    a.apply(*p, *q);
    const double slope = dot(*p, *q) / rho;  // 1/α
    if (std::abs(slope) < flat * largest_slope) break;
    check_positive(slope, "operator");
    largest_slope = std::max(largest_slope, slope);
    diagonal.push_back(slope + carried);
    algebra.combine(-1 / slope, *q, 1, *r);
    s.apply(*r, *z);
    const double next = dot(*r, *z), beta = next / rho;
    beside.push_back(std::sqrt(std::max(beta, 0.0)) * slope);
    carried = beta * slope;
    rho = next;
    algebra.combine(1, *z, beta, *p);
  }
  return estimate_from(diagonal, beside);
}

double largest_and_some_more(LinearAlgebra& algebra, LinearMap& a, LinearMap& s) {
  constexpr double safety = 1.1;
  return safety * largest_eigenvalue(algebra, a, s);
}

}  // namespace dgsolve
