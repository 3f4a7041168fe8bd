#include "app/waves/initial_state.hpp"

#include <algorithm>
#include <stdexcept>

#include "app/console/log.hpp"
#include "app/elliptic/elliptic_warnings.hpp"
#include "app/waves/initial_parts.hpp"
#include "io/case/case_on_mesh.hpp"
#include "io/case/case_reader.hpp"
#include "io/case/chosen_groups.hpp"
#include "io/case/faces_inside.hpp"
#include "io/case/problem_kinds.hpp"
#include "io/yaml/mistakes.hpp"
#include "kernels/base/names.hpp"
#include "kernels/base/number_text.hpp"
#include "kernels/devices.hpp"
#include "solver/elliptic/contacts.hpp"
#include "solver/elliptic/fields.hpp"
#include "solver/elliptic/solve.hpp"

namespace dgsolve {
namespace {

/// Whether a case asks for cells that a mesh of the same file does not have.
bool asks_for_another(const MeshOptions& asked, const MeshOptions& mesh) {
  for (const auto& [name, value] : asked.parameters) {
    const auto it = mesh.parameters.find(name);
    if (it == mesh.parameters.end() || it->second != value) return true;
  }
  return (asked.geometry_order > 1 && asked.geometry_order != mesh.geometry_order) ||
         (asked.refine > 0 && asked.refine != mesh.refine);
}

/// From values [K][1 + dim][Np], the potential and the field's components.
InitialState electric_field(const SpatialOperator& op, UnsetVector<double> field) {
  const std::size_t Np = op.discretization.element.Np, n_fields = op.physics.n_fields,
                    n = 1 + op.discretization.mesh.dim;
  return [&op, field = std::move(field), to = op.physics.info.electromagnetic->electric, Np, n_fields,
          n](WaveState& state) {
    state.fill(op.discretization.data_runs(), [&](int first, int last, std::span<double> values) {
      std::ranges::fill(values, 0.0);
      for (int e = first; e < last; ++e)
        for (std::size_t component = 1; component < n; ++component)
          std::copy_n(&field[(e * n + component) * Np], Np,
                      &values[((e - first) * n_fields + to[component - 1]) * Np]);
    });
  };
}

/// A jump inside a cell makes its projection undershoot.
void limit_initial(const SpatialOperator& op, WaveState& state) {
  if (op.shocks == ShockMethod::none) return;
  if (const long n = op.wave->limit(state); n > 0)
    say("initial: the projection was not positive in {} of {} cells, and was squeezed towards its mean there",
        n, op.discretization.K());
}

}  // namespace

std::optional<Case> read_initial_case(const Case& input, const Mesh& mesh, const EquationInfo& equation) {
  if (!input.wave().initial_case) return {};
  const auto refuse = [&](const std::string& mistake) { throw error_at(input, "initial.from: " + mistake); };
  Case other = read_case(*input.wave().initial_case);
  if (!std::holds_alternative<EllipticCase>(other.problem))
    refuse(std::string("got a case of another physics; expected physics: ") + elliptic_physics);
  if (other.mesh.file != input.mesh.file)
    refuse("got a case with the mesh " + other.mesh.file.string() + "; expected this case's, " +
           input.mesh.file.string());
  if (other.mesh.scale != input.mesh.scale)
    refuse("got a case with mesh.scale " + number_text(other.mesh.scale) + "; expected this case's, " +
           number_text(input.mesh.scale));
  if (asks_for_another(other.mesh, input.mesh))
    warn(
        "initial.from: {} is solved on this case's mesh; its own parameters, geometry_order and refine are "
        "not used",
        input.wave().initial_case->string());
  if (other.si != input.si) refuse("got a case in other units; expected this case's");
  if (!equation.electromagnetic || equation.electromagnetic->electric[0] < 0)
    refuse("gives Ex, Ey, …; " + equation.equation + ' ' + equation.formulation + " has " +
           listed(equation.fields));
  Mesh own = mesh;
  static_cast<void>(fit_to_mesh(other, own, MeshNames::of_case));
  if (own.n_elements() != mesh.n_elements())
    refuse(
        "got a case with conductors that are regions, whose cells this case keeps; "
        "expected the same conductors in both");
  return other;
}

InitialState initial_state(const Case& input, const std::optional<Case>& electrostatics, const Mesh& mesh,
                           const SpatialOperator& op) {
  if (!electrostatics)
    return [&](WaveState& state) {
      project_initial(input, op, state);
      limit_initial(op, state);
    };
  const EllipticOptions& options = electrostatics->elliptic();
  std::vector<std::string> notes;
  Mesh joined = mesh;
  choose_groups(*electrostatics, joined, MeshNames::of_case, notes);
  part_periodic_pairs(*electrostatics, joined, notes);
  if (auto outside = without_faces_inside(*electrostatics, joined, notes)) joined = std::move(*outside);
  for (const std::string& note : notes) say("initial.from: {}", note);
  const std::vector<bool> cuts = apply_boundaries(joined, options);
  const Discretization discretization(joined, input.order, cuts);
  const std::unique_ptr<Device> device = make_device(electrostatics->device, Precision::double_);
  const EllipticOperator potential(discretization, options, device->penalty_maps());
  refuse_floating_contacts(potential.form);
  warn_of_imbalance(potential);
  warn_of_touching_electrodes(potential);
  warn_of_lacking_linear_functions(discretization);
  const EllipticSolution solution = EllipticSolver(potential).solve(potential.right_hand_side());
  if (!solution.report.converged)
    throw std::runtime_error("initial.from: the solver did not converge: " + solution.report.reason);
  say("initial: the electrostatic field of {}, {} iterations", input.wave().initial_case->string(),
      solution.report.iterations);
  if (!solution.report.reason.empty()) warn("initial.from: {}", solution.report.reason);
  warn_of_fluxes(measure_solution(potential, solution.u).flux_imbalance);
  return electric_field(op, potential_and_field(discretization, solution.u));
}

}  // namespace dgsolve
