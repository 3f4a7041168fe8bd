#include "solver/waves/forms/limiter_form.hpp"

#include <cmath>
#include <limits>

#include "kernels/waves/cells/mass_matrix.hpp"

namespace dgsolve {
namespace {

/// Found by experiment on triangles at N = 2…7. At N = 1 all modes but the mean are the highest, and
/// squeezing alone was better than damping by any test that was tried (solver/README.md).
double gate_of_order(int N) {
  return N == 1 ? std::numeric_limits<double>::infinity() : 2.4 / std::pow(N, 4);
}

RoughCells treatment_by(ShockMethod method) {
  if (method == ShockMethod::entropy_filter) return RoughCells::filtered;
  return method == ShockMethod::artificial_viscosity ? RoughCells::viscous : RoughCells::damped;
}

/// h/(N + 1), of the smallest altitude h of each cell, times a factor that was found by experiment.
std::vector<double> lengths_of_viscosity(const Discretization& d) {
  constexpr double factor = 0.25;
  std::vector<double> lengths(d.factors.smallest_altitude.begin(), d.factors.smallest_altitude.end());
  for (double& length : lengths) length *= factor / (d.element.N + 1);
  return lengths;
}

/// In the order of `basis`.
std::vector<int> degrees_of_modes(int dim, int N) {
  std::vector<int> degrees;
  for (int i = 0; i <= N; ++i)
    for (int j = 0; i + j <= N; ++j)
      for (int k = 0; i + j + k <= N && (dim == 3 || k == 0); ++k) degrees.push_back(i + j + k);
  return degrees;
}

}  // namespace

LimiterForm::LimiterForm(const Discretization& discretization, ShockMethod method,
                         const QuadratureView& quadrature)
    : d_(discretization),
      rough_(treatment_by(method)),
      gate_(method == ShockMethod::positivity ? std::numeric_limits<double>::infinity()
                                              : gate_of_order(discretization.element.N)),
      V_(quadrature.V.begin(), quadrature.V.end()),
      weights_(quadrature.weights.begin(), quadrature.weights.end()),
      modes_(transpose(discretization.element.V) * discretization.element.mass),
      mass_(discretization.element.Np, discretization.element.Np) {
  const int N = d_.element.N, Np = d_.element.Np;
  for (const int p : degrees_of_modes(d_.element.dim, N)) {
    const double damped = p == 0 ? 0 : (p + 1.0) * (p + 1) / (2 * N - 1);
    exponents_.push_back(rough_ == RoughCells::filtered ? p * p : damped);
    is_highest_.push_back(p == N ? 1 : 0);
  }
  mass_.a = mass_matrix(weights_, V_);
  mean_.assign(Np, 0.0);
  double total = 0;
  for (int i = 0; i < Np; ++i)
    for (int j = 0; j < Np; ++j) mean_[j] += mass_(i, j);
  for (const double weight : mean_) total += weight;
  for (double& weight : mean_) weight /= total;
  if (rough_ == RoughCells::viscous) lengths_ = lengths_of_viscosity(d_);
}

void LimiterForm::mean_of_curved(int element, double* to) const {
  const int Np = d_.element.Np;
  const double* const J =
      &d_.factors.view().curved_jacobian[static_cast<std::size_t>(d_.factors.view().curved_index[element]) *
                                         weights_.size()];
  std::vector<double> over_J(weights_);
  for (std::size_t q = 0; q < over_J.size(); ++q) over_J[q] /= J[q];
  Matrix weighted(Np, Np), sums(Np, 1);
  weighted.a = mass_matrix(over_J, V_);
  for (int i = 0; i < Np; ++i)
    for (int j = 0; j < Np; ++j) sums(i, 0) += mass_(i, j);
  const Matrix w = mass_ * positive_solve(weighted, sums);
  double total = 0;
  for (const double weight : w.a) total += weight;
  for (int i = 0; i < Np; ++i) to[i] = w.a[i] / total;
}

LimiterView LimiterForm::view() const {
  return {true,        rough_,         gate_,
          modes_.a,    d_.element.V.a, exponents_,
          is_highest_, mean_,          [this](int element, double* to) { mean_of_curved(element, to); },
          lengths_};
}

}  // namespace dgsolve
