/// Checks the energy at intervals, and before anything that would be wrong in a state that went wrong. Knows
/// the way back to the last good state.
#pragma once

#include <stdexcept>

#include "app/waves/observers/observer.hpp"
#include "io/case/case.hpp"
#include "solver/waves/diagnostics/energy_watch.hpp"

namespace dgsolve {

/// The state went wrong; what() says how.
class BadState : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Whether sources or boundary data may put energy in.
bool takes_energy_in(const WaveOptions& options);

class EnergyCheck : public Observer {
 public:
  /// all: this one among them, behind those that only find out whether values are finite, before those that
  /// need a good state. Keeps references.
  EnergyCheck(const Case& input, SpatialOperator& op, Integrator& integrator, const ObserverList& all);

  void resume(const RunRecord& record, const TimePosition& position) override;
  long steps_until_due(const TimePosition& position) const override {
    return watch_.steps_until_check(position.steps);
  }
  bool due(const TimePosition& position) const override;
  /// Throws BadState.
  void observe(const TimePosition& position) override;
  void add_to(RunRecord& record) const override { record.energy_initial = watch_.initial(); }
  void finish(Summary& summary) const override;

  /// Whether the state at a position has been found good.
  bool passed(const TimePosition& position) const { return passed_ == position.steps; }
  bool has_good_state() const { return watch_.has_good_state(); }
  double energy() const { return watch_.energy(); }  ///< J, of the last good state's fields
  double held() const { return watch_.held(); }      ///< J, likewise, with what circuits hold
  /// Returns the integrator to the last good state; its position.
  const TimePosition& go_back_to_good_state() { return watch_.go_back(); }
  /// What all had gathered in the last good state.
  const RunRecord& good_record() const { return good_record_; }

 private:
  EnergyWatch watch_;
  const ObserverList& all_;
  RunRecord good_record_;
  long passed_ = -1;  ///< steps of the last good state
};

/// The energy over time, for the report: wherever it was checked.
class EnergySamples : public Observer {
 public:
  /// Stands behind the check in the list. Keeps a reference.
  explicit EnergySamples(const EnergyCheck& check) : check_(check) {}

  void resume(const RunRecord& record, const TimePosition&) override { samples_ = record.energy; }
  bool due(const TimePosition& position) const override { return check_.passed(position); }
  void observe(const TimePosition& position) override { samples_.add(position.time(), check_.energy()); }
  void add_to(RunRecord& record) const override { record.energy = samples_; }

  const ThinnedSeries& samples() const { return samples_; }

 private:
  const EnergyCheck& check_;
  ThinnedSeries samples_;  ///< J
};

}  // namespace dgsolve
