#include "app/waves/energy_report.hpp"

#include <algorithm>
#include <cmath>

#include "app/console/log.hpp"
#include "app/waves/observers/energy_check.hpp"
#include "solver/waves/monitors/energy_growth.hpp"
#include "solver/waves/monitors/waveform_end.hpp"
#include "solver/waves/time/time_step.hpp"

namespace dgsolve {
namespace {

void report_ledger(const EnergyLedger& ledger) {
  const Powers& work = ledger.record().work;
  const double remainder = ledger.remainder();
  say("ledger: sources {:+.6e}, incoming waves {:+.6e}, through boundaries {:+.6e}, losses {:+.6e}, "
      "numerical flux {:+.6e}, remainder {:+.1e}; together {:+.6e}, by which the energy changed",
      work.source, work.incoming, 0 - work.outgoing, 0 - work.loss, 0 - work.dissipation, remainder,
      ledger.record().energy - ledger.record().energy_initial);
  if (ledger.put_in() == 0 && remainder == 0)
    say("ledger: no energy was put in");
  else if (std::abs(remainder) <= 1e-3 * ledger.put_in())
    say("ledger: it closes to {:.1e} of the energy put in", std::abs(remainder) / ledger.put_in());
  else
    warn(
        "ledger: {} {:.2g} % of the energy put in: the time step is too large for what happens in it, or "
        "samples are too far apart",
        remainder > 0 ? "energy came from nowhere," : "energy is lost in time integration,",
        100 * std::abs(remainder) / ledger.put_in());
}

bool is_wall(const EquationInfo& equation, const BoundaryOptions& boundary) {
  return boundary.type == "periodic" ||
         std::ranges::any_of(equation.boundary_types, [&](const BoundaryTypeInfo& type) {
           return type.name == boundary.type && type.sheet;
         });
}

/// Nothing but the numerical flux changes the energy.
bool keeps_its_energy(const SpatialOperator& op, const WaveOptions& options) {
  if (takes_energy_in(options) || !options.models.empty()) return false;
  for (const auto& [name, boundary] : options.boundaries)
    if (!is_wall(op.physics.info, boundary)) return false;
  const Coefficients& c = op.coefficients;
  for (std::size_t row = 0; row < c.values.size(); row += c.n)
    if (op.physics.relaxation_rate(&c.values[row]) != 0) return false;
  return true;
}

/// The time from which on nothing puts energy in: no waveform acts, and a wave that entered has passed the
/// mesh. Unknown where formulas put it in.
std::optional<double> end_of_what_is_put_in(const SpatialOperator& op, const WaveOptions& options,
                                            double final) {
  if (!options.source.empty()) return {};
  for (const auto& [name, boundary] : options.boundaries)
    if (!boundary.data.empty() && !boundary.plane_wave) return {};
  const double slowest =
      std::ranges::min(values_of_steps(op, 1, [](const TimeStep& of_cell) { return of_cell.speed; }));
  double farthest = 0;
  for (const Point& x : op.discretization.mesh.nodes)
    farthest = std::max(farthest, std::hypot(x[0], x[1], x[2]));
  return takes_energy_in(options) ? end_of_waveforms(options, final) + farthest / slowest : 0;
}

/// Layers may give back what they took, so that the watch during the run allows it.
void check_growth(const SpatialOperator& op, const WaveOptions& options, const ThinnedSeries& energy,
                  double final) {
  if (std::ranges::none_of(options.models, [&](const auto& m) { return absorbs(options.models, m.first); }))
    return;
  const std::optional<double> since = end_of_what_is_put_in(op, options, final);
  if (!since) return;
  if (const auto growth = lasting_growth(energy.time(), energy.values(), *since))
    warn(
        "energy: it keeps growing, to {:.3g} times as much in the last half of the time after t = {:.4g}, "
        "though nothing puts any in: absorbing layers feed a field that fades into them without "
        "propagating; expected thicker layers, a higher frequency of the open boundary, or more distance "
        "between it and what rings",
        *growth, *since);
}

/// share: of all the energy that there was.
void check_dissipation(double share, const WaveOptions& options) {
  constexpr double tolerable = 0.05;
  if (share <= tolerable) return;
  const bool at_points = std::ranges::any_of(options.sources, [](const WaveSource& source) {
    return source.type != WaveSourceType::plane_wave && source.type != WaveSourceType::current;
  });
  if (at_points)
    warn(
        "energy: the numerical flux took {:.2g} % of it. Of the near field of dipoles and filaments it takes "
        "a part that grows as cells shrink, so that the ledger's source is no radiated power: a monitor of "
        "type flux or far_field around them has that. Waves that are too short for the mesh are lost as well",
        100 * share);
  else
    warn(
        "energy: the numerical flux took {:.2g} % of it: waves are lost that are too short for the mesh; "
        "expected smaller cells or a higher order{}",
        100 * share, options.flux_parameters.contains("alpha") ? ", or a smaller flux.alpha" : "");
}

}  // namespace

void report_energy(const Summary& summary, const SpatialOperator& op, const WaveCase& wave,
                   const ThinnedSeries& samples) {
  for (const IntegralSummary& of : summary.wave().integrals)
    say("{}: {:.6g} at t = 0, {:.6g} at the end, {:+.1e}", of.name, of.initial, of.final,
        of.final - of.initial);
  check_growth(op, wave, samples, wave.time.final);
  const std::optional<double>&initial = summary.wave().initial_energy, &final = summary.energy.final;
  if (const std::optional<EnergyLedger>& ledger = summary.wave().ledger) {
    report_ledger(*ledger);
    if (ledger->put_in() > 0) check_dissipation(ledger->record().work.dissipation / ledger->put_in(), wave);
  } else if (initial && final && *initial > 0 && keeps_its_energy(op, wave)) {
    check_dissipation(1 - *final / *initial, wave);
  }
}

void check_what_is_left(const Case& input, const Summary& summary) {
  constexpr double much = 1e-3;
  const WaveCase& wave = input.wave();
  const bool by_formulas =
      !wave.source.empty() || std::ranges::any_of(wave.boundaries, [](const auto& boundary) {
        return !boundary.second.data.empty() && !boundary.second.plane_wave;
      });
  const bool has_monitors =  // ports' waves are judged by themselves
      std::ranges::any_of(wave.monitors, [](const MonitorOptions& monitor) { return !monitor.waves; });
  if (!has_monitors || by_formulas || end_of_waveforms(wave, wave.time.final) >= summary.wave().time.reached)
    return;
  if (summary.energy.left > much)
    warn(
        "monitors: at the end {:.2g} of the largest energy is still in the mesh; what has not reached them "
        "is missing. Expected a longer time.final; time: {{stop: {{decay: 1e-8}}}} ends it once nothing is "
        "left",
        summary.energy.left);
}

}  // namespace dgsolve
