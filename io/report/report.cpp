#include "io/report/report.hpp"

#include <fmt/core.h>

#include <numeric>

#include "io/base/files.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/folder/output_names.hpp"
#include "io/report/convergence.hpp"
#include "io/report/limiter_map.hpp"
#include "io/report/material_charts.hpp"
#include "io/report/monitor_charts.hpp"
#include "io/report/page/html_page.hpp"
#include "io/report/page/svg_chart.hpp"
#include "io/report/probe_charts.hpp"
#include "io/report/results/force_report.hpp"
#include "io/report/results/progress.hpp"
#include "io/report/results/resonance_table.hpp"
#include "io/report/results/short_text.hpp"
#include "io/report/results/time_phases.hpp"
#include "io/report/s_parameter_charts.hpp"
#include "io/tables/csv_file.hpp"
#include "kernels/base/number_text.hpp"
#include "mesh/geometry/cell_quality.hpp"

namespace dgsolve {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : name + " (" + unit + ")";
}

std::string head(const Report& report) {
  const std::string html = fmt::format("<h1>{0}</h1>\n<p><span class=\"outcome {1}\">{1}</span></p>\n",
                                       html_text(title_of(report.input)), name_of(report.summary.outcome));
  return report.ended_by.empty() ? html : html + "<p>" + html_text(report.ended_by) + "</p>\n";
}

std::string warnings(const Summary& summary) {
  return summary.warnings.empty() ? "<p>None.</p>\n" : html_list(summary.warnings);
}

void add_time(Rows& rows, const TimeSummary& time, const std::string& unit) {
  rows.push_back(
      {"time reached", fmt::format("{}{} in {} steps", number_text(time.reached), unit, time.steps)});
  if (!time.controlled) return rows.push_back({"largest time step", short_text(time.dt) + unit});
  rows.push_back({"steps between these",
                  fmt::format("{} accepted, {} rejected, of {} to {}{}", time.controlled->accepted,
                              time.controlled->rejected, short_text(time.controlled->smallest_dt),
                              short_text(time.controlled->largest_dt), unit)});
}

void add_cost(Rows& rows, const Summary& summary) {
  const CostSummary& cost = summary.cost;
  const auto* const waves = std::get_if<WaveSummary>(&summary.problem);
  rows.push_back(
      {"wall-clock time", fmt::format("{} set-up, {} {}, {} output", format_duration(cost.setup_seconds),
                                      format_duration(cost.solve_seconds), waves ? "time steps" : "solver",
                                      format_duration(cost.output_seconds))});
  if (waves && waves->time.throughput_gdof_per_s)
    rows.push_back({"throughput", format_throughput(1e9 * *waves->time.throughput_gdof_per_s)});
  if (waves && waves->time.fraction_of_bound)
    rows.push_back({"share of the machine's bound", short_text(100 * *waves->time.fraction_of_bound) + " %"});
  if (cost.device_bytes)
    rows.push_back({"memory, device", bytes_text(static_cast<double>(*cost.device_bytes))});
  if (cost.host_bytes) rows.push_back({"memory, host", bytes_text(static_cast<double>(*cost.host_bytes))});
}

std::string run_table(const Report& report) {
  const RunDescription& run = report.summary.description;
  Rows rows = {
      {"physics", run.physics + (report.input.formulation.empty() ? "" : " " + report.input.formulation)},
      {"order", std::to_string(run.order)},
      {"cells", std::to_string(run.elements)},
      {"unknowns", std::to_string(run.dofs)},
      {"precision", run.precision == Precision::single ? "single" : "double"},
      {"device", run.device}};
  if (report.summary.is_in_time()) add_time(rows, report.summary.wave().time, report.input.si ? " s" : "");
  add_cost(rows, report.summary);
  return html_table({}, rows);
}

/// An elliptic problem's energy is in the unit of κu², which the case may not tell.
std::string energy_unit(const Report& report) {
  const auto* const elliptic = std::get_if<EllipticSummary>(&report.summary.problem);
  if (elliptic && elliptic->units) return elliptic->units->energy;
  return report.input.si ? system_of(report.input, report.mesh.dim).integrals.energy_unit : "";
}

