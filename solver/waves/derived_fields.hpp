/// Fields computed from the state for outputs, such as the Poynting vector.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// Names and SI units of the fields that outputs may contain: the equation's fields, then the derived ones.
std::vector<std::string> output_fields(const EquationInfo& info);
std::vector<std::string> output_units(const EquationInfo& info);

/// Extends a canonical state [K][n_fields][Np] by all derived fields at the nodes: [K][output fields][Np].
void add_derived_fields(const SpatialOperator& op, std::span<const double> state,
                        std::vector<double>& extended);

}  // namespace dgsolve
