/// The observers of a run in time, as its case wants them.
#pragma once

#include <filesystem>

#include "app/waves/observers/checkpoint_observer.hpp"
#include "app/waves/observers/decay_stop.hpp"
#include "app/waves/observers/energy_check.hpp"
#include "app/waves/observers/field_observer.hpp"
#include "io/report/results/progress.hpp"

namespace dgsolve {

class RunObservers {
 public:
  /// mesh: as it was read; dt: the largest step, s; totals: what the run has gathered itself. Writes nothing
  /// yet. Keeps references. Throws CaseError where a probe is outside the mesh. All other calls throw
  /// std::runtime_error that names a file that cannot be written: now, or earlier by the writing thread.
  RunObservers(const Case& input, SpatialOperator& op, const Mesh& mesh, Integrator& integrator, double dt,
               const Progress& progress, CheckpointObserver::Totals totals);

  /// Begins the folder of a new run,
  void start();
  /// or continues another run; what it wrote later is taken back.
  void resume(const RunRecord& record, const TimePosition& position);

  /// Steps until the next look, at least 1.
  long steps_until_due(const TimePosition& position) const;
  /// A look by all those that are due. Throws BadState where the state went wrong.
  void observe(const TimePosition& position);
  /// The same, with a checkpoint whatever the case says. Its file.
  std::filesystem::path observe_with_checkpoint(const TimePosition& position);

  bool has_good_state() const { return check_->has_good_state(); }
  double energy() const { return check_->energy(); }  ///< J, of the last good state
  /// Returns the integrator to the last good state; its position.
  TimePosition go_back_to_good_state() { return check_->go_back_to_good_state(); }
  /// Takes back what was seen later than the good state that the run is back at, and writes a checkpoint and
  /// the fields, in a folder of their own. That folder, when all is there.
  std::filesystem::path write_last_good(const TimePosition& position);

  /// Why the run is over before its final time; empty: it goes on.
  std::string end_reason() const { return decay_ ? decay_->reason() : ""; }

  /// Waits until all is on the disk.
  void finish_writing() { states_.finish(); }
  /// Adds the results to the summary. Where one fails the others do so all the same; then it throws.
  void finish(Summary& summary) const;
  const ThinnedSeries& energy_samples() const { return samples_->samples(); }

 private:
  /// Puts one at the end of the list.
  template <class T, class... Arguments>
  T* add(Arguments&&... arguments);

  const Case& input_;
  ObserverList all_;  ///< in the order in which they look
  EnergyCheck* check_;
  const DecayStop* decay_ = nullptr;  ///< null where the case asks for none
  const EnergySamples* samples_;
  FieldObserver* fields_;
  CheckpointObserver* checkpoints_;
  StateExport states_;  ///< the last: its thread ends before what it works for
};

}  // namespace dgsolve
