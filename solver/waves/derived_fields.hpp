/// Fields that follow from the state, such as Poynting's vector: for outputs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// Names, and units in SI, of what outputs may show: the equation's fields, then all derived ones.
std::vector<std::string> output_fields(const EquationInfo& info);
std::vector<std::string> output_units(const EquationInfo& info);

/// Adds all derived fields to a canonical state [K][n_fields][Np]: [K][output fields][Np], their values at
/// the nodes.
void add_derived_fields(const SpatialOperator& op, std::span<const double> state,
                        std::vector<double>& extended);

}  // namespace dgsolve
