/// In a process that rank 0 leads: writes the pieces that rank 0 asks for (io/pieces/state_writer.cpp).
#pragma once

#include <memory>
#include <string>

#include "io/pieces/piece_writer.hpp"
#include "kernels/ranks/channel.hpp"

namespace dgsolve {

class PieceServer {
 public:
  /// busy_cores: those that the process computes on meanwhile.
  explicit PieceServer(int busy_cores) : busy_cores_(busy_cores) {}

  /// Writes a piece of a snapshot (PartReader); always on the same thread. What goes wrong is told to rank 0,
  /// which ends the run. Throws RankLost.
  void serve(const StateCopy& part, Channel& rank_0);
  /// Throws std::runtime_error where a piece could not be written.
  void check() const;

 private:
  /// Notes what it throws; does nothing once something was noted.
  template <class Work>
  void attempt(const Work& work);

  const int busy_cores_;
  std::unique_ptr<PieceWriter> writer_;  ///< of the output that rank 0 named last
  std::string failure_;                  ///< empty: none
};

}  // namespace dgsolve
