/// Shows how far a run is: on a terminal all the time, and in a line for each tenth of it.
#pragma once

#include "app/console/resources.hpp"
#include "app/waves/observers/energy_check.hpp"
#include "io/report/progress.hpp"

namespace dgsolve {

class ProgressObserver : public Observer {
 public:
  /// Stands behind the check in the list. Keeps a reference to it.
  ProgressObserver(double final_time, const Progress& progress, const EnergyCheck& check)
      : final_(final_time), progress_(progress), check_(check) {}

  void start() override { wall_ = {}; }
  void resume(const RunRecord& record, const TimePosition& position) override;
  bool due(const TimePosition&) const override { return true; }
  bool needs_check(const TimePosition& position) const override { return line_is_due(position.time()); }
  void observe(const TimePosition& position) override;
  void add_to(RunRecord& record) const override { record.wall_seconds = wall_seconds(); }

 private:
  bool line_is_due(double time) const;  ///< a tenth of the run after the last, at the start and at the end
  double wall_seconds() const { return earlier_wall_seconds_ + wall_.seconds(); }

  const double final_;
  const Progress progress_;
  const EnergyCheck& check_;
  double last_line_ = 0;  ///< its time
  Stopwatch wall_;
  double earlier_wall_seconds_ = 0;  ///< of the runs that this one continues
};

}  // namespace dgsolve
