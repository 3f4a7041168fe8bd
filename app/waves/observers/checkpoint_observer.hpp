/// Checkpoints of a run in time: when they are written, and what goes into them.
#pragma once

#include <functional>

#include "app/waves/observers/observer.hpp"
#include "app/waves/observers/state_export.hpp"
#include "io/case/case.hpp"
#include "io/pieces/checkpoint_writer.hpp"
#include "io/restart/checkpoint_folder.hpp"
#include "io/tables/schedule.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

/// What a checkpoint of a case's run carries, and a run that continues from it must have too.
RunIdentity identity_of(const Case& c);

class CheckpointObserver : public Observer {
 public:
  /// What the run itself, without its observers, has gathered.
  using Totals = std::function<RunRecord()>;
  /// mesh: as it was read, before periodic boundaries were joined; all: whose records go into a checkpoint.
  /// Keeps references.
  CheckpointObserver(const Case& input, SpatialOperator& op, const Mesh& mesh, const Integrator& integrator,
                     StateExport& states, Totals totals, const ObserverList& all);

  void start() override;
  void resume(const RunRecord& record, const TimePosition& position) override;
  long steps_until_due(const TimePosition& position) const override {
    return schedule_.steps_until_due(position.time(), position.interval.dt);
  }
  bool due(const TimePosition& position) const override { return asked_ || schedule_.due(position.time()); }
  bool needs_check(const TimePosition& position) const override { return due(position); }
  void observe(const TimePosition& position) override;

  /// One is due now, whatever the case's interval.
  void ask() { asked_ = true; }
  /// The file of a checkpoint after so many steps.
  std::filesystem::path file_after(long steps) const { return folder_.file_after(steps); }

 private:
  StoredState stored_state(long steps) const;
  void set_aside_after(long steps) const;

  const Case& input_;
  SpatialOperator& op_;
  const Mesh& mesh_;
  const Integrator& integrator_;
  StateExport& states_;
  const Totals totals_;
  const ObserverList& all_;
  const RunIdentity identity_;
  const CheckpointFolder folder_;
  const std::unique_ptr<CheckpointWriter> writer_;
  Schedule schedule_;
  bool asked_ = false;
};

}  // namespace dgsolve
