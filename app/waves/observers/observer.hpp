/// What looks at a run in time while it goes on: writes it down, checks it, shows it. One file each; the list
/// of those that a case wants is made in app/waves/observers/run_observers.cpp.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "io/report/results/summary.hpp"
#include "io/restart/checkpoint.hpp"
#include "solver/waves/time/time_plan.hpp"

namespace dgsolve {

class Observer {
 public:
  virtual ~Observer() = default;

  /// A run begins at t = 0.
  virtual void start() {}
  /// A run continues another one from a position. record: what that run had gathered until then; what it
  /// wrote later is taken back.
  virtual void resume(const RunRecord& /*record*/, const TimePosition& /*position*/) {}

  /// Steps that may be taken until the next look, at least 1.
  virtual long steps_until_due(const TimePosition& /*position*/) const {
    return std::numeric_limits<long>::max();
  }
  virtual bool due(const TimePosition& position) const = 0;
  /// Whether the energy must be checked before this look, which would be wrong in a state that went wrong.
  virtual bool needs_check(const TimePosition& /*position*/) const { return false; }
  virtual void observe(const TimePosition& position) = 0;

  /// Adds to a checkpoint what a run must know that continues from here, above all digests of what was
  /// written.
  virtual void add_to(RunRecord& /*record*/) const {}
  /// The same for what is too large to be gathered at every check: into checkpoints only.
  virtual void add_sums_to(RunRecord& /*record*/) const {}
  /// The state is good: the run may go back to it.
  virtual void keep() {}
  /// Adds what earlier jobs of the writing thread have written, and puts it on the disk. On that thread.
  virtual void add_written_to(RunRecord& /*record*/) {}
  /// The run is back at an earlier state, at which the record was gathered: takes back what was seen later.
  virtual void go_back(const RunRecord& /*record*/, const TimePosition& /*position*/) {}
  /// The run is over.
  virtual void finish(Summary& /*summary*/) const {}
};

using ObserverList = std::vector<std::unique_ptr<Observer>>;

}  // namespace dgsolve
