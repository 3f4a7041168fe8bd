/// Jacobi polynomials, orthonormal on [−1,1] in the weight (1−x)^alpha (1+x)^beta, by their recurrence
///   a_{n+1} P_{n+1} = (x − b_n) P_n − a_n P_{n−1}   (Hesthaven & Warburton 2008, appendix A).
#pragma once

#include <cmath>

namespace dgsolve {

struct JacobiRecurrence {
  double a, b;  ///< a_n, b_n; a_0 is 0
};
inline JacobiRecurrence jacobi_recurrence(int n, double alpha, double beta) {
  const double sum = alpha + beta, m = 2 * n + sum;
  // n = 0: b_0 without the common factor alpha + beta, which may be 0.
  if (n == 0) return {0, (beta - alpha) / (sum + 2)};
  // n = 1: n + sum and m − 1 are equal and cancel (both are 0 for sum = −1).
  const double ratio = n == 1 ? 1 : (n + sum) / (m - 1);
  const double a = 2 / m * std::sqrt(n * ratio * (n + alpha) * (n + beta) / (m + 1));
  const double b = (beta - alpha) * sum / (m * (m + 2));
  return {a, b};
}

/// ∫ (1−x)^alpha (1+x)^beta over [−1,1] = 1/P_0².
inline double jacobi_weight_integral(double alpha, double beta) {
  return std::exp2(alpha + beta + 1) * std::tgamma(alpha + 1) * std::tgamma(beta + 1) /
         std::tgamma(alpha + beta + 2);
}

}  // namespace dgsolve
