/// Fields computed from the state for outputs, such as the Poynting vector.
#pragma once

#include <span>
#include <vector>

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// The fields of the state.
FieldSet state_fields(const EquationInfo& info);
/// The fields that outputs may contain: those of the state, then the derived ones.
FieldSet output_fields(const EquationInfo& info);

/// The equation's coefficients at points, interpolated with the elements' bases: [point][n_coefficients].
/// weights: [point][Np].
std::vector<double> coefficients_at(const SpatialOperator& op, std::span<const int> elements,
                                    std::span<const double> weights);

/// Extends a canonical state [K][n_fields][Np] by all derived fields at the nodes: [K][output fields][Np].
void add_derived_fields(const SpatialOperator& op, std::span<const double> state,
                        std::vector<double>& extended);

}  // namespace dgsolve
