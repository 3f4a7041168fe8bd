/// Values at the quadrature points of a cell, from those at its nodes.
#pragma once

#include "kernels/cuda/waves/cells/node_access.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

/// Of the node's basis function at a point: its value (j = 0), or its derivative by r_{j−1}.
template <class C>
DGSOLVE_INLINE typename C::Real basis_at_point(const Arguments<C>& arguments, int node, int j, int q) {
  return arguments.points.values[(node * (1 + C::Equation::dim) + j) * C::Nq + q];
}

template <class C>
DGSOLVE_INLINE Coefficients<C> coefficients_at_point(const Arguments<C>& arguments, int slot, int q) {
  if constexpr (!C::Equation::nodal_coefficients) {
    return load_coefficients<C>(arguments, slot, 0);
  } else {
    Coefficients<C> c{};
    for (int k = 0; k < C::Np; ++k)
      add(c, basis_at_point<C>(arguments, k, 0, q), load_coefficients<C>(arguments, slot, k));
    return c;
  }
}

}  // namespace DGSOLVE_NAMESPACE::cuda
