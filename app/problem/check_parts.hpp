/// What --check says of the problems of all kinds.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "kernels/device/device.hpp"

namespace dgsolve {

/// The quality of the cells; warns of nearly flat ones.
void check_cells(const Mesh& mesh);

/// An output of a kind, on average over its times.
struct OutputCost {
  std::string name;
  double times;           ///< in a whole run
  double bytes;           ///< each, on the disk
  double seconds;         ///< each
  double bytes_once = 0;  ///< beside them: the mesh, where it has a file of its own
  double most_kept = std::numeric_limits<double>::infinity();  ///< the newest ones; others are removed
};

/// What a run of either kind takes besides its time.
struct RunCost {
  std::vector<OutputCost> outputs;
  std::size_t device_bytes = 0, host_bytes = 0;
};

/// Memory and outputs; warns of a disk that is too small. Returns the seconds that the outputs take.
double report_use(const Case& input, const RunCost& cost, const Device& device);

}  // namespace dgsolve
