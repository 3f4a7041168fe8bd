#include "app/waves/wave_results.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/console/log.hpp"
#include "solver/waves/diagnostics/diagnostics.hpp"

namespace dgsolve {
namespace {

std::optional<double> exact_value(const std::map<std::string, Expression>& exact, const std::string& field,
                                  const std::array<double, 3>& x, double t) {
  const auto formula = exact.find(field);
  if (formula == exact.end()) return {};
  return formula->second(x[0], x[1], x[2], t);
}

}  // namespace

std::size_t dofs_per_step(const SpatialOperator& op) {
  return op.discretization.n_dofs(op.physics.n_fields) * op.scheme.evaluations_per_step();
}

void measure_errors(const Case& input, const SpatialOperator& op, const Integrator& integrator, double time,
                    Summary& summary) {
  const auto& exact = input.wave().exact;
  if (exact.empty()) return;
  summary.errors.fields = errors(op, exact, time, integrator.state());
  summary.energy.exact = exact_energy(op, input.wave(), time);
  summary.errors.probes = probe_errors(
      input.output.probes, probed_fields(input, op.discretization.mesh.dim), input.output.directory,
      [&](const std::string& field, const auto& x, double t) { return exact_value(exact, field, x, t); });
}

void measure_throughput(const SpatialOperator& op, std::optional<double> bound, double seconds,
                        TimeSummary& time) {
  if (seconds <= 0) return;
  time.throughput_gdof_per_s =
      static_cast<double>(dofs_per_step(op)) * static_cast<double>(time.tried()) / seconds / 1e9;
  if (bound) time.fraction_of_bound = 1e9 * *time.throughput_gdof_per_s / *bound;
}

void report_other_energy(const RunRecord& earlier, double energy) {
  constexpr double rounding = 1e-5;  // of a change of precision
  if (earlier.energy.values().empty()) return;
  const double before = earlier.energy.values().back();
  if (std::abs(energy - before) > rounding * before)
    say("restart: in the regions' new materials the energy of the same fields is {:.6g}; it was {:.6g}",
        energy, before);
}

void report_forces(const std::vector<ForceSummary>& forces) {
  constexpr double end_of_sublayer = 5;  // Schlichting & Gersten, section 17.1
  std::string too_coarse;
  double largest = 0;
  for (const ForceSummary& force : forces) {
    say("{}", force_text(force));
    const ForceColumnSummary* y_plus = force.find("y_plus");
    if (!y_plus || y_plus->highest <= end_of_sublayer) continue;
    too_coarse += (too_coarse.empty() ? "" : ", ") + force.name;
    largest = std::max(largest, y_plus->highest);
  }
  if (!too_coarse.empty())
    warn(
        "forces {}: y+ of the first node reached {:.2g}; friction is resolved up to about {}: expected "
        "smaller cells at the wall, or a higher order",
        too_coarse, largest, end_of_sublayer);
}

}  // namespace dgsolve
