#include "io/report/summary.hpp"

#include <nlohmann/json.hpp>

#include "io/base/files.hpp"

namespace dgsolve {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
void put(Json& object, const char* key, const std::optional<T>& value) {
  if (value) object[key] = *value;
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
  for (const PowerPart& part : power_parts) json[part.name] = ledger.record().work.*part.value;
  json["remainder"] = ledger.remainder();
  return json;
}

}  // namespace

const char* name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::completed:
      return "completed";
    case Outcome::interrupted:
      return "interrupted";
    case Outcome::failed:
      break;
  }
  return "failed";
}

void write_summary(const Summary& summary, const std::filesystem::path& directory) {
  Json json;
  if (!summary.title.empty()) json["title"] = summary.title;
  json["physics"] = summary.physics;
  json["order"] = summary.order;
  json["precision"] = summary.precision == Precision::single ? "single" : "double";
  json["device"] = summary.device;
  json["elements"] = summary.elements;
  json["dofs"] = summary.dofs;
  if (!summary.solver) {
    json["dt"] = summary.dt;
    json["steps"] = summary.steps;
    json["time"] = summary.time;
  }
  json["wall_seconds"] = {
      {"setup", summary.setup_seconds}, {"solve", summary.solve_seconds}, {"output", summary.output_seconds}};
  put(json, "throughput_gdof_per_s", summary.throughput_gdof_per_s);
  put(json, "fraction_of_bound", summary.fraction_of_bound);
  if (summary.device_bytes) json["memory_bytes"]["device"] = *summary.device_bytes;
  if (summary.host_bytes) json["memory_bytes"]["host"] = *summary.host_bytes;
  for (const auto& [field, error] : summary.errors)
    json["errors"][field] = {{"l2", error.l2}, {"linf", error.linf}};
  if (summary.gradient_error) json["errors"]["u"]["h1_seminorm"] = *summary.gradient_error;
  for (const auto& [probe, fields] : summary.probe_errors)
    for (const auto& [field, error] : fields)
      json["probe_errors"][probe][field] = {{"l2", error.l2}, {"linf", error.linf}};
  if (summary.energy_initial) json["energy"]["initial"] = *summary.energy_initial;
  if (summary.energy_final) json["energy"]["final"] = *summary.energy_final;
  if (summary.energy_exact) json["energy"]["exact"] = *summary.energy_exact;
  if (summary.ledger) json["ledger"] = ledger_json(*summary.ledger);
  if (summary.solver) json["solver"] = solver_json(*summary.solver);
  for (const auto& [name, boundary] : summary.boundaries) {
    json["boundaries"][name]["flux"] = boundary.flux;
    put(json["boundaries"][name], "exact_flux", boundary.exact_flux);
    put(json["boundaries"][name], "potential", boundary.potential);
    put(json["boundaries"][name], "exact_potential", boundary.exact_potential);
  }
  json["outcome"] = name_of(summary.outcome);
  // Invalid UTF-8 (in a title) is replaced, not thrown: a finished run must not lose its summary to it.
  replace_file(directory / "summary.json", json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace dgsolve
