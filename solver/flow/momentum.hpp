/// The momentum of a flow among the fields of its equation.
#pragma once

#include <algorithm>

#include "kernels/waves/traits/equation.hpp"

namespace dgsolve {

/// The first of its fields; −1: the equation has none.
inline int first_momentum(const EquationInfo& equation) {
  const auto momentum = std::ranges::find(equation.vectors, "momentum", &VectorField::name);
  return momentum == equation.vectors.end() ? -1 : momentum->fields[0];
}
inline bool has_momentum(const EquationInfo& equation) { return first_momentum(equation) >= 0; }

}  // namespace dgsolve
