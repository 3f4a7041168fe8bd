/// The largest rates in a block's cells, by which a state limits the step
/// (kernels/waves/traits/step_rate.hpp).
#pragma once

#include "kernels/host/waves/cells/energy.hpp"
#include "kernels/host/waves/cells/rough_cells.hpp"
#include "kernels/waves/state_measures.hpp"
#include "kernels/waves/traits/step_rate.hpp"

namespace DGSOLVE_NAMESPACE {

template <class P, class T>
struct BlockRates {
  /// cells, to: [slot]; scratch: as of energies.
  static void rates(const host::Tables<T>& tables, const T* u, const CellRate* cells, int first, int last,
                    T* scratch, double* to) {
    constexpr int W = Pack<T>::width;
    host::Step<T> step{};
    step.u = u;
    for (int block = first; block < last; ++block) {
      const Nodes<P, T> nodes(Block<P, T>{tables, step, block}, scratch);
      double* const of_block = to + block * W;
      for (int l = 0; l < W; ++l) of_block[l] = 0;
      Pack<T> viscous_length(0);
      if constexpr (has_artificial_viscosity<P>)
        viscous_length = viscous_lengths<P>(tables, block, nodes.state);
      for (int node = 0; node < tables.Np; ++node) {
        const auto at_node = nodes.u(node);
        const auto& c = nodes.c(node);
        for (int l = 0; l < W; ++l)
          of_block[l] = reduce(Reduce::largest, of_block[l],
                               rate_in<P>(lane_in_double<T>(at_node, l), lane_in_double<T>(c, l),
                                          cells[block * W + l], viscous_length.v[l]));
      }
    }
  }
};

}  // namespace DGSOLVE_NAMESPACE
