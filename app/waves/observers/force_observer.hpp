/// Forces on bodies over time, in forces/NAME.csv.
#pragma once

#include <limits>
#include <memory>

#include "app/waves/observers/observer.hpp"
#include "io/case/case.hpp"
#include "io/tables/csv_file.hpp"
#include "io/tables/schedule.hpp"
#include "solver/flow/forces.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

class ForceObserver : public Observer {
 public:
  /// Keeps references. Calls throw std::runtime_error that names the file where it cannot be written.
  ForceObserver(const Case& input, const ForceOptions& options, SpatialOperator& op, Integrator& integrator);

  void start() override;
  void resume(const RunRecord& record, const TimePosition& position) override;
  long steps_until_due(const TimePosition& position) const override {
    return schedule_.steps_until_due(position.time(), position.interval.dt);
  }
  bool due(const TimePosition& position) const override;
  bool needs_check(const TimePosition&) const override { return !finite_; }
  /// Adds a line, but not where a value is not finite.
  void observe(const TimePosition& position) override;
  void add_to(RunRecord& record) const override { file_.add_digest(record.tables); }
  void add_written_to(RunRecord&) override { file_.sync(); }
  void go_back(const RunRecord& record, const TimePosition& position) override;

 private:
  const double final_;
  const Integrator& integrator_;
  const Forces forces_;
  const std::unique_ptr<Sampler> sampler_;
  Schedule schedule_;
  CsvFile file_;
  double seen_ = -std::numeric_limits<double>::infinity();  ///< time of the last line
  bool finite_ = true;
};

}  // namespace dgsolve
