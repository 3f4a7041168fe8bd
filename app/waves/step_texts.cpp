#include "app/waves/step_texts.hpp"

#include <fmt/core.h>

#include <optional>
#include <stdexcept>

#include "app/problem/locations.hpp"
#include "kernels/base/number_text.hpp"
#include "solver/checks/formula_check.hpp"
#include "solver/waves/diagnostics/energy_watch.hpp"

namespace dgsolve {

std::string cell_text(const SpatialOperator& op, const TimeStep& step) {
  if (!step.circuit.empty()) return "the lumped element " + step.circuit;
  const std::string cell = location_text(op.discretization.mesh, step.cell);
  if (const std::string& pole = op.models.fastest_part(step.cell);
      step.cfl_of_relaxation > step.cfl / 2 && !pole.empty())
    return fmt::format("{}, by the poles of region {}, of which {} is the fastest; their rate is {:.3g}",
                       cell, op.discretization.mesh.region_names[op.discretization.mesh.region[step.cell]],
                       pole, step.relaxation);
  if (step.cfl_of_relaxation > step.cfl / 2)
    return fmt::format("{}, by {} = {:.3g}", cell,
                       op.physics.info.linear ? "its relaxation time epsilon/sigma" : "1/rate of its sponge",
                       1 / step.relaxation);
  if (step.cfl_of_diffusion > step.cfl / 2)
    return fmt::format("{}, smallest altitude {:.3g}, diffusivity {:.4g}", cell, step.altitude,
                       step.diffusivity);
  return fmt::format("{}, smallest altitude {:.3g}, wave speed {:.4g}", cell, step.altitude, step.speed);
}

void refuse_endless_run(const Case& input, const SpatialOperator& op, const TimeStep& step) {
  constexpr double most_steps = 1e12;  // on small meshes a year
  const TimeOptions& time = input.wave().time;
  const double n = time.final / step.dt;
  if (n <= most_steps) return;
  const std::string key = time.dt ? "time.dt" : "time.final";
  const std::string setter =
      time.dt ? "time.dt" : fmt::format("cfl {:.3g} in {}", time.cfl, cell_text(op, step));
  throw error_at(
      input,
      fmt::format(
          "{}: the run would take {:.3g} steps of {:.3g}{} until t = {:.4g}{}; expected {:.0e} at most. The "
          "step is set by {}; are the mesh, the materials and the times in the case's units{}?",
          key, n, step.dt, input.si ? " s" : "", time.final, input.si ? " s" : "", most_steps, setter,
          input.si ? ", metres and seconds" : ""));
}

std::string growth_text(const SpatialOperator& op, Integrator& integrator, double dt) {
  const std::optional<int> cell = fastest_growing_cell(op, integrator);
  if (!cell) return "";
  const TimeStep step = step_in_cell(op, *cell, dt);
  return "; it grows most in " + cell_text(op, step) + ", local CFL number " + number_text(step.cfl) +
         " (the limit is 1.25), Jacobian " + number_text(op.discretization.factors.smallest_jacobian(*cell));
}

std::string likely_cause(const Case& input, const SpatialOperator& op, double t, double dt) {
  try {
    check_formulas(op, input.wave(), t);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  TimeOptions taken;
  taken.dt = dt;
  if (choose_time_step(op, taken).cfl > 1.25) return "the time step is too large: reduce time.cfl or time.dt";
  return "the time step is within its limit, and a smaller one may not help: does the mesh resolve what "
         "formulas of regions, sources and boundaries say?";
}

}  // namespace dgsolve
