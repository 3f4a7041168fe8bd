#include "app/waves/observers/circuit_observer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/waves/observers/continued_table.hpp"
#include "io/base/files.hpp"
#include "io/tables/circuit_table.hpp"
#include "solver/waves/circuits.hpp"

namespace dgsolve {

CircuitObserver::CircuitObserver(const Case& input, SpatialOperator& op, Integrator& integrator)
    : input_(input),
      integrator_(integrator),
      sampler_(op.wave->sampler({.kind = SampleKind::circuits, .capacity = most_rows})) {
  for (const std::string& group : circuit_groups(op.discretization.mesh, input.wave())) {
    const auto& gap = input.wave().boundaries.at(group).gap;
    tables_.push_back({gap && gap->is_port ? 1.0 : -1.0,
                       CsvFile(input.output.directory, circuit_file(group), header_of_circuits(input.si))});
  }
  integrator.after_each_step([this](const WaveState& u, long step) { sampler_->take(u, step); });
}

void CircuitObserver::make_folder() const {
  dgsolve::make_folder((input_.output.directory / circuit_file("")).parent_path());
}

void CircuitObserver::start() {
  make_folder();
  for (Table& table : tables_) table.file.begin();
  sampler_->take(integrator_.state(), -1);
}

void CircuitObserver::resume(const RunRecord& record, const TimePosition& position) {
  seen_ = position.steps;
  go_back(record, position);
}

void CircuitObserver::go_back(const RunRecord& record, const TimePosition& position) {
  make_folder();
  for (Table& table : tables_) continue_and_report(table.file, position.time(), record);
}

void CircuitObserver::observe(const TimePosition& position) {
  const long n = position.steps - seen_;
  const Samples rows = sampler_->read();
  check_size("circuits", rows.taken, n, "rows of samples");
  TimePosition at = position;  // all are of one interval, for a run looks where one ends
  for (long row = 0; row < n && finite_; ++row) {
    at.done = position.done - (n - 1 - row);
    const auto values = std::span(rows.values).subspan(row * 2 * tables_.size(), 2 * tables_.size());
    finite_ = std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
    for (std::size_t i = 0; i < tables_.size() && finite_; ++i)
      tables_[i].file.add(at.time(), std::array{values[2 * i], tables_[i].sign * values[2 * i + 1]});
  }
  seen_ = position.steps;
}

void CircuitObserver::add_to(RunRecord& record) const {
  for (const Table& table : tables_) table.file.add_digest(record.tables);
}

void CircuitObserver::add_written_to(RunRecord&) {
  for (const Table& table : tables_) table.file.sync();
}

}  // namespace dgsolve
