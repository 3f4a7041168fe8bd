/// Rough cells, in which a field oscillates or jumps, and what is done about it. They are found by the
/// squares of the field's modes: those of degree N have too large a share of all but the mean.
#pragma once

#include "kernels/base/prelude.hpp"

namespace dgsolve {

enum class RoughCells : unsigned char {
  damped,    ///< modes are multiplied behind a stage: by their jumps (kernels/waves/traits/limiter.hpp),
  filtered,  ///< or until the entropy is bounded (kernels/waves/traits/entropy_filter.hpp)
  viscous    ///< the flux is viscous there (kernels/waves/traits/artificial_viscosity.hpp)
};

}  // namespace dgsolve

namespace DGSOLVE_NAMESPACE {

/// Deviation from the mean, as a share of it, below which no cell is rough.
constexpr double least_roughness = 1e-3;

/// Squares of a field's modes in a cell: of the mean, of all others, and of those of degree N.
template <class T>
struct ModeSquares {
  T mean = T(0), others = T(0), highest = T(0);

  /// mode: any but the mean; is_highest: 1 of degree N, else 0.
  DGSOLVE_INLINE void add(T mode, T is_highest) {
    const T square = mode * mode;
    others += square;
    highest += is_highest * square;
  }
};

/// For single numbers.
template <class T>
DGSOLVE_INLINE bool is_rough(const ModeSquares<T>& squares, T gate) {
  return squares.highest > gate * squares.others &&
         squares.others > T(least_roughness * least_roughness) * squares.mean;
}

}  // namespace DGSOLVE_NAMESPACE
