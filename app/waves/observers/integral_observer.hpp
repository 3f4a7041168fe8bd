/// The integrals that the equation names, such as the mass, and a flow's enstrophy: at the beginning of a run
/// and at its end, and, where the case asks for it, over time in integrals.csv.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "app/waves/observers/observer.hpp"
#include "io/case/case.hpp"
#include "io/tables/csv_file.hpp"
#include "io/tables/schedule.hpp"
#include "solver/waves/spatial_operator.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

class IntegralObserver : public Observer {
 public:
  static constexpr const char* file_name = "integrals.csv";

  /// Keeps references. Calls throw std::runtime_error that names the file where it cannot be written.
  IntegralObserver(const Case& input, SpatialOperator& op, Integrator& integrator);

  void start() override;
  void resume(const RunRecord& record, const TimePosition& position) override;
  long steps_until_due(const TimePosition& position) const override {
    return schedule_.steps_until_due(position.time(), position.interval.dt);
  }
  bool due(const TimePosition& position) const override;
  bool needs_check(const TimePosition&) const override { return !finite_; }
  /// Adds a line, but not where a value is not finite.
  void observe(const TimePosition& position) override;
  void add_to(RunRecord& record) const override;
  void add_written_to(RunRecord& record) override;
  void go_back(const RunRecord& record, const TimePosition& position) override;
  /// Of the state that the run ended with. Checkpoints of earlier versions know no initial ones: none then.
  void finish(Summary& summary) const override;

 private:
  const double final_;
  SpatialOperator& op_;
  Integrator& integrator_;
  Schedule schedule_;            ///< never due without a file
  std::optional<CsvFile> file_;  ///< where the case asks for it
  std::vector<double> initial_;
  double seen_ = -std::numeric_limits<double>::infinity();  ///< time of the last look
  bool has_begun_ = false, finite_ = true;
};

}  // namespace dgsolve
