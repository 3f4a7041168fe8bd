/// The limiter behind each stage of an equation whose solutions have shocks, cell by cell, in two parts.
///
/// Oscillations are damped in cells whose field P::rough_field is rough
/// (kernels/waves/traits/rough_cells.hpp), unless these are filtered, or viscous, instead. A mode of degree p
/// is multiplied by
///   exp(−τ β/r σ d_p),   d_p = (p + 1)²/(2N − 1),
/// where τ is the time that the stage advances, β the fastest wave's speed in the mean, r = dim |K|/|∂K|, and
///   σ = (3/n_faces) max_k Σ_f ⟨|[u]_k|⟩_f/ū_k / (0.1 + max_{k,f} |⟨u⁺⟩_f − ū|_k/ū_k)
/// of the state that the stage began with: jumps against what lies across, both dimensionless. (Peng, Sun &
/// Wu, arXiv:2310.04807, arXiv:2409.09620; there jumps are those of the new state, over the largest deviation
/// in the whole domain. Here nothing is asked for but the traces that the stage reads anyway, and waves are
/// as sharp: solver/README.md.)
///
/// Then a cell's values are squeezed towards their mean, u ← ū + θ(u − ū), so far that P's positive
/// quantities are positive at its nodes and at all points that fluxes read (Zhang & Shu, J. Comput. Phys. 229
/// (2010) 8918). Both keep the mean, and thereby what the scheme conserves. Where no θ does, the mean is not
/// admissible: the cell becomes NaN, by which the step is rejected.
///
/// Traits of an equation that has a limiter:
///   P::rough_field               the field by which cells are found rough,
///   P::n_positive                quantities that are positive,
///   P::positive(i, u, c)         concave in u where those before the i-th are positive
///   P::n_sizes                   kinds k of fields,
///   P::sizes(d)                  [k] of the difference of two states,
///   P::size_scales(u)            [k]: to which these compare in a state
#pragma once

#include "kernels/waves/traits/equation.hpp"
#include "kernels/waves/traits/rough_cells.hpp"

namespace DGSOLVE_NAMESPACE {

template <class P>
inline constexpr bool has_limiter = requires {
  P::n_positive;
};

/// Least value of a positive quantity, as a share of that in the mean.
constexpr double least_positive_share = 1e-4;

/// [n_positive], in the mean of a cell.
template <class P, class T>
DGSOLVE_INLINE Vec<T, P::n_positive> positive_quantities(const Vec<T, P::n_fields>& mean,
                                                         const Vec<T, P::n_coefficients>& c) {
  Vec<T, P::n_positive> values;
  for (int i = 0; i < P::n_positive; ++i) values[i] = P::positive(i, mean, c);
  return values;
}

/// The largest share θ of u − ū, at most 1, for which ū + θ(u − ū) is surely positive. of_mean:
/// positive_quantities of ū.
template <class P, class T>
DGSOLVE_INLINE T positive_share(const Vec<T, P::n_fields>& u, const Vec<T, P::n_fields>& mean,
                                const Vec<T, P::n_positive>& of_mean, const Vec<T, P::n_coefficients>& c) {
  T theta = T(1);
  for (int i = 0; i < P::n_positive; ++i) {
    Vec<T, P::n_fields> squeezed;
    for (int f = 0; f < P::n_fields; ++f) squeezed[f] = mean[f] + theta * (u[f] - mean[f]);
    const T value = P::positive(i, squeezed, c), least = T(least_positive_share) * of_mean[i];
    theta = theta * select(value < least, (of_mean[i] - least) / (of_mean[i] - value), T(1));
  }
  return theta;
}

/// θ, or NaN where a quantity of the mean is not positive.
template <class T, int n>
DGSOLVE_INLINE T checked_share(T theta, const Vec<T, n>& of_mean) {
  for (int i = 0; i < n; ++i) theta = select(of_mean[i] > T(0), theta, T(0) / (of_mean[i] - of_mean[i]));
  return theta;
}

/// A cell's addition to the record of where the limiter acted: its share of the stage's time, or, where a
/// state is squeezed that no stage computed, of 1. A cell whose mean is not admissible adds nothing: its step
/// is rejected.
DGSOLVE_INLINE double limited_time(double time, double share) {
  return share > 0 ? (time > 0 ? time : 1) * share : 0;
}

/// The largest of sizes of a difference, each over its scale.
template <class P, class T>
DGSOLVE_INLINE T relative_difference(const Vec<T, P::n_sizes>& sizes, const Vec<T, P::n_sizes>& scales) {
  T largest = sizes[0] / scales[0];
  for (int k = 1; k < P::n_sizes; ++k) largest = max_of(largest, sizes[k] / scales[k]);
  return largest;
}

/// A cell's jumps, face by face.
template <class P, class T>
struct JumpsOfCell {
  Vec<T, P::n_sizes> jumps{};  ///< Σ_f ⟨|[u]_k|⟩_f
  T deviation = T(0);          ///< max |⟨u⁺⟩_f − ū|_k/ū_k
  T area = T(0);               ///< |∂K|

  /// of_face: ∫_f |[u]_k| dS, across: ∫_f u⁺ dS, of_area: |f|.
  DGSOLVE_INLINE void add(const Vec<T, P::n_sizes>& of_face, const Vec<T, P::n_fields>& across, T of_area,
                          const Vec<T, P::n_fields>& mean) {
    Vec<T, P::n_fields> difference;
    for (int f = 0; f < P::n_fields; ++f) difference[f] = across[f] / of_area - mean[f];
    for (int k = 0; k < P::n_sizes; ++k) jumps[k] += of_face[k] / of_area;
    deviation = max_of(deviation, relative_difference<P>(P::sizes(difference), P::size_scales(mean)));
    area += of_area;
  }
  /// σ/r, 1/m.
  DGSOLVE_INLINE T rate(T volume, const Vec<T, P::n_fields>& mean) const {
    constexpr int n_faces = P::dim + 1;
    return T(3) * area / (T(P::dim * n_faces) * volume) *
           relative_difference<P>(jumps, P::size_scales(mean)) / (T(0.1) + deviation);
  }
};

}  // namespace DGSOLVE_NAMESPACE
