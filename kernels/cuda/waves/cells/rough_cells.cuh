/// Modes of a cell's rough field (kernels/waves/traits/rough_cells.hpp), and the length of its artificial
/// viscosity.
#pragma once

#include "kernels/cuda/waves/cells/node_access.cuh"
#include "kernels/waves/traits/artificial_viscosity.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

/// A mode of the field whose value at a node is at_node(node).
template <class C, class AtNode>
DGSOLVE_INLINE typename C::Real rough_mode(const Arguments<C>& arguments, int mode, AtNode at_node) {
  typename C::Real sum = 0;
  for (int node = 0; node < C::Np; ++node)
    sum += arguments.limiter.modes[node * C::Np + mode] * at_node(node);
  return sum;
}
/// … in the state u.
template <class C>
DGSOLVE_INLINE typename C::Real rough_mode_of_state(const Arguments<C>& arguments, int slot, int mode) {
  return rough_mode<C>(arguments, mode, [&](int node) {
    return state_at<C>(arguments.u, slot, node)[C::Equation::rough_field];
  });
}

/// mode(i): the i-th one.
template <class C, class Mode>
DGSOLVE_INLINE ModeSquares<typename C::Real> mode_squares(const Arguments<C>& arguments, Mode mode) {
  using T = typename C::Real;
  const T mean = mode(0);
  ModeSquares<T> squares{mean * mean, T(0), T(0)};
  for (int i = 1; i < C::Np; ++i) squares.add(mode(i), arguments.limiter.is_highest[i]);
  return squares;
}

/// Of the artificial viscosity in a cell, m.
template <class C>
DGSOLVE_INLINE typename C::Real viscous_length(const Arguments<C>& arguments, int slot,
                                               const ModeSquares<typename C::Real>& squares) {
  return arguments.limiter.lengths[slot] * viscosity_share(squares, *arguments.limiter.gate);
}

}  // namespace DGSOLVE_NAMESPACE::cuda
