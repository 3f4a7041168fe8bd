#include "app/run.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "app/check.hpp"
#include "app/console/log.hpp"
#include "app/console/stop_request.hpp"
#include "app/elliptic/elliptic_run.hpp"
#include "app/waves/cell_text.hpp"
#include "app/waves/initial_state.hpp"
#include "app/waves/restart.hpp"
#include "app/waves/time_loop.hpp"
#include "io/case/case.hpp"
#include "io/case/resolved_case.hpp"
#include "io/report/progress.hpp"
#include "io/report/summary.hpp"
#include "kernels/base/number_text.hpp"
#include "kernels/devices.hpp"
#include "solver/checks/flow_check.hpp"
#include "solver/checks/formula_check.hpp"
#include "solver/waves/diagnostics.hpp"
#include "solver/waves/lsrk45.hpp"
#include "solver/waves/stage_bound.hpp"
#include "solver/waves/time_step.hpp"

namespace dgsolve {
namespace {

/// Meshing may take long, and says nothing on the way.
void say_meshing(const MeshOptions& options) {
  if (options.file.extension() == ".msh") return;
  std::string parameters;
  for (const auto& [name, value] : options.parameters)
    parameters += (parameters.empty() ? ", with " : ", ") + name + " = " + number_text(value);
  say("mesh: Gmsh meshes %s%s", options.file.filename().c_str(), parameters.c_str());
}

/// report: of the mesh as it was read; none where a checkpoint had it.
void report_mesh(const Mesh& mesh, const std::optional<MeshReport>& report, const Discretization& d) {
  say("mesh: %d %s, geometric order %d, %d of them curved", mesh.n_elements(),
      mesh.dim == 2 ? "triangles" : "tetrahedra", mesh.geometry_order, d.factors.n_curved);
  if (!report) return;
  say("ordering: neighbours are %.1f cells apart on average along the Hilbert curve (%.1f in the file)",
      report->locality_after, report->locality_before);
  for (const std::string& note : report->notes) say("mesh: %s", note.c_str());
}

/// Of a region's formulas only an equation with nodal coefficients takes more than the mean in each cell.
void warn_of_means(const SpatialOperator& op, const WaveOptions& options) {
  if (op.physics.nodal_coefficients || op.discretization.element.N == 1) return;
  for (const std::string& region : op.discretization.mesh.region_names)
    for (const auto& [parameter, f] : options.regions.at(region))
      if (!f.is_constant())
        warn(
            "regions.%s.%s: each cell takes the mean of the formula; whatever the order, errors fall with "
            "the size of cells only, where the field is tangential with its square",
            region.c_str(), parameter.c_str());
}

void report_time_step(const SpatialOperator& op, const TimeStep& step, double final, long n_steps) {
  say("time: dt <= %.4g (cfl %.3g), %ld steps to t = %.6g; dt is set by %s", step.dt, step.cfl, n_steps,
      final, cell_text(op, step).c_str());
  if (step.cfl > 1.25) warn("time.dt is beyond the stability limit (cfl %.3g; the limit is 1.25)", step.cfl);
}

/// What throughput is compared with, field values a second, in runs so long that measuring it is a small
/// part: half a second of 20 or more on the CPU. A check measures it too, for it takes memory.
std::optional<double> find_bound(const SpatialOperator& op, long n_steps) {
  constexpr double worth_measuring = 1e10;  // field values, once for each stage
  const double work = static_cast<double>(op.discretization.n_dofs(op.physics.n_fields)) * Lsrk45::n_stages *
                      static_cast<double>(n_steps);
  if (work < worth_measuring) return {};
  const std::optional<double> bound = throughput_bound(op);
  if (bound) say("bound: the device allows at most %s", format_throughput(*bound).c_str());
  return bound;
}

void report_ledger(const EnergyLedger& ledger) {
  const Powers& work = ledger.record().work;
  const double remainder = ledger.remainder();
  say("ledger: sources %+.6e, incoming waves %+.6e, through boundaries %+.6e, losses %+.6e, numerical flux "
      "%+.6e, remainder %+.1e; together %+.6e, by which the energy changed",
      work.source, work.incoming, 0 - work.outgoing, 0 - work.loss, 0 - work.dissipation, remainder,
      ledger.record().energy - ledger.record().energy_initial);
  if (ledger.put_in() == 0 && remainder == 0)
    say("ledger: no energy was put in");
  else if (std::abs(remainder) <= 1e-3 * ledger.put_in())
    say("ledger: it closes to %.1e of the energy put in", std::abs(remainder) / ledger.put_in());
  else
    warn(
        "ledger: %s %.2g %% of the energy put in: the time step is too large for what happens in it, or "
        "samples are too far apart",
        remainder > 0 ? "energy came from nowhere," : "energy is lost in time integration,",
        100 * std::abs(remainder) / ledger.put_in());
}

void report_results(const Summary& summary) {
  if (summary.ledger) report_ledger(*summary.ledger);
  for (const auto& [field, error] : summary.errors)
    say("error of %s: L2 %.4e, largest %.4e", field.c_str(), error.l2, error.linf);
  const std::string share =
      summary.fraction_of_bound
          ? " (" + std::to_string(std::lround(100 * *summary.fraction_of_bound)) + " % of the bound)"
          : "";
  say("%s: %ld steps in %s, %s%s; output cost %s", summary.outcome == Outcome::completed ? "done" : "so far",
      summary.steps, format_duration(summary.solve_seconds).c_str(),
      format_throughput(1e9 * summary.throughput_gdof_per_s.value_or(0)).c_str(), share.c_str(),
      format_duration(summary.output_seconds).c_str());
}

/// A machine that runs out of memory ends the program without a word. A GPU checks its own memory. held:
/// bytes of what is gone before the run takes steps.
void check_host_memory(double n_dofs, const Device& device, const Case& input, double held) {
  const bool holds_states = device.description().starts_with("CPU");
  const int canonical = sizeof(double), on_device = bytes_of(input.precision);
  // On their way to the disk: of fields the state in canonical order; of a checkpoint the same and the
  // device's form, and the file with both of them.
  const int of_fields = input.output.fields ? canonical : 0,
            of_checkpoint = input.output.checkpoint || input.time.wall_limit ? canonical + 3 * on_device : 0;
  // The initial state is gone by then. On the device: state, next state, residual, the last good state, and
  // the copy on its way to the disk.
  const double needed =
      n_dofs * (std::max(canonical, of_fields + of_checkpoint) + (holds_states ? 5 * on_device : 0));
  const double available = available_memory() + held;
  if (available > held && needed > available)
    throw DeviceError("the machine's memory is too small: the states alone take " + bytes_text(needed) +
                      ", and " + bytes_text(available) +
                      " are available; expected fewer cells, a lower order, or perhaps "
                      "precision: single");
}

Summary checked() {
  Summary summary;
  summary.outcome = Outcome::completed;
  return summary;
}

/// A device that fails before a run asks for another case or another device; once the run has begun, the run
/// failed. Throws std::runtime_error for DeviceError.
Summary begun(const std::function<Summary()>& run) {
  try {
    return run();
  } catch (const DeviceError& error) {
    throw std::runtime_error(error.what());
  }
}

/// Everything of a wave problem, from the mesh to the results; `earlier`: where another run stood.
Summary run_wave(const Case& input, const Mesh& mesh, const std::optional<MeshReport>& mesh_report,
                 std::optional<Checkpoint> earlier, bool check_only, const Stopwatch& setup,
                 const std::optional<StopRequest>& stop) {
  const Physics& physics = find_physics(input.wave.equation, mesh.dim, input.wave.formulation);
  const std::optional<Case> electrostatics = read_initial_case(input, mesh, physics.info);
  Mesh joined = mesh;
  const std::vector<bool> cuts = apply_boundaries(joined, input.wave);
  const Discretization discretization(joined, input.wave.order, cuts);
  std::string passed_over;
  const std::unique_ptr<Device> device = make_device(input.device, input.precision, &passed_over);
  check_host_memory(
      static_cast<double>(discretization.n_dofs(physics.n_fields)), *device, input,
      earlier ? static_cast<double>(earlier->raw.size() + earlier->canonical.size() * sizeof(double)) : 0);
  SpatialOperator op(discretization, physics, input.wave, *device, earlier ? earlier->variant : "");
  check_flow(op, input.wave);
  if (!earlier) check_formulas(op, input.wave, 0);
  check_formulas(op, input.wave, input.time.final);
  if (!input.wave.exact.empty()) project_checked(op, "exact", input.wave.exact, input.time.final);
  const TimeStep step = choose_time_step(op, input.time);

  say("%s%s, order %d, %zu unknowns, on %s", physics.info.equation.c_str(),
      physics.info.formulation.empty() ? "" : (" " + physics.info.formulation).c_str(), input.wave.order,
      discretization.n_dofs(physics.n_fields), device->description().c_str());
  if (!passed_over.empty()) say("device: not on %s", passed_over.c_str());
  report_mesh(mesh, mesh_report, discretization);
  warn_of_means(op, input.wave);
  const long n_steps = plan_of(input, step.dt).n_steps();
  report_time_step(op, step, input.time.final, n_steps);
  const std::optional<double> bound = find_bound(op, n_steps);
  if (check_only) {
    earlier.reset();  // a run that goes on holds it no longer once it takes steps
    check_wave(input, op, mesh, step, n_steps, setup);
    return checked();
  }
  TimeLoop loop(input, op, mesh, step.dt, bound);
  if (earlier)
    loop.resume(*earlier);
  else
    loop.start(initial_state(input, electrostatics, mesh, op));
  earlier.reset();  // two states' worth of memory
  Summary summary = begun([&] { return loop.run(setup.seconds(), *stop); });
  report_results(summary);
  return summary;
}

/// Everything of an elliptic problem.
Summary run_elliptic(const Case& input, Mesh& mesh, const std::optional<MeshReport>& mesh_report,
                     bool check_only, const Stopwatch& setup) {
  const std::vector<bool> cuts = apply_boundaries(mesh, *input.elliptic);
  const Discretization discretization(mesh, input.elliptic->order, cuts);
  std::string passed_over;
  const std::unique_ptr<Device> device = make_device(input.device, input.precision, &passed_over);
  const EllipticOperator op(discretization, *input.elliptic, device->penalty_maps());

  say("poisson, order %d, %zu unknowns, on %s", input.elliptic->order, discretization.n_dofs(1),
      device->description().c_str());
  if (!passed_over.empty()) say("device: not on %s", passed_over.c_str());
  report_mesh(mesh, mesh_report, discretization);
  say("operator: %s", op.choice().c_str());
  if (op.mean_free) say("level: nothing fixes it, so the solution's mean is made 0");
  if (check_only) {
    check_elliptic(input, op, *device, setup);
    return checked();
  }
  EllipticRun run(input, op, *device);
  return begun([&] { return run.solve(setup); });
}

}  // namespace

Case read_input(const RunArguments& arguments) {
  Case input = read_case(arguments.case_file, arguments.overrides);
  if (arguments.device) input.device = *arguments.device;
  if (arguments.output) input.output.directory = std::filesystem::absolute(*arguments.output);
  return input;
}

Summary run_case(const RunArguments& arguments) {
  const Stopwatch setup;
  start_log(arguments.quiet);

  Case input = read_input(arguments);
  if (!input.title.empty()) say("%s", input.title.c_str());
  // A check, and a solve without steps, can stop nowhere: signals end them as ever.
  std::optional<StopRequest> stop;
  if (!input.elliptic && !arguments.check_only) stop.emplace(input.time.wall_limit, setup);
  std::optional<Checkpoint> earlier;
  std::optional<MeshReport> mesh_report;
  Mesh mesh;
  if (arguments.restart) {
    earlier = find_restart(input, *arguments.restart, mesh);
  } else {
    say_meshing(input.mesh);
    mesh = read_mesh(input.mesh, &mesh_report.emplace());
  }
  check_case_against_mesh(input, mesh);
  input.text = resolved_text(input, mesh);
  if (earlier) {
    say_what_changed(*earlier, input);
    close_books_of_another_problem(*earlier, input);
  }
  Summary summary = input.elliptic ? run_elliptic(input, mesh, mesh_report, arguments.check_only, setup)
                                   : run_wave(input, mesh, mesh_report, std::move(earlier),
                                              arguments.check_only, setup, stop);
  if (!arguments.check_only) say("results: %s", input.output.directory.c_str());
  return summary;
}

}  // namespace dgsolve
