/// Bounds of spectra, for Chebyshev smoothers.
#pragma once

#include "kernels/algebra/linear_algebra.hpp"

namespace dgsolve {

/// Estimate, from below, of the largest eigenvalue of S A, both symmetric and positive (semi)definite: the
/// largest Ritz value after 15 steps of conjugate gradients for A x = A y with a random y, the same at every
/// call (Lanczos; Golub & Van Loan, Matrix Computations, section 10.2; Saad 2003, section 6.7.3). Throws
/// std::domain_error where A or S is not positive.
double largest_eigenvalue(LinearAlgebra& algebra, LinearMap& a, LinearMap& s);

}  // namespace dgsolve
