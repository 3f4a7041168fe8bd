/// Where the values of a problem's parts are among those of the whole.
#pragma once

#include <vector>

#include "kernels/cuda/waves/wave_part.hpp"
#include "kernels/waves/state_parts.hpp"

namespace dgsolve::cuda {

struct PartLayout : StateParts {
  /// all: of the problem, in the order of their cells.
  PartLayout(const WaveProblem& problem, const std::vector<std::unique_ptr<WavePart>>& all,
             Precision precision);

  std::size_t n_dofs() const { return K * of_cell; }
  int part_of(int e) const;
  int part_of_circuit(int circuit) const;
  int circuit_in_part(int circuit) const;  ///< its number there

  std::size_t K, of_cell;                  ///< cells, and values of fields in each
  std::size_t n_auxiliaries = 0;           ///< of all cells
  std::vector<CellKind> kinds;             ///< of the whole problem's groups
  std::vector<std::vector<int>> circuits;  ///< [part], ascending
};

}  // namespace dgsolve::cuda
