/// What --check finds a run to cost.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace dgsolve {

/// An output of a kind, on average over its times.
struct OutputCost {
  std::string name;
  double times;           ///< in a whole run
  double bytes;           ///< each, on the disk
  double seconds;         ///< each
  double bytes_once = 0;  ///< beside them: the mesh, where it has a place of its own
};

/// What a run of either kind takes besides its time.
struct RunCost {
  std::vector<OutputCost> outputs;
  std::size_t device_bytes = 0, host_bytes = 0;
};

}  // namespace dgsolve
