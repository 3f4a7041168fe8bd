/// Shows how far a run is: on a terminal all the time, and in a line for each tenth of it.
#pragma once

#include "app/console/log.hpp"
#include "app/waves/observers/energy_check.hpp"
#include "io/report/results/progress.hpp"
#include "kernels/base/phase_clock.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

class ProgressObserver : public Observer {
 public:
  /// Stands behind the check in the list. Keeps references to it and to the integrator.
  ProgressObserver(double final_time, const Progress& progress, const Integrator& integrator,
                   const EnergyCheck& check)
      : final_(final_time), progress_(progress), integrator_(integrator), check_(check) {}

  void start() override { wall_ = {}; }
  void resume(const RunRecord& record, const TimePosition&) override {
    earlier_wall_seconds_ = record.wall_seconds;
    wall_ = {};
  }
  bool due(const TimePosition&) const override { return true; }
  bool needs_check(const TimePosition& position) const override { return line_is_due(position.time()); }
  void observe(const TimePosition& position) override {
    const double time = position.time();
    const std::string line = progress_.line({time, steps_taken(position), wall_seconds(), check_.energy()});
    if (!line_is_due(time)) return show_progress(line);
    last_line_ = time;
    say("{}", line);
  }
  void add_to(RunRecord& record) const override { record.wall_seconds = wall_seconds(); }

 private:
  /// A tenth of the run after the last one, at the start and at the end.
  bool line_is_due(double time) const {
    return time == 0 || time >= final_ || time >= last_line_ + 0.0999 * final_;
  }
  /// Computed ones, where the device takes several to a sample.
  long steps_taken(const TimePosition& position) const {
    const std::optional<StepRecord> steps = integrator_.record();
    return steps ? static_cast<long>(steps->accepted + steps->rejected) : position.steps;
  }
  double wall_seconds() const { return earlier_wall_seconds_ + wall_.seconds(); }

  const double final_;
  const Progress progress_;
  const Integrator& integrator_;
  const EnergyCheck& check_;
  double last_line_ = 0;  ///< its time
  Stopwatch wall_;
  double earlier_wall_seconds_ = 0;  ///< of the runs that this one continues
};

}  // namespace dgsolve
