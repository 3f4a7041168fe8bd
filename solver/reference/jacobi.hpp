/// Jacobi polynomials, orthonormal on [−1,1] in the weight (1−x)^alpha (1+x)^beta, by their recurrence
///   a_{n+1} P_{n+1} = (x − b_n) P_n − a_n P_{n−1}   (Hesthaven & Warburton 2008, appendix A).
#pragma once

namespace dgsolve {

struct JacobiRecurrence {
  double a, b;  ///< a_n, b_n; a_0 is 0
};
JacobiRecurrence jacobi_recurrence(int n, double alpha, double beta);

/// ∫ (1−x)^alpha (1+x)^beta over [−1,1] = 1/P_0².
double jacobi_weight_integral(double alpha, double beta);

}  // namespace dgsolve
