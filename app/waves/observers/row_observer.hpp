/// Observers for which the device gathers a row of values after every step, and whose tables get the lines of
/// many steps at once.
#pragma once

#include <memory>
#include <span>

#include "app/waves/observers/observer.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

class RowObserver : public Observer {
 public:
  void start() override;
  void resume(const RunRecord& record, const TimePosition& position) override;
  long steps_until_due(const TimePosition&) const override { return most_rows_; }
  bool due(const TimePosition& position) const override { return position.steps > seen_; }
  bool needs_check(const TimePosition&) const override { return !finite_; }
  /// Adds a row for each step since the last look, up to the first with a value that is not finite.
  void observe(const TimePosition& position) override;

 protected:
  /// Keeps a reference. Calls throw std::runtime_error that names a file that cannot be written.
  explicit RowObserver(Integrator& integrator) : integrator_(integrator) {}

  /// Samples are taken after every step of the integrator from now on.
  void gather(SpatialOperator& op, const SamplePoints& points);

 private:
  virtual void begin_files() = 0;
  /// False, and no line, where a value is not finite.
  virtual bool add_row(double time, std::span<const double> values) = 0;

  Integrator& integrator_;
  std::unique_ptr<Sampler> sampler_;
  long most_rows_ = 1;  ///< from look to look
  long seen_ = -1;      ///< steps of the run whose lines were written, or were not finite
  bool finite_ = true;
};

}  // namespace dgsolve
