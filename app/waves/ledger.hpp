/// The energy ledger of a run: samples it, writes ledger.csv, says what came out and what it cost.
#pragma once

#include <filesystem>
#include <vector>

#include "app/console/resources.hpp"
#include "app/waves/schedule.hpp"
#include "io/case/case.hpp"
#include "io/tables/csv_file.hpp"
#include "solver/waves/energy_ledger.hpp"
#include "solver/waves/lsrk45.hpp"

namespace dgsolve {

class Ledger {
 public:
  static constexpr const char* file_name = "ledger.csv";

  /// The case asks for one. Keeps references.
  Ledger(const Case& input, SpatialOperator& op);

  /// Begins ledger.csv, or goes on with it behind a time: one without samples begins there. Throws
  /// std::runtime_error that names it where it cannot be written.
  void start();
  CsvFile::Resumed resume(const LedgerRecord& record, double time, const CsvDigests& earlier);

  /// The first sample is due at once, and one at the final time too.
  bool due(double time) const {
    return books_.record().samples.empty() || schedule_.due(time) || time >= final_;
  }
  long steps_until_due(double time, double dt) const { return schedule_.steps_until_due(time, dt); }
  /// Adds a line. False, and nothing is written, where a value is not finite.
  bool sample(const Lsrk45& integrator, double time);

  const EnergyLedger& books() const { return books_; }
  void add_digest(CsvDigests& digests) const { file_.add_digest(digests); }
  void sync() const { file_.sync(); }
  void report_cost(double wall_seconds) const;

 private:
  /// Once, where energy comes from nowhere: long before values stop being finite.
  void flag_growth(double time);

  const double final_;
  SpatialOperator& op_;
  Schedule schedule_;
  CsvFile file_;
  EnergyLedger books_;
  std::vector<double> recent_;  ///< remainders at the newest samples, EnergyLedger::window of them at most
  long n_samples_ = 0;          ///< of this run
  double seconds_ = 0;          ///< all of them took
  bool flagged_ = false;
};

}  // namespace dgsolve
