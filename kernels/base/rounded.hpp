/// Numbers in 16 bits, as a CPU and a GPU keep the entries of symmetric matrices: B_ij = s_i n_ij s_j with
/// s_i² = B_ii / rounded_one. Where B is positive semidefinite, |B_ij| ≤ √(B_ii B_jj), so that n_ij fits, and
/// an entry is wrong by at most half of √(B_ii B_jj) / rounded_one.
#pragma once

#include "kernels/base/prelude.hpp"

namespace DGSOLVE_NAMESPACE {

/// What 1 is among such numbers.
inline constexpr double rounded_one = 32767;

/// s of a diagonal entry, and its inverse: 0 where the entry is, as are its row and column then.
struct RoundingScale {
  double s, inverse;
};
DGSOLVE_INLINE RoundingScale rounding_scale(double diagonal) {
  const double s = sqrt_of(diagonal / rounded_one);
  return {s, s > 0 ? 1 / s : 0.0};
}

/// The nearest number of 16 bits, of two the one further from 0.
DGSOLVE_INLINE short rounded(double value) {
  return static_cast<short>(
      static_cast<int>(value + (value < 0 ? -0.5 : 0.5)));  // compilers have vectors by way of int
}

}  // namespace DGSOLVE_NAMESPACE
