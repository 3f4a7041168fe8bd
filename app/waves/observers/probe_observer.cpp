#include "app/waves/observers/probe_observer.hpp"

#include <algorithm>

#include "app/waves/observers/continued_table.hpp"
#include "io/case/problem_kinds.hpp"
#include "solver/waves/diagnostics/derived_fields.hpp"

namespace dgsolve {

namespace {

/// Rows of a look: many, so that a device seldom waits, but not more memory than a picture takes.
long rows_of_a_look(std::size_t row_size) {
  constexpr long most_rows = 256;
  constexpr std::size_t most_values = std::size_t{1} << 20;
  return std::clamp(static_cast<long>(most_values / row_size), 1L, most_rows);
}

/// With those that follow from the state.
ProbedFields probed(const Case& input, const SpatialOperator& op) {
  ProbedFields fields = probed_fields(input, op.discretization.mesh.dim);
  fields.derive = derived_fields(op);
  return fields;
}

}  // namespace

ProbeObserver::ProbeObserver(const Case& input, SpatialOperator& op, Integrator& integrator)
    : directory_(input.output.directory),
      integrator_(integrator),
      probes_(input.output.probes, op.discretization, probed(input, op)),
      row_size_(probes_.elements().size() * op.physics.n_fields),
      most_rows_(rows_of_a_look(row_size_)),
      sampler_(op.wave->sampler(
          {SampleKind::rows, probes_.elements(), probes_.weights(), static_cast<std::size_t>(most_rows_)})) {
  integrator.after_each_step([this](const WaveState& u, long step) { sampler_->take(u, step); });
}

void ProbeObserver::start() {
  probes_.open(directory_);
  sampler_->take(integrator_.state(), -1);
}

void ProbeObserver::resume(const RunRecord& record, const TimePosition& position) {
  seen_ = position.steps;
  go_back(record, position);
}

void ProbeObserver::go_back(const RunRecord& record, const TimePosition& position) {
  probes_.open(directory_, position.time(),
               [&](CsvFile& file) { continue_and_report(file, position.time(), record); });
}

void ProbeObserver::observe(const TimePosition& position) {
  const long n = position.steps - seen_;
  const Samples rows = sampler_->read();
  check_size("probes", rows.taken, n, "rows of samples");
  TimePosition at = position;  // all are of one interval, for a run looks where one ends
  for (long row = 0; row < n && finite_; ++row) {
    at.done = position.done - (n - 1 - row);
    finite_ = probes_.add(at.time(), std::span(rows.values).subspan(row * row_size_, row_size_));
  }
  seen_ = position.steps;
}

}  // namespace dgsolve
