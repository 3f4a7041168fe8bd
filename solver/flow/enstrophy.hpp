/// The enstrophy of a flow: in flow that hardly changes its density, friction takes 2 μ/ρ times that of the
/// kinetic energy (Batchelor, An Introduction to Fluid Dynamics, Cambridge University Press 2000,
/// section 5.1).
#pragma once

#include <string>
#include <vector>

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// ½∫ρ|ω|² of the vorticity that outputs show: kg/s² (kg/(m s²) in 2D). Found on the host. For equations that
/// have a vorticity, and ρ as their first field.
double enstrophy(const SpatialOperator& op, const WaveState& state);

/// EquationInfo::integrals, and where there is a vorticity the enstrophy.
std::vector<IntegralInfo> integral_infos(const EquationInfo& equation);
/// Their values.
std::vector<double> integrals_of(const SpatialOperator& op, const WaveState& state);

}  // namespace dgsolve
