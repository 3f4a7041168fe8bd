/// The loop over time: steps that meet output times exactly, and looks of the observers between them.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "app/console/stop_request.hpp"
#include "app/waves/observers/run_observers.hpp"
#include "solver/waves/time/time_plan.hpp"

namespace dgsolve {

/// The way of a case's run in steps of dt at most.
TimePlan plan_of(const Case& input, double dt);

class TimeLoop {
 public:
  /// clock: began with the program; mesh: as it was read; dt: between samples at most; bound: what the device
  /// allows, field values a second, where that is known. Writes nothing yet. Keeps references to clock,
  /// input, op and mesh. Throws CaseError where a probe is outside the mesh.
  TimeLoop(PhaseClock& clock, const Case& input, SpatialOperator& op, const Mesh& mesh, double dt,
           std::optional<double> bound, const InitialState& initial);

  /// Begins at t = 0 from the initial state.
  void start();
  /// Continues where another run stood, of whose checkpoint the state is; what it wrote later is taken back.
  void resume(const Checkpoint& checkpoint);
  /// Runs to the final time, or until somebody asks to stop: then there is a checkpoint, and the outcome is
  /// `interrupted`. The output folder holds the results and summary.json, also where the run fails: then it
  /// throws std::runtime_error that says when and what to do.
  Summary run(const StopRequest& stop);

 private:
  Outcome step_through(const StopRequest& stop);
  /// Begins the next interval where one is over; false: the run has reached its end.
  bool begin_interval();
  void take_batch();
  Outcome stop_here(const std::string& reason);
  void end_here(const std::string& reason);
  /// Runs what may find that the state went wrong, as a part of the outputs' time.
  template <class Look>
  void observe(const Look& look);
  /// Goes back to the last good state, leaves it in the folder last_good/ and in a checkpoint, and throws
  /// std::runtime_error that says what went wrong, and where.
  [[noreturn]] void give_up(const std::string& what);
  void finish_writing();
  void measure_spectra();
  /// Does work whose failure fails the run, but not what is done behind it: the first failure is kept.
  template <class Work>
  void attempt(const Work& work);
  /// Leaves all results that can be had, then throws what failed the run, if anything did.
  void finish();
  RunRecord totals() const;
  double time() const { return position_.time(); }

  PhaseClock& clock_;
  const Case& input_;
  SpatialOperator& op_;
  const Mesh& mesh_;
  const TimePlan plan_;
  const std::optional<double> bound_;
  const std::unique_ptr<Integrator> integrator_;
  RunObservers observers_;
  TimePosition position_;
  long batch_ = 1;  ///< steps until the host looks: about a fifth of a second of them
  Summary summary_;
  std::string stopped_;  ///< what ended the run before its time, or who, and how it can be continued
  std::exception_ptr failure_;
};

}  // namespace dgsolve
