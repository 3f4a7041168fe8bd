/// What rank 0 asks other processes to write of a copy of the state, each of its own part.
#pragma once

#include <string>
#include <vector>

#include "kernels/ranks/channel.hpp"
#include "kernels/waves/wave_operator.hpp"

namespace dgsolve {

/// What a process writes, as io/pieces/piece_server.cpp reads it from the channel.
enum class PieceKind : unsigned char {
  fields,  ///< of a snapshot
  state    ///< of a checkpoint
};

class PieceRequests {
 public:
  /// Hands a process its part. The channel to it: what to write is to follow. All calls throw RankLost.
  Channel& begin(const StateCopy& copy, int rank, PieceKind kind);
  /// Until the copy may become another state.
  void wait_until_read() const;
  /// Until all is on the disk: what each says of it, in the order of the requests. Throws std::runtime_error
  /// that names the process, and what could not be written.
  std::vector<std::string> wait_until_written();

 private:
  struct Asked {
    int rank;
    Channel* channel;
  };
  std::vector<Asked> asked_;
};

}  // namespace dgsolve
