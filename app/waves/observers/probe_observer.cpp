#include "app/waves/observers/probe_observer.hpp"

#include <algorithm>

#include "app/waves/observers/continued_table.hpp"
#include "io/case/problem_kinds.hpp"
#include "solver/waves/diagnostics/derived_fields.hpp"

namespace dgsolve {

namespace {

/// Rows of a look: many, so that a device seldom waits, but not more memory than a picture takes.
std::size_t rows_of_a_look(std::size_t row_size) {
  constexpr std::size_t most_rows = 256, most_values = std::size_t{1} << 20;
  return std::clamp(most_values / row_size, std::size_t{1}, most_rows);
}

/// Also the fields that follow from the state.
ProbedFields probed(const Case& input, const SpatialOperator& op) {
  ProbedFields fields = probed_fields(input, op.discretization.mesh.dim);
  fields.derive = derived_fields(op);
  return fields;
}

}  // namespace

ProbeObserver::ProbeObserver(const Case& input, SpatialOperator& op, Integrator& integrator)
    : RowObserver(integrator),
      directory_(input.output.directory),
      probes_(input.output.probes, op.discretization, probed(input, op)) {
  gather(op, {SampleKind::rows, probes_.elements(), probes_.weights(),
              rows_of_a_look(probes_.elements().size() * op.physics.n_fields)});
}

void ProbeObserver::go_back(const RunRecord& record, const TimePosition& position) {
  probes_.open(directory_, position.time(),
               [&](CsvFile& file) { continue_and_report(file, position.time(), record); });
}

}  // namespace dgsolve
