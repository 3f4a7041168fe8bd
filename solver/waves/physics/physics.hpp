/// The registry of equations: one row each, in solver/waves/physics/physics.cpp.
#pragma once

#include <map>
#include <span>
#include <string>

#include "solver/waves/physics/physics_row.hpp"

namespace dgsolve {

/// Every registered system.
std::span<const Physics> physics_registry();

/// The system for a case, of an equation with several numerical fluxes the first one or that of a name;
/// throws std::invalid_argument that lists what there is.
const Physics& find_physics(const std::string& equation, int dim, const std::string& formulation,
                            const std::string& riemann = {},
                            std::span<const Physics> among = physics_registry());

/// Throws std::invalid_argument where a value is outside the range of a parameter. key: of a case, below
/// which the parameter stands, "regions.glass" or that of the medium.
void check_range(const ParameterInfo& parameter, const std::string& key, double value);

/// The parameters of a numerical flux, by name, where not the default. Throws std::invalid_argument where it
/// has none of a name.
FluxValues flux_values(const EquationInfo& equation, const std::map<std::string, double>& parameters = {});

}  // namespace dgsolve
