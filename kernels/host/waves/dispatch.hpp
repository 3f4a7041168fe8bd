/// Finds the kernels of an equation.
#pragma once

#include <string>

#include "kernels/host/simd/instruction_set.hpp"
#include "kernels/host/waves/stage_tables.hpp"

namespace dgsolve::host {

/// Kernels of the equation `type` (EquationInfo::type) in number type T. Throws DeviceError where there are
/// none.
template <class T>
const Kernels<T>& kernels_for(InstructionSet set, const std::string& type);

}  // namespace dgsolve::host
