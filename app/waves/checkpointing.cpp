#include "app/waves/checkpointing.hpp"

#include "app/console/log.hpp"
#include "app/waves/restart.hpp"
#include "io/base/files.hpp"

namespace dgsolve {
namespace {

constexpr int kept_unasked = 2;  ///< of those that end a run before its time

}  // namespace

Checkpointing::Checkpointing(const Case& input, SpatialOperator& op, const Mesh& mesh)
    : input_(input),
      op_(op),
      mesh_(mesh),
      identity_(identity_of(input)),
      folder_(input.output.directory, input.output.checkpoint ? input.output.checkpoint->keep : kept_unasked),
      schedule_(input.output.checkpoint ? std::optional(input.output.checkpoint->every) : std::nullopt) {}

void Checkpointing::start(long steps, double time) {
  const CheckpointFolder::SetAside aside = folder_.set_aside_after(steps);
  const std::string beyond = steps < 0 ? "" : " beyond step " + std::to_string(steps);  // −1: all
  if (aside.n > 0)
    say("checkpoints: %d of an earlier run%s are now in %s/", aside.n, beyond.c_str(),
        aside.folder.filename().c_str());
  schedule_.pass(time);
}

Checkpoint Checkpointing::begin(const TimePosition& position, const RunRecord& record) {
  schedule_.pass(position.time());
  return {identity_,
          input_.text,
          input_.precision,
          op_.device.description(),
          op_.wave->variant(),
          op_.wave->layout(),
          {},
          {},
          position,
          record};
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
