/// Where things stand in the memory of a state.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/base/precision.hpp"
#include "kernels/cuda/tensor/tensor_layout.hpp"
#include "kernels/waves/cell_groups.hpp"
#include "kernels/waves/traits/circuit_point.hpp"

namespace dgsolve::cuda {

/// In values: slots, each a record of fields a node, then the auxiliaries of the groups, [cell][Np·n_aux],
/// then the states of circuits, [point][CircuitPoint::n_states].
struct StateLayout {
  StateLayout(const std::vector<Numbering::Group>& groups, int n_slots, int n_fields, int Np,
              Precision precision, std::size_t n_circuit_points)
      : stride(slot_stride(n_fields, Np, bytes_of(precision))),
        n_values((static_cast<std::size_t>(n_slots) + spare_slots) * stride) {
    const std::size_t piece = 16 / bytes_of(precision);  // of one load
    for (const Numbering::Group& group : groups) {
      auxiliaries.push_back(n_values);
      n_values += static_cast<std::size_t>(group.n_cells) * Np * group.n_aux;
      n_values = (n_values + piece - 1) / piece * piece;
    }
    circuits = n_values;
    n_values += n_circuit_points * CircuitPoint::n_states;
  }

  std::size_t stride;                    ///< from one slot to the next
  std::vector<std::size_t> auxiliaries;  ///< [group]
  std::size_t circuits;
  std::size_t n_values;  ///< of all
};

}  // namespace dgsolve::cuda
