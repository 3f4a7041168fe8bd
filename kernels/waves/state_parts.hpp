/// Where the parts of a state are in the whole, where several devices have a part each.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/base/cell_runs.hpp"

namespace dgsolve {

/// Values, or bytes, that are neighbours both in a part and in the whole.
struct PartRun {
  std::size_t in_part, in_whole, size;
};

struct StatePart {
  CellRange cells;
  std::vector<PartRun> auxiliaries;  ///< of canonical auxiliaries, values
  std::vector<PartRun> raw;          ///< of a state's memory, bytes; a part's ghosts are nowhere in the whole
  std::size_t n_auxiliaries, raw_bytes;  ///< of the part
};

struct StateParts {
  std::size_t raw_bytes = 0;     ///< of the whole, in the form that it has on one device
  std::vector<StatePart> parts;  ///< in the order of their cells
};

}  // namespace dgsolve
