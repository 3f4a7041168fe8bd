/// The variables in which cases give states: an equation's primitive ones, or its fields.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "solver/discretization/discretization.hpp"
#include "solver/waves/coefficients.hpp"
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

/// Formulas by field number; fields without one are zero. Empty if none is given. Throws as in_order.
std::vector<Expression> by_field(const Physics& physics, const std::map<std::string, Expression>& named);

/// A state as a case gives it, for NodalSpace::projection.
struct StateFormulas {
  std::vector<FieldFormula> formulas;  ///< by variable, without those that are zero
  StateOfVariables state;              ///< empty: the variables are the fields
};
/// Throws as in_order.
StateFormulas state_formulas(const Physics& physics, const WaveOptions& options,
                             const std::map<std::string, Expression>& named);

/// The state that these values of the variables make, with the coefficients c. Throws std::invalid_argument
/// that names the key, the place x and the values where the equation does not admit it.
std::vector<double> admitted_state(const Physics& physics, const std::vector<double>& variables,
                                   const double* c, const std::string& key, const Point& x);

/// Takes the variables and the state u of a node, and the coefficients c there.
using StateAtNode = std::function<void(int cell, int node, const std::vector<double>& variables,
                                       const double* u, const double* c)>;
/// Calls body at each node of each cell, on all threads: values of the formulas of the variables, the state
/// they make, and the coefficients there. Throws as in_order and as bodies do.
void for_each_state(const Discretization& d, const Physics& physics, const Coefficients& coefficients,
                    const std::map<std::string, Expression>& named, const StateAtNode& body);

/// The volume source with which the options' exact solution solves the equation
/// (Physics::manufactured_source).
void set_manufactured_source(WaveOptions& options, const Physics& physics);

}  // namespace dgsolve
