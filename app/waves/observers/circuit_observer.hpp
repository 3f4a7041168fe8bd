/// Voltages and currents of lumped ports and elements over time: the device gathers them after every step,
/// and lumped/NAME.csv gets the lines of many steps at once.
#pragma once

#include <memory>
#include <vector>

#include "app/waves/observers/observer.hpp"
#include "io/case/case.hpp"
#include "io/tables/csv_file.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

class CircuitObserver : public Observer {
 public:
  /// The case has circuits. Keeps references; from now on every step of the integrator is gathered. Other
  /// calls throw std::runtime_error that names a file that cannot be written.
  CircuitObserver(const Case& input, SpatialOperator& op, Integrator& integrator);

  void start() override;
  void resume(const RunRecord& record, const TimePosition& position) override;
  long steps_until_due(const TimePosition&) const override { return most_rows; }
  bool due(const TimePosition& position) const override { return position.steps > seen_; }
  bool needs_check(const TimePosition&) const override { return !finite_; }
  /// Writes a line for each step since the last look, up to the first with a value that is not finite.
  void observe(const TimePosition& position) override;
  void add_to(RunRecord& record) const override;
  void add_written_to(RunRecord& record) override;
  void go_back(const RunRecord& record, const TimePosition& position) override;

 private:
  static constexpr long most_rows = 4096;  ///< from look to look

  struct Table {
    double sign;  ///< of the current: of a port that into the fields, of an element that through it
    CsvFile file;
  };
  void make_folder() const;

  const Case& input_;
  const Integrator& integrator_;
  std::vector<Table> tables_;  ///< [circuit]
  std::unique_ptr<Sampler> sampler_;
  long seen_ = -1;  ///< steps of the run whose lines were written, or were not finite
  bool finite_ = true;
};

}  // namespace dgsolve
