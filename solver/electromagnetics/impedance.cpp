#include "solver/electromagnetics/impedance.hpp"

#include <algorithm>

namespace dgsolve {

double impedance_at(const SpatialOperator& op, int element) {
  return op.physics.info.electromagnetic->impedance(
      op.coefficients.cell(element, op.discretization.element.Np));
}

double weight_as_electric(const SpatialOperator& op, int field, int element) {
  const std::optional<ElectromagneticFields>& fields = op.physics.info.electromagnetic;
  const bool is_magnetic = fields && std::ranges::find(fields->magnetic, field) != fields->magnetic.end();
  return is_magnetic ? impedance_at(op, element) : 1;
}

}  // namespace dgsolve
