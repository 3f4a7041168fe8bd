/// Probes: the device gathers the fields at them after every step, and their files get the lines of many
/// steps at once.
#pragma once

#include <memory>
#include <vector>

#include "app/waves/observers/observer.hpp"
#include "io/case/case.hpp"
#include "io/tables/probes.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

class ProbeObserver : public Observer {
 public:
  /// Keeps references; from now on every step of the integrator is gathered. Throws CaseError where a probe
  /// is outside the mesh. Other calls throw std::runtime_error that names a file that cannot be written.
  ProbeObserver(const Case& input, SpatialOperator& op, Integrator& integrator);

  void start() override;
  void resume(const RunRecord& record, const TimePosition& position) override;
  long steps_until_due(const TimePosition&) const override { return most_rows_; }
  bool due(const TimePosition& position) const override { return position.steps > seen_; }
  bool needs_check(const TimePosition&) const override { return !finite_; }
  /// Writes a line for each step since the last look at which one is due, up to the first with a value that
  /// is not finite.
  void observe(const TimePosition& position) override;
  void add_to(RunRecord& record) const override { probes_.add_digests(record.tables); }
  void add_written_to(RunRecord&) override { probes_.sync(); }
  void go_back(const RunRecord& record, const TimePosition& position) override;

 private:
  const std::filesystem::path& directory_;
  const Integrator& integrator_;
  Probes probes_;
  const std::size_t row_size_;  ///< values at all points
  const long most_rows_;        ///< from look to look
  const std::unique_ptr<Sampler> sampler_;
  long seen_ = -1;  ///< steps of the run whose lines were written, or were not finite
  bool finite_ = true;
};

}  // namespace dgsolve
