#include "solver/multigrid/eigenvalue.hpp"

#include <cmath>
#include <random>
#include <stdexcept>
#include <string>

#include "solver/dense.hpp"

namespace dgsolve {
namespace {

constexpr int n_steps = 15;
/// The residual has no more than round-off left: the Krylov space is exhausted.
constexpr double exhausted = 1e-12;

std::vector<double> random_vector(std::size_t n) {
  std::mt19937_64 generator;  // its default seed and bits are the standard's own, the same everywhere
  std::vector<double> x(n);
  for (double& v : x) v = std::ldexp(static_cast<double>(generator() >> 11), -52) - 1;
  return x;
}

double positive(double product, const char* what) {
  if (product > 0) return product;
  throw std::domain_error("largest eigenvalue: the " + std::string(what) + " is not positive definite: x·" +
                          (what[0] == 'o' ? "Ax" : "Sx") + " is " + std::to_string(product) +
                          "; valid: larger than 0");
}

double largest_of_tridiagonal(const std::vector<double>& diagonal, const std::vector<double>& beside) {
  const int n = static_cast<int>(diagonal.size());
  Matrix t(n, n);
  for (int j = 0; j < n; ++j) {
    t(j, j) = diagonal[j];
    if (j > 0) t(j, j - 1) = t(j - 1, j) = beside[j - 1];
  }
  return symmetric_eigen(t).values.back();
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

  algebra.upload(random_vector(a.rows), *r);
  s.apply(*r, *z);
  algebra.copy(*z, *p);
  double rho = positive(dot(*r, *z), "smoother");
  const double first_rho = rho;
  std::vector<double> diagonal, beside;  // of Lanczos' tridiagonal matrix, from the steps' α and β
  double carried = 0;                    // β/α of the step before
  for (int step = 0; step < n_steps; ++step) {
    a.apply(*p, *q);
    const double alpha = rho / positive(dot(*p, *q), "operator");
    diagonal.push_back(1 / alpha + carried);
    algebra.combine(-alpha, *q, 1, *r);
    s.apply(*r, *z);
    const double next = dot(*r, *z);
    if (!(next > exhausted * first_rho)) break;
    const double beta = next / rho;
    beside.push_back(std::sqrt(beta) / alpha);
    carried = beta / alpha;
    rho = next;
    algebra.combine(1, *z, beta, *p);
  }
  return largest_of_tridiagonal(diagonal, beside);
}

}  // namespace dgsolve
