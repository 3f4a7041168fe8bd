/// The limiter's operators (kernels/waves/traits/limiter.hpp).
#pragma once

#include <vector>

#include "kernels/waves/wave_problem.hpp"
#include "solver/discretization/discretization.hpp"
#include "solver/waves/forms/shock_method.hpp"

namespace dgsolve {

class LimiterForm {
 public:
  /// Not of ShockMethod::none. quadrature: by which cells are integrated. Keeps a reference to the
  /// discretization.
  LimiterForm(const Discretization& discretization, ShockMethod method, const QuadratureView& quadrature);

  LimiterView view() const;

 private:
  /// The weights of a curved cell's mean, [Np], such that stages conserve it: with the weight-adjusted
  /// inverse they are 1ᵀ M M_{1/J}⁻¹ M / |K|.
  void mean_of_curved(int element, double* to) const;

  const Discretization& d_;
  const RoughCells rough_;
  const double gate_;
  const std::vector<double> V_;  ///< [Nq][Np]: nodes → points,
  const std::vector<double> weights_;
  Matrix modes_, mass_;
  std::vector<double> exponents_, is_highest_, mean_, lengths_;
};

}  // namespace dgsolve
