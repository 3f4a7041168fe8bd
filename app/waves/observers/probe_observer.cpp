#include "app/waves/observers/probe_observer.hpp"

#include "app/waves/observers/continued_table.hpp"

namespace dgsolve {

ProbeObserver::ProbeObserver(const Case& input, SpatialOperator& op, Integrator& integrator)
    : directory_(input.output.directory),
      integrator_(integrator),
      probes_(input.output.probes, op.discretization, op.physics.info.fields),
      row_size_(input.output.probes.size() * op.physics.n_fields),
      sampler_(op.wave->sampler(probes_.elements(), probes_.weights(), most_rows)) {
  integrator.after_each_step([this](const WaveState& u) { sampler_->take(u); });
}

void ProbeObserver::start() {
  probes_.open(directory_);
  sampler_->take(integrator_.state());
}

void ProbeObserver::resume(const RunRecord& record, const TimePosition& position) {
  seen_ = position.steps;
  go_back(record, position);
}

void ProbeObserver::go_back(const RunRecord& record, const TimePosition& position) {
  probes_.open(directory_, [&](CsvFile& file) { continue_and_report(file, position.time(), record); });
}

void ProbeObserver::observe(const TimePosition& position) {
  const long n = position.steps - seen_;
  rows_.resize(n * row_size_);
  sampler_->read(rows_);
  TimePosition at = position;  // all are of one interval, for a run looks where one ends
  for (long row = 0; row < n && finite_; ++row) {
    at.done = position.done - (n - 1 - row);
    finite_ = probes_.add(at.time(), std::span(rows_).subspan(row * row_size_, row_size_));
  }
  seen_ = position.steps;
}

}  // namespace dgsolve
