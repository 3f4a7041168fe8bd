/// The largest rate at the nodes of a block's cells, by which a state limits the step
/// (kernels/waves/traits/step_rate.hpp).
#pragma once

#include "kernels/cuda/waves/cells/rough_cells.cuh"
#include "kernels/cuda/waves/measures/transfer_arguments.hpp"

namespace DGSOLVE_NAMESPACE::cuda {

/// elements: cells that a block takes at a time; a thread is a node of one.
template <class C, int elements>
struct LargestRate {
  static constexpr int threads = elements * C::Np;

  struct Shared {
    double of_threads[threads];
  };

  static DGSOLVE_INLINE double at_node(const Arguments<C>& arguments, int slot, int node) {
    using P = typename C::Equation;
    double length = 0;
    if constexpr (has_artificial_viscosity<P>)
      length = viscous_length<C>(arguments, slot, mode_squares<C>(arguments, [&](int mode) {
                                   return rough_mode_of_state<C>(arguments, slot, mode);
                                 }));
    return rate_in<P>(to_double<P::n_fields>(load_state<C>(arguments, slot, node)),
                      to_double<P::n_coefficients>(load_coefficients<C>(arguments, slot, node)),
                      arguments.cell_rates[slot], length);
  }

  static DGSOLVE_INLINE void run(const Arguments<C>& arguments, const BlockSums& rates, Shared& shared) {
    const int local = threadIdx.x / C::Np, node = threadIdx.x % C::Np, block = blockIdx.x;
    const int begin = arguments.group.begin,
              end = begin + rates.chunks.last(block, arguments.group.end - begin);
    double largest = 0;
    for (int slot = begin + rates.chunks.first(block) + local; slot < end; slot += elements)
      largest = reduce(Reduce::largest, largest, at_node(arguments, slot, node));
    shared.of_threads[threadIdx.x] = largest;
    __syncthreads();
    if (threadIdx.x != 0) return;
    for (int i = 1; i < threads; ++i) largest = reduce(Reduce::largest, largest, shared.of_threads[i]);
    rates.sums[block] = largest;
  }
};

}  // namespace DGSOLVE_NAMESPACE::cuda
