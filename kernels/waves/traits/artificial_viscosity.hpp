/// Artificial viscosity in rough cells (Persson & Peraire, AIAA 2006-112; Klöckner, Warburton & Hesthaven,
/// Math. Model. Nat. Phenom. 6 (2011) 57): ε = ℓ (|v| + c), m²/s, with a length ℓ for each cell,
///   ℓ = s ℓ_max,   s = t²(3 − 2t),   t = (r − 1)/(r_full − 1) within [0, 1],
/// where r is the share of the highest modes over the gate of rough cells, so that smooth flow has none. ℓ is
/// that of the state which a stage begins with. The first pass of the stage finds it beside the gradients,
/// and they take it along: to faces, where one side's gradients count for both, and to other devices.
///
/// P::artificial_viscosity tells of an equation that its flux has one. Then the gradients of a node end with
/// ℓ, P::diffusivity(u, c, ℓ) knows of it, and P::viscous_share(u⁻, u⁺, c) is the share of it between two
/// states: gradients are those of one side, and must not take from the other what it does not have.
#pragma once

#include "kernels/waves/traits/rough_cells.hpp"

namespace DGSOLVE_NAMESPACE {

template <class P>
inline constexpr bool has_artificial_viscosity = requires {
  P::artificial_viscosity;
};

/// r_full: the share of the highest modes, over the gate, from which the viscosity is the largest one.
constexpr double full_roughness = 10;

/// s. Deviations from the mean count from about least_roughness on.
template <class T>
DGSOLVE_INLINE T viscosity_share(const ModeSquares<T>& squares, T gate) {
  const T others = squares.others + T(least_roughness * least_roughness) * squares.mean;
  const T r = squares.highest / (gate * others);
  const T t = min_of(max_of((r - T(1)) * T(1 / (full_roughness - 1)), T(0)), T(1));
  return t * t * (T(3) - T(2) * t);
}

}  // namespace DGSOLVE_NAMESPACE
