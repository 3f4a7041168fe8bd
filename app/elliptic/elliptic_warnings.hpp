/// Warnings about elliptic problems, and about electrostatic fields that waves start from.
#pragma once

#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "solver/elliptic/operator.hpp"

namespace dgsolve {

/// Of a case that asks for capacitances: the conductors between which they are.
std::vector<std::string> names_of_capacitance(const Case& input);

/// Warns where balancing the data changed them by more than rounding.
void warn_of_imbalance(const EllipticOperator& op);
/// Warns where dirichlet values jump from one face of the boundary to the next.
void warn_of_touching_electrodes(const EllipticOperator& op);
/// Warns where a capacitance has no limit, because its conductor touches another.
void warn_of_infinite_capacitances(const Case& input, const EllipticOperator& op);
/// Warns where curved cells lack linear functions, and how far off uniform fields may be.
void warn_of_lacking_linear_functions(const Discretization& discretization);
/// Warns where κ looks like a relative permittivity.
void warn_of_permittivity(const Case& input);
/// Warns where what flows out is not what is put in; imbalance: SolverSummary::flux_imbalance.
void warn_of_fluxes(double imbalance);

}  // namespace dgsolve
