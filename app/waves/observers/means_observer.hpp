/// Means over time: samples of the state go the way of fields to the disk, and are added up by the writing
/// thread.
#pragma once

#include <vector>

#include "app/waves/observers/observer.hpp"
#include "app/waves/observers/state_export.hpp"
#include "io/case/case.hpp"
#include "io/tables/schedule.hpp"
#include "solver/waves/diagnostics/running_means.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

class MeansObserver : public Observer {
 public:
  /// The case asks for means. Stands behind the check in the list, and before those whose files show them.
  /// Keeps references.
  MeansObserver(const Case& input, SpatialOperator& op, const Integrator& integrator, StateExport& states);

  /// Sums that begin before the case's first time are left out.
  void resume(const RunRecord& record, const TimePosition& position) override;
  long steps_until_due(const TimePosition& position) const override;
  /// Output times have a sample too, so that means reach until then.
  bool due(const TimePosition& position) const override;
  bool needs_check(const TimePosition& position) const override { return due(position); }
  void observe(const TimePosition& position) override;
  /// On the writing thread, which has added all samples until then.
  void add_written_to(RunRecord& record) override;
  void finish(Summary& summary) const override;

  /// The writing thread's.
  const RunningMeans& means() const { return means_; }

 private:
  const MeansOutput options_;
  const SpatialOperator& op_;
  const Integrator& integrator_;
  StateExport& states_;
  RunningMeans means_;
  const double first_;         ///< the case's first time, less what rounding of a step's time may take
  Schedule schedule_;          ///< of the time since then
  double seen_ = -1;           ///< time of the newest look at the state
  bool has_begun_ = false;     ///< there is a sample
  std::vector<double> state_;  ///< a sample on its way; the writing thread's
};

}  // namespace dgsolve
