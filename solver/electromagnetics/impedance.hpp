/// Impedances on a mesh, from what the equation says of its electric and magnetic fields.
#pragma once

#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// Z of a cell's medium, Ω. The equation must have electric and magnetic fields.
double impedance_at(const SpatialOperator& op, int element);

/// The factor that brings a field to the unit of E: Z of a component of H, else 1.
double weight_as_electric(const SpatialOperator& op, int field, int element);

}  // namespace dgsolve
