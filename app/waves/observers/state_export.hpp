/// States on their way to the disk: copied on the device, fetched from there and written by a thread of their
/// own while the run goes on, which waits where the disk cannot keep up.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "io/fields/writer_thread.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

class StateExport {
 public:
  /// Takes the copy's memory now, for a GPU may be full once a signal asks for a checkpoint. Keeps a
  /// reference.
  explicit StateExport(SpatialOperator& op)
      : copy_(op.wave->allocate_copy()), thread_(op.device.host_threads()) {}

  using Read = std::function<void(const StateCopy&)>;
  using Write = std::function<void()>;
  /// Copies the state; the thread reads the copy, then writes. Waits until it has read the copy before.
  /// Throws what an earlier job threw, as all that follow.
  void submit(const WaveState& state, Read read, Write write) {
    thread_.wait_until_left(1);  // which writes what was copied before
    copy_->take(state);
    thread_.submit([this, read = std::move(read)] { read(*copy_); });
    thread_.submit(std::move(write));
  }
  /// Throws where something could not be written.
  void check() { thread_.check(); }
  /// Whether all is written.
  bool idle() { return thread_.idle(); }
  /// Waits until all is written.
  void finish() { thread_.finish(); }

 private:
  const std::unique_ptr<StateCopy> copy_;
  WriterThread thread_;  ///< the last: it ends before the copy that it reads
};

}  // namespace dgsolve
