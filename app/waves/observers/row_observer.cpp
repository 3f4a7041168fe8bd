#include "app/waves/observers/row_observer.hpp"

namespace dgsolve {

void RowObserver::gather(SpatialOperator& op, const SamplePoints& points) {
  most_rows_ = static_cast<long>(points.capacity);
  sampler_ = op.wave->sampler(points);
  integrator_.after_each_step([this](const WaveState& u, long step) { sampler_->take(u, step); });
}

void RowObserver::start() {
  begin_files();
  sampler_->take(integrator_.state(), -1);
}

void RowObserver::resume(const RunRecord& record, const TimePosition& position) {
  seen_ = position.steps;
  go_back(record, position);
}

void RowObserver::observe(const TimePosition& position) {
  const long n = position.steps - seen_;
  const Samples rows = sampler_->read();
  check_size("rows after steps", rows.taken, n, "rows of samples");
  const std::size_t row_size = rows.values.size() / n;
  TimePosition at = position;  // all are of one interval, for a run looks where one ends
  for (long row = 0; row < n && finite_; ++row) {
    at.done = position.done - (n - 1 - row);
    finite_ = add_row(at.time(), std::span(rows.values).subspan(row * row_size, row_size));
  }
  seen_ = position.steps;
}

}  // namespace dgsolve
