#include "app/checkpointing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/log.hpp"
#include "io/files.hpp"

namespace dgsolve {
namespace {

constexpr int kept_unasked = 2;  ///< of those that end a run before its time

}  // namespace

Checkpointing::Checkpointing(const Case& input, SpatialOperator& op, const Mesh& mesh)
    : input_(input),
      op_(op),
      mesh_(mesh),
      identity_(identity_of(input)),
      folder_(input.output.directory,
              input.output.checkpoint ? input.output.checkpoint->keep : kept_unasked) {
  set_next(0);
}

void Checkpointing::start(const std::vector<WrittenSnapshot>& snapshots, long steps, double time) {
  n_synced_ = snapshots.size();
  const int n = folder_.set_aside_after(steps);
  if (n > 0)
    say("checkpoints: %d of an earlier run beyond step %ld are now in checkpoints_before/", n, steps);
  set_next(time);
}

void Checkpointing::set_next(double time) {
  next_ = std::numeric_limits<double>::infinity();
  if (!input_.output.checkpoint) return;
  const double every = input_.output.checkpoint->every;
  // An output time that is a multiple but for round-off counts as one.
  next_ = every * (std::floor(time / every + 1e-9) + 1 - 1e-10);
}

long Checkpointing::steps_until_due(double time, double dt) const {
  const double n = std::ceil((next_ - time) / dt);
  return n < 1e9 ? std::max(1L, static_cast<long>(n)) : std::numeric_limits<long>::max();
}

Checkpoint Checkpointing::take(const Lsrk45& integrator, const TimePosition& position,
                               const RunRecord& record) {
  Backend& backend = op_.backend;
  Checkpoint checkpoint{identity_,
                        input_.text,
                        input_.precision,
                        backend.description(),
                        backend.variant(),
                        backend.layout(),
                        backend.save(integrator.state()),
                        std::vector<double>(op_.discretization.n_dofs(op_.physics.n_fields)),
                        position,
                        record};
  integrator.download(checkpoint.canonical);
  set_next(position.time());
  return checkpoint;
}

void Checkpointing::write(const Checkpoint& checkpoint) {
  const std::vector<WrittenSnapshot>& snapshots = checkpoint.record.snapshots;
  // What a checkpoint says was written must be on the disk before it.
  for (; n_synced_ < snapshots.size(); ++n_synced_) {
    const std::filesystem::path file = input_.output.directory / snapshots[n_synced_].file;
    sync_file(file);
    sync_file(file.parent_path());  // its name
  }
  folder_.write(checkpoint, mesh_);
}

}  // namespace dgsolve