/// Where the energy came from and went to.
std::string ledger(const Report& report) {
  const std::filesystem::path file = report.input.output.directory / "ledger.csv";
  if (!report.input.wave().ledger || !std::filesystem::exists(file)) return "";
  const TimeSeries series = read_time_series(file);
  Chart chart{"Ledger: energies since the beginning",
              {"time", report.input.si ? "s" : ""},
              {"energy", energy_unit(report)},
              {}};
  for (std::size_t i = 0; i < series.columns.size(); ++i)
    chart.curves.push_back({series.columns[i], series.time, series.values[i]});
  return chart_html(chart);
}

/// Integrals over time, a chart each.
std::string integrals(const Report& report) {
  const std::filesystem::path file = report.input.output.directory / "integrals.csv";
  if (!report.summary.is_in_time() || !report.input.wave().integrals || !std::filesystem::exists(file))
    return "";
  const TimeSeries series = read_time_series(file);
  std::string charts;
  for (std::size_t i = 0; i < series.columns.size(); ++i)
    charts += chart_html({series.columns[i],
                          {"time", report.input.si ? "s" : ""},
                          {series.columns[i], ""},
                          {{series.columns[i], series.time, series.values[i]}}});
  return html_section("Integrals", html_charts(charts));
}

/// Of a run whose energy at the end is known.
std::string energy(const Report& report) {
  const std::string unit = energy_unit(report), behind = unit.empty() ? "" : " " + unit;
  const double final = *report.summary.energy.final;
  std::string html;
  if (!report.energy.time().empty())
    html += html_charts(chart_html({"Energy over time",
                                    {"time", report.input.si ? "s" : ""},
                                    {"energy", unit},
                                    {{"energy", report.energy.time(), report.energy.values(), true}}}) +
                        ledger(report));
  Rows rows;
  if (report.summary.is_in_time()) {
    const std::optional<double>& initial = report.summary.wave().initial_energy;
    if (initial) rows.push_back({"at the beginning", number_text(*initial) + behind});
    rows.push_back({"at the end", number_text(final) + behind});
    if (initial && *initial > 0) rows.push_back({"relative change", short_text(final / *initial - 1)});
  } else {
    const std::optional<double>& lambda = report.summary.elliptic().lambda_energy;
    rows.push_back({"½∫κ|∇u|² of the field", number_text(final) + behind});
    if (lambda) rows.push_back({"½∫λu²", number_text(*lambda) + behind});
  }
  return html + html_table({}, rows);
}

std::string errors(const Report& report) {
  Rows rows;
  for (const auto& [quantity, error] : errors_by_quantity(report.summary))
    rows.push_back({quantity, short_text(error.l2), short_text(error.largest)});
  if (rows.empty()) return "";
  return html_section(
      "Errors", html_table({"quantity", "L2", "largest"}, rows) +
                    html_note("Against the case's exact solution; of probes in time: root mean square."));
}

std::string solver(const EllipticSummary& summary) {
  if (!summary.solver) return "";
  const SolverSummary& solver = *summary.solver;
  std::vector<double> iteration(solver.report.history.size());
  std::iota(iteration.begin(), iteration.end(), 0.0);
  Rows rows = {{"operator", solver.operator_form},
               {"preconditioner", solver.preconditioner},
               {"iterations", std::to_string(solver.report.iterations)},
               {"relative residual", short_text(solver.report.relative_residual)},
               {"set-up", format_duration(solver.setup_seconds)},
               {"iterations took", format_duration(solver.solve_seconds)}};
  const Chart chart{"Convergence of the conjugate gradients",
                    {"iteration", ""},
                    {"relative residual", "", true},
                    {{"residual", iteration, solver.report.history, true}}};
  return html_section("Solver", html_table({}, rows) + html_charts(chart_html(chart)));
}

