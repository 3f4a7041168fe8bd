/// Volume sources that are no sum of products of a function of space and one of time: evaluated at points and
/// L2-projected anew before each stage, into the table where the stage finds its source terms. A thread is a
/// node of an element; the same threads evaluate the formula, a pass of points at a time.
#pragma once

#include "kernels/cuda/waves/cells/node_access.cuh"

namespace DGSOLVE_NAMESPACE::cuda {

template <class C>
struct ProjectSource {
  static constexpr int dim = C::Equation::dim, Np = C::Np, Ns = C::n_source_points;
  static constexpr int elements = C::source_elements, threads = elements * Np;

  struct Shared {
    double values[elements * Np];  ///< [element][point of the pass]
  };

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, Shared& shared) {
    const int local = threadIdx.x / Np, lane = threadIdx.x % Np, last = arguments.cells.n - 1;
    const int place = blockIdx.x * elements + local, slot = place < last ? place : last;
    const double t = stage_time<C>(arguments);
    for (int term = 0; term < C::n_source_terms; ++term) {
      if (!C::is_projected(term)) continue;
      double sum = 0;
      for (int first = 0; first < Ns; first += Np) {
        const int in_pass = Ns - first < Np ? Ns - first : Np;
        if (lane < in_pass) {
          const double* x =
              arguments.source.points + (static_cast<long long>(slot) * Ns + first + lane) * dim;
          shared.values[local * Np + lane] =
              C::source_formula(term, arguments.constants, x[0], x[1], dim == 3 ? x[2] : 0.0, t);
        }
        __syncthreads();
        for (int point = 0; point < in_pass; ++point)
          sum += arguments.source.project[(first + point) * Np + lane] * shared.values[local * Np + point];
        __syncthreads();
      }
      if (place <= last)
        arguments.source.terms[(static_cast<long long>(term) * arguments.cells.n + place) * Np + lane] =
            static_cast<typename C::Real>(sum);
    }
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
