#include "app/waves/observers/circuit_observer.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/waves/observers/continued_table.hpp"
#include "io/base/files.hpp"
#include "io/tables/circuit_table.hpp"
#include "kernels/waves/traits/circuit_point.hpp"
#include "solver/waves/circuits.hpp"

namespace dgsolve {

CircuitObserver::CircuitObserver(const Case& input, SpatialOperator& op, Integrator& integrator)
    : RowObserver(integrator) {
  for (const std::string& group : circuit_groups(input.wave())) {
    const auto& gap = input.wave().boundaries.at(group).gap;
    tables_.push_back({gap && gap->is_port ? 1.0 : -1.0,
                       CsvFile(input.output.directory, circuit_file(group), header_of_circuits(input.si))});
  }
  constexpr std::size_t most_rows = 4096;  // from look to look
  gather(op, samples_of_circuits(tables_.size(), most_rows));
}

void CircuitObserver::make_folder() const {
  const CsvFile& any = tables_.front().file;
  dgsolve::make_folder((any.directory() / any.name()).parent_path());
}

void CircuitObserver::begin_files() {
  make_folder();
  for (Table& table : tables_) table.file.begin();
}

void CircuitObserver::go_back(const RunRecord& record, const TimePosition& position) {
  make_folder();
  for (Table& table : tables_) continue_and_report(table.file, position.time(), record);
}

bool CircuitObserver::add_row(double time, std::span<const double> values) {
  if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) return false;
  const double* of_circuit = values.data();  // voltage, current, energy
  for (Table& table : tables_) {
    table.file.add(time, std::array{of_circuit[0], table.sign * of_circuit[1]});
    of_circuit += n_circuit_samples;
  }
  return true;
}

void CircuitObserver::add_to(RunRecord& record) const {
  for (const Table& table : tables_) table.file.add_digest(record.tables);
}

void CircuitObserver::add_written_to(RunRecord&) {
  for (const Table& table : tables_) table.file.sync();
}

}  // namespace dgsolve
