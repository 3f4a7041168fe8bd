/// How a run of conjugate gradients goes: for kernel text too.
#pragma once

namespace dgsolve {

enum class CgStatus : int {
  running,
  converged,                  ///< ‖r‖ is at or below the target
  indefinite,                 ///< p·Ap ≤ 0: the operator is not positive definite
  indefinite_preconditioner,  ///< r·z ≤ 0: the preconditioner is not
  not_finite                  ///< a number is infinite or NaN
};

}  // namespace dgsolve
