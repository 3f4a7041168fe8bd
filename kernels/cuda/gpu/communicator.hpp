/// Sends and receives between the GPUs of several processes.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/ranks/ranks.hpp"

namespace dgsolve::cuda {

class Launcher;

class Communicator : public SharedByRanks {
 public:
  /// Bytes in this GPU's memory that go to another process, or come from it.
  struct Piece {
    int rank;
    void* data;
    std::size_t bytes;
  };

  /// In the launcher's order; may be recorded. What one process sends to another one is what that one
  /// receives of it in its call of the same number; of a pair of processes at most one piece each way.
  virtual void exchange(Launcher& launcher, const std::vector<Piece>& sent,
                        const std::vector<Piece>& received) = 0;
};

}  // namespace dgsolve::cuda
