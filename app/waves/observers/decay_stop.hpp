/// Ends a run whose energy has decayed. Looks at the energy every so many steps since t = 0, wherever a run
/// was stopped and continued.
#pragma once

#include <string>

#include "app/waves/observers/energy_check.hpp"
#include "solver/waves/monitors/energy_decay.hpp"

namespace dgsolve {

class DecayStop : public Observer {
 public:
  /// The case asks for it. Stands behind the check in the list. Keeps references.
  DecayStop(const Case& input, const EnergyCheck& check);

  void resume(const RunRecord& record, const TimePosition&) override { decay_.set(record.decay); }
  long steps_until_due(const TimePosition& position) const override {
    return EnergyWatch::interval - position.steps % EnergyWatch::interval;
  }
  bool due(const TimePosition& position) const override {
    return position.steps % EnergyWatch::interval == 0;
  }
  bool needs_check(const TimePosition& position) const override { return due(position); }
  void observe(const TimePosition& position) override;
  void add_to(RunRecord& record) const override { record.decay = decay_.record(); }
  void go_back(const RunRecord& record, const TimePosition&) override { decay_.set(record.decay); }

  /// Why the run is over; empty: it goes on.
  const std::string& reason() const { return reason_; }
  /// When it will be over where the energy stays low, at the latest at the final time, s.
  double expected_end() const;

 private:
  const double final_;
  const EnergyCheck& check_;
  EnergyDecay decay_;
  std::string reason_;
};

}  // namespace dgsolve
