#include "app/waves/observers/circuit_observer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include "app/waves/observers/continued_table.hpp"
#include "io/base/files.hpp"
#include "io/tables/circuit_table.hpp"
#include "solver/waves/circuits.hpp"

namespace dgsolve {

CircuitObserver::CircuitObserver(const Case& input, SpatialOperator& op, Integrator& integrator)
    : input_(input), integrator_(integrator) {
  for (const std::string& group : circuit_groups(input.wave())) {
    const auto& gap = input.wave().boundaries.at(group).gap;
    tables_.push_back({gap && gap->is_port ? 1.0 : -1.0,
                       CsvFile(input.output.directory, circuit_file(group), header_of_circuits(input.si))});
  }
  std::vector<int> circuits(tables_.size());
  std::iota(circuits.begin(), circuits.end(), 0);
  sampler_ = op.wave->sampler({.kind = SampleKind::circuits, .elements = circuits, .capacity = most_rows});
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
    constexpr std::size_t n_values = 3;  // voltage, current, energy
    const auto values =
        std::span(rows.values).subspan(row * n_values * tables_.size(), n_values * tables_.size());
    finite_ = std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
    for (std::size_t i = 0; i < tables_.size() && finite_; ++i)
      tables_[i].file.add(at.time(),
                          std::array{values[n_values * i], tables_[i].sign * values[n_values * i + 1]});
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
