/// Modes of a block's cells, and how rough their rough field is (kernels/waves/traits/rough_cells.hpp).
#pragma once

#include "kernels/host/waves/cells/block.hpp"
#include "kernels/waves/traits/artificial_viscosity.hpp"

namespace DGSOLVE_NAMESPACE {

/// A mode of one field; u: [Np][n_fields][lane].
template <class P, class T>
DGSOLVE_INLINE Pack<T> mode_of(const host::Tables<T>& tables, int mode, const T* u, int field) {
  constexpr int W = Pack<T>::width;
  Pack<T> sum(0);
  for (int node = 0; node < tables.Np; ++node)
    sum += Pack<T>::broadcast(tables.limiter.modes + mode * tables.Np + node) *
           Pack<T>::load(u + (node * P::n_fields + field) * W);
  return sum;
}

/// … of the rough field.
template <class P, class T>
DGSOLVE_INLINE ModeSquares<Pack<T>> mode_squares(const host::Tables<T>& tables, const T* u) {
  const Pack<T> mean = mode_of<P>(tables, 0, u, P::rough_field);
  ModeSquares<Pack<T>> squares{mean * mean, Pack<T>(0), Pack<T>(0)};
  for (int i = 1; i < tables.Np; ++i)
    squares.add(mode_of<P>(tables, i, u, P::rough_field), Pack<T>::broadcast(tables.limiter.is_highest + i));
  return squares;
}

/// Lengths of the artificial viscosity in a block of cells, m.
template <class P, class T>
DGSOLVE_INLINE Pack<T> viscous_lengths(const host::Tables<T>& tables, int index, const T* u) {
  return Pack<T>::load(tables.limiter.lengths + index * Pack<T>::width) *
         viscosity_share(mode_squares<P>(tables, u), Pack<T>(tables.limiter.gate));
}

}  // namespace DGSOLVE_NAMESPACE
