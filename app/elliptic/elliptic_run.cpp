#include "app/elliptic/elliptic_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "app/console/log.hpp"
#include "app/elliptic/elliptic_warnings.hpp"
#include "app/problem/problem.hpp"
#include "io/base/files.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/fields/formats.hpp"
#include "io/folder/output_folder.hpp"
#include "io/folder/output_names.hpp"
#include "io/report/results/progress.hpp"
#include "io/tables/matrix_writer.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/phase_clock.hpp"
#include "solver/elliptic/capacitance.hpp"
#include "solver/elliptic/fields.hpp"
#include "solver/elliptic/input_range.hpp"
#include "solver/elliptic/preconditioners.hpp"

namespace dgsolve {
namespace {

/// The exact u less a level, or a component of the exact −∇u, at a point.
double exact_value(const EllipticOperator& op, double level, const std::string& field,
                   const std::array<double, 3>& x) {
  const int dim = op.form.discretization.mesh.dim,
            component = index_of(potential_fields(dim).names, field) - 1;
  if (component < 0) return (*op.options.exact)(x[0], x[1], x[2], 0) - level;
  return -op.data.exact_gradient(std::span(x).first(dim))[component];
}

std::string unit_behind(const std::string& unit) { return unit.empty() ? "" : ' ' + unit; }

}  // namespace

/// As EllipticRun::solve_system.
void join_run(const Case& input, const EllipticOperator& op) {
  EllipticSolver solver(op);
  const EllipticSolution solution = solver.solve(op.right_hand_side());
  const Discretization& d = op.form.discretization;
  op.algebra.parts(d.K(), d.element.Np);
  if (input.elliptic().capacitance && solution.report.converged)
    capacitance_matrix(op, names_of_capacitance(input), solver);
}

EllipticRun::EllipticRun(const Case& input, const EllipticOperator& op, const Device& device)
    : input_(input),
      op_(op),
      right_hand_side_(op.right_hand_side()),
      probed_(probed_fields(input, op.form.discretization.mesh.dim)),
      probes_(input.output.probes, op.form.discretization, probed_) {
  if (!input.elliptic().capacitance &&
      std::ranges::all_of(right_hand_side_, [](double value) { return value == 0; }))
    warn("nothing is put in: sources, boundary values and charges are 0, and so is u");
  summary_.problem.emplace<EllipticSummary>();
  summary_.description = describe(input, op.form.discretization, 1, device);
  warn_of_permittivity(input);
  warn_of_imbalance(op);
  warn_of_touching_electrodes(op);
  warn_of_infinite_capacitances(input, op);
  warn_of_lacking_linear_functions(op.form.discretization);
  if (const auto kind = input.elliptic().kappa_kind)
    found().units = elliptic_units(*kind, op.form.discretization.mesh.dim);
}

Summary EllipticRun::solve(PhaseClock& clock) {
  start(clock);
  try {
    summary_.cost.setup_seconds = clock.seconds() - summary_.cost.output_seconds;
    const UnsetVector<double> u = solve_system(clock);
    measure(u);
    report_results();
    summary_.cost.output_seconds += clock.mark("errors, fluxes and energies");
    write_fields(u, found().solver->report);
    summary_.cost.output_seconds += clock.mark("writing");
    check_convergence();
    warn_of_fluxes(found().solver->flux_imbalance);
    measure_at_probes();
    summary_.outcome = Outcome::completed;
  } catch (const std::exception& failure) {
    warn_of_failure([&] { finish(failure.what(), clock); });
    throw;
  }
  finish("", clock);
  return summary_;
}

void EllipticRun::check_convergence() const {
  const SolveReport& report = found().solver->report;
  if (report.converged && report.reason.empty()) return;
  if (!report.converged)
    throw std::runtime_error(fmt::format(
        "the solver did not converge: {} after {} iterations, at a relative residual of {:.3g}, where {}{}",
        report.reason, report.iterations, report.relative_residual, coefficients_text(op_.form),
        writes_fields() ? "; the best iterate is in " + (input_.output.directory / not_converged).string()
                        : ""));
  warn("{}: it stays at {:.3g}, which is what rounding the solution to double precision makes", report.reason,
       report.relative_residual);
}

void EllipticRun::measure_at_probes() {
  if (!input_.elliptic().exact) return;
  const double level = exact_level(op_);
  summary_.errors.probes = point_errors(
      input_.output.probes, probed_, at_probes_,
      [&](const std::string& field, const auto& x, double) { return exact_value(op_, level, field, x); });
}

void EllipticRun::start(PhaseClock& clock) {
  begin_results(input_);
  const std::filesystem::path aside = set_aside_earlier(input_.output.directory);
  if (!aside.empty()) say("output: what an earlier run left is now in {}", aside.string());
  write_matrices();
  summary_.cost.output_seconds = clock.mark("writing");
}

void EllipticRun::write_matrices() const {
  if (input_.elliptic().matrix.empty()) return;
  const CsrMatrix A = op_.matrix_with_potentials();
  const UnsetVector<double> b = op_.right_hand_side_with_potentials();
  for (const std::string& format : input_.elliptic().matrix)
    write_matrix(format, A, b, input_.output.directory);
}

UnsetVector<double> EllipticRun::solve_system(PhaseClock& clock) {
  EllipticSolver solver_of_all(op_);
  EllipticSolution solution = solver_of_all.solve(right_hand_side_);
  clock.mark("solution", solution.times);
  found().solver = {name_of(op_.chosen_form()), name_of(input_.elliptic().solver.preconditioner),
                    std::move(solution.report), solution.setup_seconds, solution.solve_seconds};
  const SolverSummary& solver = *found().solver;
  summary_.cost.setup_seconds += solver.setup_seconds;
  summary_.cost.solve_seconds = solver.solve_seconds;
  summary_.cost.device_bytes = solution.device_bytes;
  const Discretization& d = op_.form.discretization;
  summary_.description.parts = op_.algebra.parts(d.K(), d.element.Np);
  if (!solution.note.empty()) say("solver: {}", solution.note);
  say("solver: {} set up in {}, {} iterations in {}, relative residual {:.3g}", solver.preconditioner,
      format_duration(solver.setup_seconds), solver.report.iterations, format_duration(solver.solve_seconds),
      solver.report.relative_residual);
  if (input_.elliptic().capacitance && solver.report.converged) {
    measure_capacitance(solver_of_all);
    summary_.cost.solve_seconds += clock.mark("capacitances");
  }
  return std::move(solution.u);
}

void EllipticRun::measure_capacitance(EllipticSolver& solver) {
  const std::vector<std::string> names = names_of_capacitance(input_);
  const Matrix C = capacitance_matrix(op_, names, solver);
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t j = 0; j < names.size(); ++j)
      found().capacitance[names[j]][names[i]] = C(static_cast<int>(i), static_cast<int>(j));
}

