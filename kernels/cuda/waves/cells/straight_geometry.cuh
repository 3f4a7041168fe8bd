/// The record of a straight cell's geometric factors, [dim·dim metric; n_faces f_scale; 1/f_scale].
#pragma once

#include "kernels/cuda/waves/cells/stage_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

template <class T, int dim>
using Metric = Vec<Vec<T, dim>, dim>;  ///< [i][j]: ∂r_i/∂x_j

template <class T, int dim>
struct StraightGeometry {
  static constexpr int n_values = dim * dim + 2 * (dim + 1);

  const T* values;

  DGSOLVE_INLINE StraightGeometry(const StageArguments<T>& arguments, int slot)
      : values(arguments.straight.geometry + static_cast<long long>(slot) * n_values) {}

  DGSOLVE_INLINE Metric<T, dim> metric() const {
    Metric<T, dim> metric;
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) metric[i][j] = values[i * dim + j];
    return metric;
  }
  /// Outward of a face, whose opposite vertex is given: along −∇r_{v−1} for vertex v > 0, along Σ∇r_i for
  /// vertex 0; f_scale is the length of either.
  DGSOLVE_INLINE Vec<T, dim> normal(int face, int opposite) const {
    const T factor = values[dim * dim + dim + 1 + face];  // 1/f_scale
    Vec<T, dim> n;
    for (int d = 0; d < dim; ++d) {
      T sum = 0;
      for (int i = 0; i < dim; ++i) sum += values[i * dim + d];
      n[d] = factor * (opposite == 0 ? sum : -values[(opposite - 1) * dim + d]);
    }
    return n;
  }
  DGSOLVE_INLINE T f_scale(int face) const { return values[dim * dim + face]; }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
