/// Checkpoints from a copy of the state on its device: by this process alone, or with the state in parts by
/// all processes that have one.
#pragma once

#include <memory>

#include "io/restart/checkpoint.hpp"
#include "kernels/waves/wave_operator.hpp"

namespace dgsolve {

class CheckpointWriter {
 public:
  virtual ~CheckpointWriter() = default;
  /// Fetches the state, which becomes `as`; then the copy may become another one.
  virtual void read(const StateCopy& copy, const StoredState& as) = 0;
  /// Writes the checkpoint, with the state that was read last, to its state's file, so that it is there whole
  /// or not at all, whatever happens meanwhile. Throws std::runtime_error that names the file and says why,
  /// and the process where that is another one.
  virtual void write(const Checkpoint& checkpoint, const Mesh& mesh) = 0;
};

/// Keeps no reference to the operator.
std::unique_ptr<CheckpointWriter> make_checkpoint_writer(const WaveOperator& wave);

}  // namespace dgsolve
