/// Fields computed from the state for outputs, such as the Poynting vector.
#pragma once

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// The fields of the state.
FieldSet state_fields(const EquationInfo& info);
/// The fields that outputs may contain: those of the state, then the derived ones.
FieldSet output_fields(const EquationInfo& info);

/// The derived ones. Keeps references. Throws std::logic_error where the equation's coefficients vary within
/// cells, for then those at a point are not known.
FieldsAtPoint derived_fields(const Physics& physics, const Coefficients& coefficients);
inline FieldsAtPoint derived_fields(const SpatialOperator& op) {
  return derived_fields(op.physics, op.coefficients);
}
/// Derived fields of a state, for NodalSpace::errors.
FollowingFields following_fields(const SpatialOperator& op);

}  // namespace dgsolve
