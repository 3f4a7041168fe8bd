#include "app/waves/observers/checkpoint_observer.hpp"

#include <utility>

#include "app/console/log.hpp"
#include "io/mesh/mesh_digest.hpp"

namespace dgsolve {
namespace {

constexpr int kept_unasked = 2;  ///< of those that end a run before its time

}  // namespace

RunIdentity identity_of(const Case& c) {
  return {c.physics + (c.formulation.empty() ? "" : ' ' + c.formulation) +
              (c.si ? ", SI units" : ", natural units"),
          c.order, mesh_source_text(c.mesh)};
}

CheckpointObserver::CheckpointObserver(const Case& input, SpatialOperator& op, const Mesh& mesh,
                                       const Integrator& integrator, StateExport& states, Totals totals,
                                       const ObserverList& all)
    : input_(input),
      op_(op),
      mesh_(mesh),
      integrator_(integrator),
      states_(states),
      totals_(std::move(totals)),
      all_(all),
      identity_(identity_of(input)),
      folder_(input.output.directory, input.wave().checkpoint ? input.wave().checkpoint->keep : kept_unasked),
      writer_(make_checkpoint_writer(*op.wave)),
      schedule_(input.wave().checkpoint ? std::optional(input.wave().checkpoint->every) : std::nullopt) {}

void CheckpointObserver::start() {
  set_aside_after(-1);
  schedule_.pass(0);
}

void CheckpointObserver::resume(const RunRecord&, const TimePosition& position) {
  set_aside_after(position.steps);
  schedule_.pass(position.time());
}

/// Checkpoints of more steps are another run's.
void CheckpointObserver::set_aside_after(long steps) const {
  const CheckpointFolder::SetAside aside = folder_.set_aside_after(steps);
  const std::string beyond = steps < 0 ? "" : " beyond step " + std::to_string(steps);  // −1: all
  if (aside.n > 0)
    say("checkpoints: {} of an earlier run{} are now in {}/", aside.n, beyond,
        aside.folder.filename().string());
}

StoredState CheckpointObserver::stored_state(long steps) const {
  const std::size_t K = op_.discretization.K(), n_auxiliaries = op_.wave->n_auxiliaries();
  return {.file = folder_.new_file_after(steps),
          .precision = input_.precision,
          .K = K,
          .of_cell = (op_.n_values() - n_auxiliaries) / K,
          .n_auxiliaries = n_auxiliaries};
}

void CheckpointObserver::observe(const TimePosition& position) {
  asked_ = false;
  schedule_.pass(position.time());
  RunRecord record = totals_();
  for (const auto& observer : all_) {
    observer->add_to(record);
    observer->add_sums_to(record);
  }
  const auto checkpoint = std::make_shared<Checkpoint>(
      Checkpoint{identity_, input_.text, op_.device.description(), op_.wave->variant(), op_.wave->layout(),
                 stored_state(position.steps), position, std::move(record)});
  states_.submit(
      integrator_.state(),
      [this, checkpoint](const StateCopy& copy) { writer_->read(copy, checkpoint->state); },
      [this, checkpoint] {
        // What a checkpoint says was written must be on the disk before it.
        for (const auto& observer : all_) observer->add_written_to(checkpoint->record);
        writer_->write(*checkpoint, mesh_);
        folder_.remove_oldest();
      });
}

}  // namespace dgsolve
