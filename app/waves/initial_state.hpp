/// What a wave run starts from: formulas, or the field of an electrostatic case.
#pragma once

#include <optional>

#include "io/case/case.hpp"
#include "solver/waves/time/integrator.hpp"

namespace dgsolve {

/// The case that `initial: {from: …}` names, checked against this one and its mesh; none where it names none.
/// Throws CaseError.
std::optional<Case> read_initial_case(const Case& input, const Mesh& mesh, const EquationInfo& equation);

/// The state at t = 0: of the case's formulas, or of an electrostatic case, solved now at this case's order.
/// `mesh`: as it was read, before the wave problem's periodic boundaries were joined. Keeps references to the
/// case and the operator. Throws std::runtime_error where the solver does not converge.
InitialState initial_state(const Case& input, const std::optional<Case>& electrostatics, const Mesh& mesh,
                           const SpatialOperator& op);

}  // namespace dgsolve
