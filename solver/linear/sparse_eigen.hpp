/// Eigenpairs of sparse matrices, and equations with them, by Spectra and Eigen on the host.
#pragma once

#include <complex>
#include <span>
#include <vector>

#include "kernels/algebra/linear_algebra.hpp"

namespace dgsolve {

struct EigenPairs {
  std::vector<double> values;                ///< rising
  std::vector<std::vector<double>> vectors;  ///< [pair][rows]
};

/// The n smallest of K x = λ M x, all if there are fewer: K is symmetric and not negative, M positive; xᵀMx =
/// 1. scale > 0: of the size of the smallest λ > 0. No pair of several with one λ is missed: their number is
/// checked by Sylvester's law of inertia. Throws std::runtime_error where the iteration does not converge.
EigenPairs smallest_eigenpairs(const CsrMatrix& K, const CsrMatrix& M, int n, double scale);

struct ComplexEigenPairs {
  std::vector<std::complex<double>> values;
  std::vector<std::vector<std::complex<double>>> vectors;  ///< [pair][rows]
};

/// The n pairs of A x = λ B x with λ nearest to a shift that is no eigenvalue, the nearest first: for
/// symmetric A and B, neither of them definite. From row `used` on A must be zero. That gives λ = 0 to all
/// vectors that are zero up to there; such pairs are left out. Throws std::runtime_error as above.
ComplexEigenPairs eigenpairs_near(const CsrMatrix& A, const CsrMatrix& B, double shift, int n, int used);

/// x of A x = b, for symmetric positive definite A; throws std::domain_error where A is not.
std::vector<double> solve_positive(const CsrMatrix& A, std::span<const double> b);

}  // namespace dgsolve
