/// Which curved cells are in covariant components.
#pragma once

#include "solver/discretization/discretization.hpp"
#include "solver/waves/physics/physics.hpp"

namespace dgsolve {

/// Whether a problem has curved cells, and an equation with a curl pair (kernels/waves/traits/equation.hpp).
inline bool has_covariant_cells(const Discretization& discretization, const Physics& physics) {
  return physics.curl_pair_weights != nullptr && discretization.factors.n_curved > 0;
}

}  // namespace dgsolve