void EllipticRun::measure(std::span<const double> u) {
  const EllipticOptions& options = input_.elliptic();
  const Discretization& d = op_.form.discretization;
  const SolutionMeasures measures = measure_solution(op_, u);
  summary_.energy.final = measures.energy;
  found().lambda_energy = measures.lambda_energy;
  if (found().solver) found().solver->flux_imbalance = measures.flux_imbalance;
  found().means = measures.mean;
  found().interior_fluxes = interior_fluxes(op_, u);
  for (const auto& [name, flux] : measures.flux) found().boundaries[name].flux = flux;
  const std::vector<double> potentials = op_.potentials(u);
  for (std::size_t c = 0; c < potentials.size(); ++c)
    found().boundaries[op_.conductors[c].name].potential = potentials[c];
  if (!options.exact) return;
  summary_.energy.exact = exact_field_energy(op_, measures);
  for (auto& [name, boundary] : found().boundaries) {
    if (options.boundaries.at(name).condition != EllipticCondition::neumann)  // which is data
      boundary.exact_flux = exact_boundary_flux(op_, name);
    if (boundary.potential) boundary.exact_potential = exact_potential(op_, name);
  }
  const Expression wanted = *options.exact + -Expression(exact_level(op_));
  summary_.errors.fields["u"] = d.error(wanted, 0, 0, 1, u);
  found().gradient_error = measures.gradient_error;
}

void EllipticRun::report_results() const {
  const EllipticUnits units = found().units.value_or(EllipticUnits{});
  for (const auto& [name, boundary] : found().boundaries) {
    say("boundary {}: flux {:.8g}{}", name, boundary.flux, unit_behind(units.flux));
    if (boundary.potential)
      say("boundary {}: potential {:.8g}{}", name, *boundary.potential, unit_behind(units.potential));
  }
  for (const auto& [name, of] : found().interior_fluxes)
    if (of)
      say("faces {}: flux {:.8g}{}, {}", name, of->flux, unit_behind(units.flux), of->normal);
    else
      say("faces {}: no flux, for their normals have no common way: the faces are neither parallel nor "
          "closed, and no region is on one side of all",
          name);
  for (const auto& [name, mean] : found().means)
    say("region {}: mean of u {:.8g}{}", name, mean, unit_behind(units.potential));
  for (const auto& [name, charges] : found().capacitance) {
    std::string text;
    for (const auto& [other, charge] : charges)
      text += fmt::format("{}{} {:.8g}", text.empty() ? "" : ", ", other, charge);
    say("capacitance: unit potential of {} gives the charges {}{}", name, text,
        unit_behind(units.capacitance));
  }
  say("balance: fluxes and source add up to {:.2g} of their parts", found().solver->flux_imbalance);
  if (summary_.errors.fields.empty()) return;
  const FieldError& error = summary_.errors.fields.at("u");
  say("error of u{}: L2 {:.4e}, largest {:.4e}, of its gradient: L2 {:.4e}",
      op_.mean_free ? " (against the exact solution less its mean)" : "", error.l2, error.linf,
      *found().gradient_error);
}

void EllipticRun::write_fields(std::span<const double> u, const SolveReport& report) {
  if (!writes_fields()) return;
  const Discretization& d = op_.form.discretization;
  const int dim = d.mesh.dim;
  const std::filesystem::path directory =
      report.converged ? input_.output.directory : input_.output.directory / not_converged;
  make_folder(directory);
  const UnsetVector<double> state = potential_and_field(d, u);
  at_probes_ = probes_.sample(state);
  if (!probes_.empty()) probes_.write_points(directory, at_probes_);
  if (!input_.output.fields) return;
  make_writer({*input_.output.fields, directory, d, fields_of(input_, dim)})
      ->write({0, report.iterations, state});
}

void EllipticRun::finish(const std::string& failure, PhaseClock& clock) {
  write_results(input_, op_.form.discretization.mesh, summary_, {}, failure, clock);
}

}  // namespace dgsolve
