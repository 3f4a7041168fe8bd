/// The energy ledger of a run: samples it, writes ledger.csv, says what came out and what it cost.
#pragma once

#include <limits>
#include <vector>

#include "app/waves/observers/observer.hpp"
#include "io/case/case.hpp"
#include "io/tables/csv_file.hpp"
#include "io/tables/schedule.hpp"
#include "kernels/base/phase_clock.hpp"
#include "solver/waves/diagnostics/energy_ledger.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

class LedgerObserver : public Observer {
 public:
  static constexpr const char* file_name = "ledger.csv";

  /// The case asks for one. Keeps references. Calls throw std::runtime_error that names the file where it
  /// cannot be written.
  LedgerObserver(const Case& input, SpatialOperator& op, const Integrator& integrator);

  void start() override;
  /// Without samples in the record a ledger begins with the first step.
  void resume(const RunRecord& record, const TimePosition& position) override;
  long steps_until_due(const TimePosition& position) const override {
    return schedule_.steps_until_due(position.time(), position.interval.dt);
  }
  /// The first sample is due at once, and one at the final time too.
  bool due(const TimePosition& position) const override;
  bool needs_check(const TimePosition&) const override { return !finite_; }
  void observe(const TimePosition& position) override { sample(position.time()); }
  void add_to(RunRecord& record) const override;
  void add_written_to(RunRecord&) override { file_.sync(); }
  void go_back(const RunRecord& record, const TimePosition& position) override;
  void finish(Summary& summary) const override;

  /// Adds a line, but not where a value is not finite.
  void sample(double time);

 private:
  /// Once, where energy comes from nowhere: long before values stop being finite.
  void flag_growth(double time);

  const double final_;
  SpatialOperator& op_;
  const Integrator& integrator_;
  Schedule schedule_;
  CsvFile file_;
  EnergyLedger books_;
  std::vector<double> recent_;  ///< remainders at the newest samples, EnergyLedger::window of them at most
  double seen_ = -std::numeric_limits<double>::infinity();  ///< time of the last look
  bool finite_ = true, flagged_ = false;
  // What this run took:
  long n_samples_ = 0;
  double seconds_ = 0;  ///< that all samples took
  Stopwatch wall_;
};

}  // namespace dgsolve
