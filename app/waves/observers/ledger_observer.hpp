/// The energy ledger of a run: samples it, writes ledger.csv, says what came out and what it cost.
#pragma once

#include <vector>

#include "app/waves/observers/table_observer.hpp"
#include "kernels/base/phase_clock.hpp"
#include "solver/waves/diagnostics/energy_ledger.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

class LedgerObserver : public TableObserver {
 public:
  static constexpr const char* file_name = "ledger.csv";

  /// The case asks for one. Keeps references.
  LedgerObserver(const Case& input, SpatialOperator& op, const Integrator& integrator);

  void start() override;
  /// Without samples in the record a ledger begins with the first step.
  void resume(const RunRecord& record, const TimePosition& position) override;
  /// The first sample is due at once, and one at the final time too.
  bool due(const TimePosition& position) const override;
  void observe(const TimePosition& position) override { sample(position.time()); }
  void add_to(RunRecord& record) const override;
  void go_back(const RunRecord& record, const TimePosition& position) override;
  void finish(Summary& summary) const override;

  /// Adds a line, but not where a value is not finite.
  void sample(double time);

 private:
  /// Once, where energy comes from nowhere: long before values stop being finite.
  void flag_growth(double time);

  SpatialOperator& op_;
  const Integrator& integrator_;
  EnergyLedger books_;
  std::vector<double> recent_;  ///< remainders at the newest samples, EnergyLedger::window of them at most
  bool flagged_ = false;
  // What this run took:
  long n_samples_ = 0;
  double seconds_ = 0;  ///< that all samples took
  Stopwatch wall_;
};

}  // namespace dgsolve
