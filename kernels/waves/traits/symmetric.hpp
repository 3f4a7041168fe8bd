/// Symmetric 3×3 matrices, given as 11, 22, 33, 23, 13, 12.
#pragma once

#include "kernels/waves/traits/equation.hpp"

namespace DGSOLVE_NAMESPACE {

/// S v
template <class Number>
DGSOLVE_INLINE Vec<Number, 3> times_symmetric(const Vec<Number, 6>& S, const Vec<Number, 3>& v) {
  return {{S[0] * v[0] + S[5] * v[1] + S[4] * v[2], S[5] * v[0] + S[1] * v[1] + S[3] * v[2],
           S[4] * v[0] + S[3] * v[1] + S[2] * v[2]}};
}

/// … of two vectors that stand one behind the other.
template <class Number>
DGSOLVE_INLINE Vec<Number, 6> times_symmetric(const Vec<Number, 6>& S, const Vec<Number, 6>& pair) {
  const Vec<Number, 3> first = times_symmetric(S, Vec<Number, 3>{{pair[0], pair[1], pair[2]}});
  const Vec<Number, 3> second = times_symmetric(S, Vec<Number, 3>{{pair[3], pair[4], pair[5]}});
  return {{first[0], first[1], first[2], second[0], second[1], second[2]}};
}

template <class Number>
DGSOLVE_INLINE Number determinant(const Vec<Number, 6>& S) {
  return S[0] * (S[1] * S[2] - S[3] * S[3]) - S[5] * (S[5] * S[2] - S[3] * S[4]) +
         S[4] * (S[5] * S[3] - S[1] * S[4]);
}

/// The rows of Lᵀ where S = L Lᵀ (Cholesky): |Lᵀv|² = vᵀS v.
template <class Number>
DGSOLVE_INLINE Vec<Vec<Number, 3>, 3> transposed_root(const Vec<Number, 6>& S) {
  const Number zero(0), l00 = sqrt_of(S[0]), l10 = S[5] / l00, l20 = S[4] / l00;
  const Number l11 = sqrt_of(S[1] - l10 * l10), l21 = (S[3] - l20 * l10) / l11;
  const Number l22 = sqrt_of(S[2] - l20 * l20 - l21 * l21);
  return {{{{l00, l10, l20}}, {{zero, l11, l21}}, {{zero, zero, l22}}}};
}

}  // namespace DGSOLVE_NAMESPACE
