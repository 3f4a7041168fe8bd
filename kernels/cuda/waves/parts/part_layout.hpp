/// Where the values of a problem's parts are among those of the whole.
#pragma once

#include <vector>

#include "kernels/cuda/waves/wave_part.hpp"

namespace dgsolve::cuda {

/// Neighbouring values, or bytes, that are neighbours in both.
struct Piece {
  std::size_t in_part, in_whole, size;
};

struct PartLayout {
  struct Part {
    CellRange cells;
    std::vector<Piece> auxiliaries;  ///< of canonical auxiliaries, values
    std::vector<Piece> raw;          ///< of a state's memory, bytes; ghosts are nowhere
    std::size_t n_auxiliaries, raw_bytes;
  };

  /// all: of the problem, in the order of their cells.
  PartLayout(const WaveProblem& problem, const std::vector<std::unique_ptr<WavePart>>& all,
             Precision precision);

  std::size_t n_dofs() const { return K * of_cell; }
  int part_of(int e) const;

  std::size_t K, of_cell;         ///< cells, and values of fields in each
  std::size_t n_auxiliaries = 0;  ///< of all cells
  std::size_t raw_bytes;          ///< of a state on one GPU, whose form raw states have
  std::vector<CellKind> kinds;    ///< of the whole problem's groups
  std::vector<Part> parts;
};

}  // namespace dgsolve::cuda
