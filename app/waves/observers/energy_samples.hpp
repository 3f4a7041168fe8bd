/// The energy over time, for the report: wherever it was checked.
#pragma once

#include "app/waves/observers/energy_check.hpp"

namespace dgsolve {

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