std::string boundaries(const EllipticSummary& summary) {
  Rows rows;
  for (const auto& [name, boundary] : summary.boundaries)
    rows.push_back(
        {name, number_text(boundary.flux), boundary.potential ? number_text(*boundary.potential) : "–"});
  if (rows.empty()) return "";
  const EllipticUnits units = summary.units.value_or(EllipticUnits{});
  return html_section(
      "Boundaries",
      html_table({"boundary", with_unit("flux", units.flux), with_unit("potential", units.potential)}, rows));
}

std::string capacitance(const EllipticSummary& summary) {
  const auto& by_conductor = summary.capacitance;
  if (by_conductor.empty()) return "";
  std::vector<std::string> head = {"charge of"};
  Rows rows;
  for (const auto& [name, charges] : by_conductor) head.push_back("by " + name);
  for (const auto& [name, charges] : by_conductor) {
    std::vector<std::string>& row = rows.emplace_back(std::vector{name});
    for (const auto& [other, its_charges] : by_conductor) row.push_back(number_text(its_charges.at(name)));
  }
  const std::string unit = summary.units ? summary.units->capacitance : "";
  return html_section(with_unit("Capacitance", unit),
                      html_table(head, rows) + html_note("The charge of one conductor where another has the "
                                                         "potential 1 and the rest of them 0."));
}

std::string mesh(const Report& report) {
  const Mesh& m = report.mesh;
  const MeshQuality quality = mesh_quality(m);
  std::vector<long> cells(m.region_names.size()), faces(m.boundary_names.size());
  for (const int region : m.region) ++cells[region];
  for (const int group : m.boundary)
    if (group >= 0) ++faces[group];
  Rows rows = {{"file", report.input.mesh.file.filename().string()},
               {"cells", fmt::format("{} {}, geometric order {}", m.n_elements(),
                                     m.dim == 2 ? "triangles" : "tetrahedra", m.geometry_order)},
               {"quality (1: regular)",
                short_text(quality.mean) + " on average, " + short_text(quality.worst) + " at worst"}};
  for (std::size_t i = 0; i < cells.size(); ++i)
    rows.push_back({"region " + m.region_names[i], std::to_string(cells[i]) + " cells"});
  for (std::size_t i = 0; i < faces.size(); ++i)
    rows.push_back({"boundary " + m.boundary_names[i], std::to_string(faces[i]) + " faces of cells"});
  return html_table({}, rows);
}

/// Where the run left its fields and probes.
std::filesystem::path results_of(const Report& report) {
  const std::filesystem::path& directory = report.input.output.directory;
  const auto* const elliptic = std::get_if<EllipticSummary>(&report.summary.problem);
  const bool fails = elliptic && elliptic->solver && !elliptic->solver->report.converged;
  return fails ? directory / not_converged : directory;
}

/// Results of runs of the problem's kind.
std::string results(const Report& report) {
  const auto* const waves = std::get_if<WaveSummary>(&report.summary.problem);
  if (waves)
    return (waves->limiter ? limiter_section(report.mesh, *waves->limiter) : "") +
           (waves->s_parameters ? s_parameter_section(report.input, *waves->s_parameters) : "") +
           force_section(report.input, waves->forces) + monitor_section(report.input, waves->tables) +
           resonance_section(report.input, waves->resonances) + waveform_section(report.input) +
           material_section(report.input);
  const EllipticSummary& elliptic = report.summary.elliptic();
  return solver(elliptic) + boundaries(elliptic) + capacitance(elliptic);
}

}  // namespace

void write_report(const Report& report) {
  const Case& input = report.input;
  std::string body = head(report) + html_section("Warnings", warnings(report.summary)) +
                     html_section("Run", run_table(report) + phases_html(report.summary.cost.phases));
  if (report.summary.energy.final) body += html_section("Energy", energy(report));
  body += integrals(report) + errors(report) + results(report) +
          probe_charts(input, report.mesh.dim, results_of(report));
  body += html_section("Mesh", mesh(report)) +
          html_section("Case", "<pre>" + html_text(input.text) + "</pre>\n" +
                                   html_note("As in resolved.yaml, with every default."));
  replace_file(input.output.directory / "report.html", html_page(title_of(input), body));
}

}  // namespace dgsolve
