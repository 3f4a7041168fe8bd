/// Probes: the fields at points after every step.
#pragma once

#include "app/waves/observers/row_observer.hpp"
#include "io/case/case.hpp"
#include "io/tables/probes.hpp"

namespace dgsolve {

class ProbeObserver : public RowObserver {
 public:
  /// Keeps references; from now on every step of the integrator is gathered. Throws CaseError where a probe
  /// is outside the mesh. Other calls throw std::runtime_error that names a file that cannot be written.
  ProbeObserver(const Case& input, SpatialOperator& op, Integrator& integrator);

  void add_to(RunRecord& record) const override { probes_.add_digests(record.tables); }
  void add_written_to(RunRecord&) override { probes_.sync(); }
  void go_back(const RunRecord& record, const TimePosition& position) override;

 private:
  void begin_files() override { probes_.open(directory_); }
  bool add_row(double time, std::span<const double> values) override { return probes_.add(time, values); }

  const std::filesystem::path& directory_;
  Probes probes_;
};

}  // namespace dgsolve
