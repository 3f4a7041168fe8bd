#include "app/waves/check_inputs.hpp"

#include <algorithm>
#include <cmath>

#include "app/console/log.hpp"
#include "app/problem/locations.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"
#include "solver/checks/incidence.hpp"
#include "solver/discretization/formula_points.hpp"
#include "solver/waves/boundary_conditions.hpp"
#include "solver/waves/sources/cell_sources.hpp"

namespace dgsolve {
namespace {

/// Whether one of a key's formulas does not vanish.
bool puts_something_in(const std::string& key, const TrialPoints& points,
                       const std::map<std::string, Expression>& formulas, double final, const Mesh& mesh) {
  constexpr double nothing = 1e-30;
  bool found = false;
  for (const auto& [field, f] : formulas) {
    const double largest = largest_value(points, f, final).value;
    found = found || largest > nothing;
    if (largest <= nothing && !f.is_constant())
      warn(
          "{}.{}: no value larger than {:.3g} was found at the mesh's nodes ({}) until the final time; "
          "expected a formula whose place and time are in the case's units",
          key, field, largest, extent_of(mesh).text(mesh.dim));
  }
  return found;
}

/// Whether another boundary has the same data: a wave through the mesh enters at one and leaves at the other.
bool is_shared(const WaveCase& wave, const std::string& group) {
  const auto text = [](const BoundaryOptions& boundary) {
    std::map<std::string, std::string> formulas;
    for (const auto& [field, f] : boundary.data) formulas[field] = f.text();
    return formulas;
  };
  return std::ranges::any_of(wave.boundaries, [&](const auto& other) {
    return other.first != group && text(other.second) == text(wave.boundaries.at(group));
  });
}

/// A boundary takes the waves in its data that run into the mesh, and drops the others without a word.
void check_incidence(const SpatialOperator& op, const WaveCase& wave, const std::string& group,
                     double final) {
  constexpr double few = 0.45;  // a grazing wave enters by half
  const Incidence found = incidence_of(op, wave, group, final);
  if (found.without_power())
    warn(
        "boundaries.{}.data: it carries no power through the boundary, as E or H is missing in it; half of "
        "its amplitude enters. Expected both, with H = k x E / Z for a wave along k, or plane_wave, which "
        "needs no H",
        group);
  else if (found.share() < few && !is_shared(wave, group))
    warn(
        "boundaries.{}.data: {:.2g} % of its waves run into the mesh; the others run out of it and are "
        "dropped. The sign of H (or of E) is likely wrong: expected H = k x E / Z for a wave along k, or "
        "plane_wave, which needs no H",
        group, 100 * found.share());
}

/// Whether a source other than a plane wave does not vanish.
bool puts_something_in(std::size_t number, const SpatialOperator& op, const WaveCase& wave) {
  const WaveSource& source = wave.sources[number];
  if (source.type == WaveSourceType::plane_wave) return true;
  const Discretization& d = op.discretization;
  const std::vector<bool> no_layers(d.mesh.region_names.size(), false);
  for (const CellSource& of_field :
       cell_sources(d, op.physics.info, wave.units, {source}, wave.waveforms, no_layers))
    if (std::ranges::any_of(of_field.values, [](double value) { return value != 0; })) return true;
  const std::string what =
      source.type == WaveSourceType::current
          ? "density is 0 in " + listed(source.into) +
                "; expected a formula whose place is in the case's units, or the region where it is not 0"
      : source.type == WaveSourceType::filament ? "current, or its length, is 0; expected another one"
                                                : "moment is 0; expected another one";
  warn("sources[{}]: it puts nothing in: its {}", number, what);
  return false;
}

}  // namespace

void check_data(const Case& input, const SpatialOperator& op, bool continues) {
  const Discretization& d = op.discretization;
  const WaveCase& wave = input.wave();
  const double final = input.wave().time.final;
  const TrialPoints nodes = trial_points(d);
  bool found = continues || wave.initial_case.has_value();
  for (std::size_t i = 0; i < wave.sources.size(); ++i) found = puts_something_in(i, op, wave) || found;
  found = puts_something_in("initial", nodes, wave.initial, final, d.mesh) || found;
  found = puts_something_in("source", nodes, wave.source, final, d.mesh) || found;
  for (const auto& [name, boundary] : wave.boundaries) {
    found = found || !boundary.terms.empty() || (boundary.lumped && !boundary.lumped->source.is_zero());
    if (boundary.data.empty()) continue;
    if (!puts_something_in(key_of_data(op.physics, wave, name),
                           trial_points(d, index_of(d.mesh.boundary_names, name)), boundary.data, final,
                           d.mesh))
      continue;
    found = true;
    if (op.physics.info.electromagnetic && !takes_parameters(op.physics, boundary))
      check_incidence(op, wave, name, final);
  }
  if (!found) warn_of_nothing();
}

void warn_of_nothing() {
  warn("nothing is put in: neither initial fields nor sources nor incoming ones; all stays 0");
}

void check_times(const Case& input, const SpatialOperator& op, const TimeStep& step, long n_steps) {
  constexpr double many_crossings = 1e5;
  const TimeOptions& time = input.wave().time;
  const Mesh& mesh = op.discretization.mesh;
  const double speed =
      std::ranges::max(values_of_steps(op, 1, [](const TimeStep& of_cell) { return of_cell.speed; }));
  const double way = speed * time.final, size = extent_of(mesh).diagonal();
  const char *unit = input.si ? " s" : "", *length = input.si ? " m" : "";
  detail("time: waves travel {:.4g}{} until t = {:.6g}{}; the mesh is {:.4g}{} across", way, length,
         time.final, unit, size, length);
  if (time.final < step.dt)
    warn(
        "time.final: {:.4g}{} is shorter than a time step ({:.4g}{}): hardly anything can happen; expected a "
        "time in the case's units{}",
        time.final, unit, step.dt, unit, input.si ? ", seconds" : "");
  if (way > many_crossings * size)
    warn(
        "time.final: until {:.4g}{} waves can cross the mesh {:.2g} times, in {} steps; expected a time in "
        "the case's units{}",
        time.final, unit, way / size, n_steps, input.si ? ", seconds" : "");
  if (input.output.fields && input.output.fields->every < step.dt && input.output.fields->every < time.final)
    warn(
        "output.fields.every: {:.4g}{} is shorter than a time step ({:.4g}{}): {} steps instead of {:.0f}, "
        "each written",
        input.output.fields->every, unit, step.dt, unit, n_steps, std::ceil(time.final / step.dt));
  const auto warn_if_never = [&](const char* output, double every, const char* consequence) {
    if (every > time.final)
      warn("output.{}.every: {:.4g}{} is longer than the run ({:.4g}{}): {}", output, every, unit, time.final,
           unit, consequence);
  };
  if (input.output.fields)
    warn_if_never("fields", input.output.fields->every, "only the first and the last state are written");
  if (input.wave().ledger)
    warn_if_never("ledger", input.wave().ledger->every, "it is sampled at the start and at the end only");
  if (input.wave().integrals)
    warn_if_never("integrals", *input.wave().integrals, "they are sampled at the start and at the end only");
  if (input.wave().checkpoint)
    warn_if_never("checkpoint", input.wave().checkpoint->every, "a run that is killed is lost");
}

}  // namespace dgsolve
