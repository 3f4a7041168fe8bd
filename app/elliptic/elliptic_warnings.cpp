#include "app/elliptic/elliptic_warnings.hpp"

#include <algorithm>

#include "app/console/log.hpp"
#include "mesh/base/problems.hpp"
#include "solver/discretization/linear_functions.hpp"
#include "solver/elliptic/capacitance.hpp"
#include "solver/elliptic/contacts.hpp"

namespace dgsolve {

std::vector<std::string> names_of_capacitance(const Case& input) {
  return input.elliptic().capacitance->empty() ? conductor_names(input.elliptic())
                                               : *input.elliptic().capacitance;
}

void warn_of_imbalance(const EllipticOperator& op) {
  if (!op.balance || !op.balance->is_off()) return;
  warn(
      "source, boundary fluxes and charges must add up to 0, as nothing fixes the level of u, but add up to "
      "{:.3g} (of parts that add up to {:.3g} in absolute value): quadrature on these cells explains it, "
      "and it is taken out of the source, evenly",
      op.balance->sum, op.balance->size);
}

void warn_of_touching_electrodes(const EllipticOperator& op) {
  const std::optional<BoundaryJump> jump = largest_jump(op);
  if (!jump) return;
  const auto& [groups, values, point] = *jump;
  warn(
      "boundaries {} and {} meet at {}, where u is {:.4g} on one and {:.4g} on the other: the field is "
      "infinite there, and fluxes, charges and the energy grow without end as cells get smaller; expected a "
      "gap, or values that meet",
      groups[0], groups[1], point_text(point), values[0], values[1]);
}

void warn_of_infinite_capacitances(const Case& input, const EllipticOperator& op) {
  if (!input.elliptic().capacitance) return;
  std::vector<Contact> contacts = contacts_of_conductors(op.form);
  const std::vector<std::string> names = names_of_capacitance(input);
  std::erase_if(contacts, [&](const Contact& contact) {
    return std::ranges::none_of(names, [&](const std::string& name) { return contact.is_of(name); });
  });
  if (contacts.empty()) return;
  const auto& [groups, point] = contacts[0];
  warn(
      "output.capacitance: conductors {} and {} touch at {}{}: the capacitance between conductors that touch "
      "is infinite, and its number grows without end as cells get smaller; expected a gap, one group for "
      "both, "
      "or a list of others",
      groups[0], groups[1], point_text(point),
      contacts.size() == 1 ? "" : fmt::format(", and {} other pairs too", contacts.size() - 1));
}

void warn_of_lacking_linear_functions(const Discretization& discretization) {
  constexpr double tolerable = 0.1;
  const std::optional<UniformFieldError> error = uniform_field_error(discretization);
  if (!error || error->share <= tolerable) return;
  warn(
      "mesh.geometry_order: curved cells of order {0} lack linear functions in fields of order {1}: even a "
      "uniform field may be {2:.0f} % off, worst at {3}; expected mesh.geometry_order: {1}, or a "
      "higher order",
      discretization.mesh.geometry_order, discretization.element.N, 100 * error->share,
      point_text(error->point));
}

void warn_of_fluxes(double imbalance) {
  constexpr double tolerable = 5e-4;  // a thousandth where two boundaries share the flux
  if (imbalance <= tolerable) return;
  warn(
      "fluxes are not to be trusted, nor are charges and capacitances: they and the source must add up to 0, "
      "but {:.2g} of their parts is left over; expected a smaller solver.tolerance, or less contrast of "
      "kappa",
      imbalance);
}

/// κ in F/m is around ε₀: a number that looks like a relative permittivity makes charges 10¹¹ times too
/// large.
void warn_of_permittivity(const Case& input) {
  constexpr double largest = 1e-6;  // F/m; ε0 times 100,000
  const EllipticCase& options = input.elliptic();
  const bool has_charges =
      input.elliptic().capacitance ||
      std::ranges::any_of(options.boundaries, [](const auto& b) { return b.second.charge != 0; });
  if (!input.si || options.kappa_kind || !has_charges) return;
  for (const auto& [name, region] : options.regions)
    if (region.kappa[0].is_constant() && region.kappa[0](0, 0, 0, 0) > largest)
      warn(
          "regions.{0}.kappa: {1:.4g} for a problem with charges, where kappa is the permittivity in F/m; "
          "expected epsilon_r: {1:.4g}, which is eps0*{1:.4g}, or a conductivity with its unit, {1:.4g} S/m",
          name, region.kappa[0](0, 0, 0, 0));
}

}  // namespace dgsolve
