/// The entropy filter of rough cells (Dzanic & Witherden, J. Comput. Phys. 468 (2022) 111501): modes of
/// degree p are multiplied by f^{p²}, with the largest f, found by bisection, for which at all points that
/// fluxes read
///   P::positive(i, u, c) > 0   and   P::entropy(u, c) ≥ (1 − tolerance) e_min,
/// where e_min is the least entropy, in the state that the stage began with, in the cell and across its
/// faces. (There it is that of the neighbours' cells. Across faces it is what the stage reads anyway, and
/// nothing more is exchanged.)
///
/// P::entropy(u, c), of an equation that has a limiter, is one that no solution lets fall along its flow.
#pragma once

#include "kernels/waves/traits/limiter.hpp"

namespace DGSOLVE_NAMESPACE {

constexpr double entropy_tolerance = 1e-4;
/// Bisections of f: the last one is as near to the largest f as 1/2ⁿ.
constexpr int entropy_bisections = 20;

/// 1 where a state is positive and has the entropy `least` at least, else 0.
template <class P, class T>
DGSOLVE_INLINE T keeps_entropy(const Vec<T, P::n_fields>& u, T least, const Vec<T, P::n_coefficients>& c) {
  T keeps = T(1);
  for (int i = 0; i < P::n_positive; ++i) keeps = select(P::positive(i, u, c) > T(0), keeps, T(0));
  return select(P::entropy(u, c) >= least, keeps, T(0));
}

/// The share 1 − f^{p²} that a mode loses; squared_degree: p² > 0.
template <class T>
DGSOLVE_INLINE T share_filtered(T f, T squared_degree) {
  return T(1) - pow_of(max_of(f, T(1e-9)), squared_degree);
}

/// The interval that f is in: `kept` keeps the entropy, or is 0, and `tried` is to be.
template <class T>
struct FilterStrength {
  T kept = T(0), lost = T(1);

  DGSOLVE_INLINE T tried() const { return T(0.5) * (kept + lost); }
  /// keeps: 1 or 0.
  DGSOLVE_INLINE void bisect(T keeps) {
    const T middle = tried();
    kept = select(keeps > T(0), middle, kept);
    lost = select(keeps > T(0), lost, middle);
  }
};

}  // namespace DGSOLVE_NAMESPACE
