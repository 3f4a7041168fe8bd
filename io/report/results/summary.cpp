#include "io/report/results/summary.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/base/files.hpp"
#include "io/report/results/time_phases.hpp"

namespace dgsolve {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
void put(Json& object, const char* key, const std::optional<T>& value) {
  if (value) object[key] = *value;
}

void put_description(Json& json, const RunDescription& run) {
  if (!run.title.empty()) json["title"] = run.title;
  json["physics"] = run.physics;
  json["order"] = run.order;
  json["precision"] = run.precision == Precision::single ? "single" : "double";
  json["device"] = run.device;
  json["elements"] = run.elements;
  json["dofs"] = run.dofs;
  for (const PartReport& part : run.parts) {
    Json of_part = {{"device", part.device},
                    {"cells", part.cells},
                    {"share", static_cast<double>(part.cells) / run.elements}};
    if (part.rim) {
      of_part["ghosts"] = part.rim->ghosts;
      of_part["faces_sent"] = part.rim->faces_sent;
      of_part["bytes_sent"] = part.rim->bytes_sent;
    }
    of_part["memory_bytes"] = part.bytes;
    json["parts"].push_back(std::move(of_part));
  }
}

void put_time(Json& json, const TimeSummary& time) {
  json["dt"] = time.dt;
  json["steps"] = time.steps;
  json["time"] = time.reached;
  if (time.controlled)
    json["controlled_steps"] = {{"accepted", time.controlled->accepted},
                                {"rejected", time.controlled->rejected},
                                {"smallest", time.controlled->smallest_dt},
                                {"largest", time.controlled->largest_dt}};
}

void put_cost(Json& json, const Summary& summary) {
  const CostSummary& cost = summary.cost;
  json["wall_seconds"] = {
      {"setup", cost.setup_seconds}, {"solve", cost.solve_seconds}, {"output", cost.output_seconds}};
  for (const TimePhase& phase : cost.phases) json["wall_seconds"]["parts"][phase.name] = phase.seconds;
  if (!cost.phases.empty()) json["wall_seconds"]["total"] = total_of(cost.phases);
  if (summary.is_in_time()) {
    put(json, "throughput_gdof_per_s", summary.wave().time.throughput_gdof_per_s);
    put(json, "fraction_of_bound", summary.wave().time.fraction_of_bound);
  }
  if (cost.device_bytes) json["memory_bytes"]["device"] = *cost.device_bytes;
  if (cost.host_bytes) json["memory_bytes"]["host"] = *cost.host_bytes;
}

Json error_json(const FieldError& error) { return {{"l2", error.l2}, {"linf", error.linf}}; }

void put_errors(Json& json, const ErrorSummary& errors) {
  for (const auto& [field, error] : errors.fields) json["errors"][field] = error_json(error);
  for (const auto& [probe, fields] : errors.probes)
    for (const auto& [field, error] : fields) json["probe_errors"][probe][field] = error_json(error);
}

Json solver_json(const SolverSummary& solver) {
  Json json;
  json["operator"] = solver.operator_form;
  json["preconditioner"] = solver.preconditioner;
  json["iterations"] = solver.report.iterations;
  json["relative_residual"] = solver.report.relative_residual;
  json["converged"] = solver.report.converged;
  if (!solver.report.reason.empty()) json["reason"] = solver.report.reason;
  json["flux_imbalance"] = solver.flux_imbalance;
  json["setup_seconds"] = solver.setup_seconds;
  json["solve_seconds"] = solver.solve_seconds;
  json["history"] = solver.report.history;
  return json;
}

Json ledger_json(const EnergyLedger& ledger) {
  Json json;
  json["time"] = ledger.record().samples.back().time;
  json["energy_initial"] = ledger.record().energy_initial;
  json["energy"] = ledger.record().energy;
  for (const PowerTerm& part : power_terms) json[part.name] = ledger.record().work.*part.value;
  json["remainder"] = ledger.remainder();
  return json;
}

void put_energy(Json& json, const EnergySummary& energy) {
  if (energy.final) json["energy"]["final"] = *energy.final;
  if (energy.exact) json["energy"]["exact"] = *energy.exact;
}

void put_boundary(Json& json, const BoundarySummary& boundary) {
  json["flux"] = boundary.flux;
  put(json, "exact_flux", boundary.exact_flux);
  put(json, "potential", boundary.potential);
  put(json, "exact_potential", boundary.exact_potential);
}

void put_spectra(Json& json, const ProbePeaks& spectra) {
  for (const auto& [probe, fields] : spectra)
    for (const auto& [field, peaks] : fields)
      for (const SpectralPeak& peak : peaks)
        json["spectra"][probe][field].push_back(
            {{"frequency", peak.frequency}, {"amplitude", peak.amplitude}});
}

void put_forces(Json& json, const std::vector<ForceSummary>& forces) {
  for (const ForceSummary& force : forces) {
    Json& of_force = json["forces"][force.name] = {{"from", force.from}, {"to", force.to}};
    for (const ForceColumnSummary& column : force.columns) {
      Json& entry =
          of_force[column.name] = {{"mean", column.mean}, {"min", column.lowest}, {"max", column.highest}};
      if (!column.peak) continue;
      entry["frequency"] = column.peak->frequency;
      entry["amplitude"] = column.peak->amplitude;
    }
  }
}

void put_resonances(Json& json, const ResonancesByMonitor& resonances) {
  for (const auto& [monitor, found] : resonances) {
    Json& list = json["resonances"][monitor] = Json::array();
    for (const Resonance& r : found) {
      list.push_back({{"frequency", r.frequency},
                      {"frequency_error", r.frequency_error},
                      {"decay", r.decay},
                      {"decay_error", r.decay_error}});
      put(list.back(), "q", r.q());
    }
  }
}

Json table_json(const ResultTable& table) {
  return {{"file", table.name + ".csv"}, {"rows", table.rows.size()}, {"columns", table.columns}};
}

Json units_json(const EllipticUnits& units) {
  return {{"flux", units.flux},
          {"potential", units.potential},
          {"energy", units.energy},
          {"capacitance", units.capacitance}};
}

/// The impedance at the frequency at which the port reflects least.
Json impedance_json(const InputImpedance& impedance, const std::vector<double>& frequencies) {
  const auto of_least = std::ranges::min_element(
      impedance.values, {}, [&](const std::complex<double>& Z) { return impedance.reflection(Z); });
  return {{"name", impedance.label},
          {"frequency", frequencies[of_least - impedance.values.begin()]},
          {"resistance", of_least->real()},
          {"reactance", of_least->imag()},
          {"reflection", impedance.reflection(*of_least)}};
}

Json s_parameters_json(const SParameterSummary& summary) {
  Json json = {{"ports", Json::array()}};
  for (const PortModeSummary& mode : summary.modes)
    json["ports"].push_back({{"name", mode.label}, {"mode", mode.mode}, {"cut_off", mode.cut_off}});
  for (const InputImpedance& impedance : summary.impedances)
    json["input_impedance"].push_back(impedance_json(impedance, summary.scattering.frequencies));
  json["error"] = summary.checks.error;
  json["energy_left"] = summary.energy_left;
  if (summary.checks.largest_singular_value) {
    json["largest_singular_value"] = *summary.checks.largest_singular_value;
    json["asymmetry"] = summary.checks.asymmetry;
  }
  return json;
}

void put_waves(Json& json, const WaveSummary& waves) {
  if (waves.ledger) json["ledger"] = ledger_json(*waves.ledger);
  for (const IntegralSummary& of : waves.integrals)
    json["integrals"][of.name] = {{"initial", of.initial}, {"final", of.final}};
  put_forces(json, waves.forces);
  if (waves.limiter)
    json["limiter"] = {{"cells", waves.limiter->cells},
                       {"strength", waves.limiter->strength},
                       {"strongest", waves.limiter->strongest}};
  if (waves.means)
    json["means"] = {{"from", waves.means->from}, {"to", waves.means->to}, {"samples", waves.means->samples}};
  put_spectra(json, waves.spectra);
  put_resonances(json, waves.resonances);
  for (const auto& [name, band] : waves.waveforms)
    json["waveforms"][name] = {{"peak", band.peak}, {"lower", band.lower}, {"upper", band.upper}};
  if (waves.s_parameters) json["s_parameters"] = s_parameters_json(*waves.s_parameters);
  for (const ResultTable& table : waves.tables) json["tables"].push_back(table_json(table));
}

void put_elliptic(Json& json, const EllipticSummary& elliptic) {
  if (elliptic.gradient_error) json["errors"]["u"]["h1_seminorm"] = *elliptic.gradient_error;
  if (elliptic.lambda_energy) json["energy"]["lambda"] = *elliptic.lambda_energy;
  if (elliptic.solver) json["solver"] = solver_json(*elliptic.solver);
  for (const auto& [name, boundary] : elliptic.boundaries) put_boundary(json["boundaries"][name], boundary);
  for (const auto& [name, of] : elliptic.interior_fluxes)
    if (of) json["interior"][name] = {{"flux", of->flux}, {"normal", of->normal}};
  for (const auto& [name, mean] : elliptic.means) json["regions"][name]["mean"] = mean;
  for (const auto& [name, charges] : elliptic.capacitance) json["capacitance"][name] = charges;
  if (elliptic.units) json["units"] = units_json(*elliptic.units);
}

Json json_of(const Summary& summary) {
  const auto* const waves = std::get_if<WaveSummary>(&summary.problem);
  Json json;
  put_description(json, summary.description);
  if (waves) put_time(json, waves->time);
  put_cost(json, summary);
  put_errors(json, summary.errors);
  if (waves && waves->initial_energy) json["energy"]["initial"] = *waves->initial_energy;
  put_energy(json, summary.energy);
  if (waves)
    put_waves(json, *waves);
  else
    put_elliptic(json, summary.elliptic());
  json["warnings"] = summary.warnings;
  if (waves && !waves->ended_by.empty()) json["ended_by"] = waves->ended_by;
  json["outcome"] = name_of(summary.outcome);
  return json;
}

/// Adds the numbers of an object and of those in it.
void add_numbers(const Json& json, const std::string& path,
                 std::vector<std::pair<std::string, double>>& numbers) {
  for (const auto& [key, value] : json.items()) {
    const std::string name = path.empty() ? key : path + '.' + key;
    if (value.is_object()) add_numbers(value, name, numbers);
    if (value.is_array())
      for (std::size_t i = 0; i < value.size(); ++i)
        if (value[i].is_object()) add_numbers(value[i], name + '[' + std::to_string(i) + ']', numbers);
    if (value.is_number()) numbers.emplace_back(name, value.get<double>());
  }
}

}  // namespace

const char* name_of(Outcome outcome) {
  if (outcome == Outcome::completed) return "completed";
  return outcome == Outcome::interrupted ? "interrupted" : "failed";
}

RunDescription describe(const Case& c, const Discretization& discretization, int n_fields,
                        const Device& device) {
  return {c.title,
          c.physics,
          c.order,
          c.precision,
          device.description(),
          discretization.K(),
          discretization.n_dofs(n_fields),
          {}};
}

std::vector<std::pair<std::string, double>> summary_numbers(const Summary& summary) {
  std::vector<std::pair<std::string, double>> numbers;
  Json json = json_of(summary);
  json["wall_seconds"].erase("parts");  // their names differ from run to run
  add_numbers(json, "", numbers);
  return numbers;
}

void write_summary(const Summary& summary, const std::filesystem::path& directory) {
  // Invalid UTF-8 (in a title) is replaced, not thrown: a finished run must not lose its summary to it.
  replace_file(directory / "summary.json",
               json_of(summary).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace dgsolve
