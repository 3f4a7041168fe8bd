/// In a process that rank 0 leads: writes what rank 0 asks for of the process's part, and sets the part to
/// what a checkpoint has of it.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "io/pieces/piece_writer.hpp"
#include "kernels/ranks/channel.hpp"

namespace dgsolve {

class PieceServer {
 public:
  /// busy_cores: those that the process computes on meanwhile.
  explicit PieceServer(int busy_cores) : busy_cores_(busy_cores) {}

  // PartProgram's. What goes wrong is told to rank 0, which ends the run. These throw RankLost.

  /// Writes a piece of a snapshot or of a checkpoint (io/pieces/piece_requests.hpp); always on the same
  /// thread.
  void write(const StateCopy& part, Channel& rank_0);
  /// Sets the part to that of a checkpoint (io/restart/state_loader.hpp).
  void load(WaveState& part, Channel& rank_0);

  /// Throws std::runtime_error where something went wrong.
  void check() const;

 private:
  /// What is to be written.
  struct Job {
    std::function<void(const StateCopy& part)> read;
    std::function<std::string()> write;  ///< what rank 0 is told of it
  };
  Job take_fields(Channel& rank_0);
  static Job take_state(Channel& rank_0);
  /// Notes what it throws; does nothing once something was noted.
  template <class Work>
  void attempt(const Work& work);
  std::string failure() const;

  const int busy_cores_;
  std::unique_ptr<PieceWriter> writer_;  ///< of the output that rank 0 named last
  mutable std::mutex mutex_;             ///< of what follows
  std::string failure_;                  ///< empty: none
};

}  // namespace dgsolve
