/// How many polynomials there are: one count for solver and kernels.
#pragma once

#include "kernels/base/prelude.hpp"

namespace DGSOLVE_NAMESPACE {

/// Polynomials of degree ≤ N in dim variables that are linearly independent.
constexpr int n_polynomials(int dim, int N) {
  int n = 1;
  for (int i = 1; i <= dim; ++i) n = n * (N + i) / i;
  return n;
}

}  // namespace DGSOLVE_NAMESPACE
