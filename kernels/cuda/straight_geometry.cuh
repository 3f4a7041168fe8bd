/// The record of a straight cell's geometric factors, [dim·dim metric; n_faces × (dim normal, f_scale)].
#pragma once

#include "kernels/cuda/stage_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class T, int dim>
using Metric = Vec<Vec<T, dim>, dim>;  ///< [i][j]: ∂r_i/∂x_j

template <class T, int dim>
struct StraightGeometry {
  static constexpr int n_values = dim * dim + (dim + 1) * (dim + 1);

  const T* values;

  DGSOLVE_INLINE StraightGeometry(const StageArguments<T>& arguments, int slot)
      : values(arguments.geometry + static_cast<long long>(slot) * n_values) {}

  DGSOLVE_INLINE Metric<T, dim> metric() const {
    Metric<T, dim> metric;
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) metric[i][j] = values[i * dim + j];
    return metric;
  }
  DGSOLVE_INLINE Vec<T, dim> normal(int face) const {
    Vec<T, dim> n;
    for (int d = 0; d < dim; ++d) n[d] = values[dim * dim + face * (dim + 1) + d];
    return n;
  }
  DGSOLVE_INLINE T f_scale(int face) const { return values[dim * dim + face * (dim + 1) + dim]; }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
