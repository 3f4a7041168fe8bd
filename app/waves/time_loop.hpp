/// The loop over time: meets output times exactly, watches the energy, has outputs and checkpoints written
/// when they are due, reports.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "app/console/resources.hpp"
#include "app/console/stop_request.hpp"
#include "app/waves/run_outputs.hpp"
#include "io/case/case.hpp"
#include "io/report/progress.hpp"
#include "io/report/summary.hpp"
#include "solver/waves/energy_watch.hpp"
#include "solver/waves/lsrk45.hpp"
#include "solver/waves/time_plan.hpp"

namespace dgsolve {

/// The way of a case's run in steps of dt at most.
TimePlan plan_of(const Case& input, double dt);

class TimeLoop {
 public:
  /// mesh: as it was read; dt: the largest step; bound: what the device allows, field values a second, where
  /// that is known. Writes nothing yet. Keeps references to input, op and mesh. Throws MeshError where a
  /// probe is outside the mesh.
  TimeLoop(const Case& input, SpatialOperator& op, const Mesh& mesh, double dt, std::optional<double> bound);

  /// Begins at t = 0 from a state, canonical.
  void start(std::span<const double> initial);
  /// Goes on where another run stood; what it wrote later is taken back.
  void resume(const Checkpoint& checkpoint);
  /// Runs to the final time, or until somebody asks to stop: then there is a checkpoint, and the outcome is
  /// `interrupted`. The output folder holds the results and summary.json, also where the run fails: then it
  /// throws std::runtime_error that says when and what to do.
  Summary run(double setup_seconds, const StopRequest& stop);

 private:
  void set_up(std::span<const double> initial);
  void say_how_energy_changed();  ///< by a restart in other materials
  Outcome step_through(const StopRequest& stop);
  /// Where an interval is over, on to the next one; false: there is none.
  bool begin_interval();
  void take_batch();
  /// Checks the energy, gives up where it is wrong, and says how far the run is where a line is due.
  void observe();
  bool line_is_due() const;  ///< a tenth of the run after the last, at the start and at the end
  /// Goes back to the last good state, leaves it in the folder last_good/ and in a checkpoint, and throws
  /// std::runtime_error that says what went wrong, and where.
  [[noreturn]] void give_up(const std::string& what);
  /// Of values that are no longer finite, or energy that grows, seen at t after steps of dt.
  std::string likely_cause(double t, double dt) const;
  void sample();  ///< probes and ledger
  void write_output();
  std::filesystem::path write_checkpoint();
  /// Waits until all outputs are on the disk.
  void finish_outputs();
  /// Of fields now, and of probes over time.
  void measure_errors();
  RunRecord record() const;
  /// ended_by: what ended the run before its time; empty: nothing.
  void finish(double setup_seconds, Outcome outcome, const std::string& ended_by);
  double time() const { return position_.time(); }
  double wall_seconds() const { return earlier_wall_seconds_ + wall_.seconds(); }

  const Case& input_;
  SpatialOperator& op_;
  const Mesh& mesh_;
  const TimePlan plan_;
  const std::optional<double> bound_;
  Progress progress_;
  RunOutputs outputs_;
  std::unique_ptr<Lsrk45> integrator_;
  std::unique_ptr<EnergyWatch> watch_;
  TimePosition position_;
  long batch_ = 1;  ///< steps until the host looks: one with probes, else about a fifth of a second of them
  double last_line_ = 0;  ///< time at which a plain progress line was last written
  Stopwatch wall_;
  double earlier_wall_seconds_ = 0;  ///< of the runs that this one goes on from
  Summary summary_;
  std::string stopped_;   ///< who stopped the run, and how it goes on; empty: nobody
  ThinnedSeries energy_;  ///< where it was measured
};

}  // namespace dgsolve
