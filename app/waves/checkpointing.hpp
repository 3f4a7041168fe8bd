/// When a run in time writes checkpoints, and what goes into them.
#pragma once

#include "app/waves/schedule.hpp"
#include "io/case/case.hpp"
#include "io/restart/checkpoint_folder.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

class Checkpointing {
 public:
  /// mesh: as it was read, before periodic boundaries were joined. Keeps references to input, op and mesh.
  Checkpointing(const Case& input, SpatialOperator& op, const Mesh& mesh);

  /// A run begins, or goes on behind so many steps: checkpoints of more steps are another run's.
  void start(long steps, double time);
  /// The first so many snapshots of an earlier run are on the disk, for a checkpoint of its lists them.
  void trust(std::size_t n_snapshots) { n_synced_ = n_snapshots; }
  /// Whether one is due at a time, by the case's interval.
  bool due(double time) const { return schedule_.due(time); }
  /// Steps of dt from a time until one is due, at least 1.
  long steps_until_due(double time, double dt) const { return schedule_.steps_until_due(time, dt); }
  /// All but the state; the next one is due an interval later. record: still without its snapshots.
  Checkpoint begin(const TimePosition& position, const RunRecord& record);
  /// Puts a checkpoint on the disk, and before it the snapshots that it lists; on any one thread.
  /// Throws std::runtime_error that names a file that cannot be written.
  void write(const Checkpoint& checkpoint);
  /// The file of a checkpoint after so many steps.
  std::filesystem::path file_after(long steps) const { return folder_.file_after(steps); }

 private:
  const Case& input_;
  SpatialOperator& op_;
  const Mesh& mesh_;
  const RunIdentity identity_;
  const CheckpointFolder folder_;
  Schedule schedule_;
  std::size_t n_synced_ = 0;  ///< snapshots that are on the disk for sure
};

}  // namespace dgsolve
