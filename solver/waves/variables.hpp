/// The variables in which cases give states: an equation's primitive ones, or its fields.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "solver/discretization/nodal_space.hpp"
#include "solver/waves/physics/physics.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// [n_fields]
std::vector<ParameterInfo> state_variables(const EquationInfo& info);
std::vector<std::string> variable_names(const EquationInfo& info);

/// The key of an exterior state in a case: `state`, of fields `data`.
std::string key_of_exterior_state(const EquationInfo& info);

/// A formula for each name, zero where none is given. Throws std::invalid_argument about one of another name.
std::vector<Expression> in_order(const std::vector<std::string>& names,
                                 const std::map<std::string, Expression>& named);

/// A state as a case gives it, for NodalSpace::projection.
struct StateFormulas {
  std::vector<FieldFormula> formulas;  ///< by variable, without those that are zero
  StateOfVariables state;              ///< empty: the variables are the fields
};
/// Throws as in_order.
StateFormulas state_formulas(const Physics& physics, const WaveOptions& options,
                             const std::map<std::string, Expression>& named);

/// The volume source with which the options' exact solution solves the equation
/// (Physics::manufactured_source).
void set_manufactured_source(WaveOptions& options, const Physics& physics);

}  // namespace dgsolve
