/// One stage of an explicit Runge–Kutta step, in the form that covers 2N-storage, strong-stability-preserving
/// and classical schemes:
///   k = dt·L(u, t),   residual ← a·residual + k,   u_next ← p·u0 + q·u + b·residual + e·k,
/// where u0 is the state at the beginning of the step.
#pragma once

namespace dgsolve {

class WaveState;

/// Which stages an operator computes: what the others need costs these neither time nor registers.
enum class StageForm {
  low_storage,  ///< 2N storage: p = 0, q = 1, e = 0 (Williamson, J. Comput. Phys. 35 (1980) 48)
  general
};

/// A stage at t = (start of the clock) + (its steps + step + c)·dt, with the clock's dt. Where a is 0,
/// residual is not read, and where p is 0, u0 is not.
struct Stage {
  double a, b, c;
  long step = 0;
  double p = 0, q = 1, e = 0;
  const WaveState* u0 = nullptr;  ///< may be u or u_next; null where p is 0
  /// False: no later stage reads the residual, which a device then need not write; the general form does not.
  /// With a = 0 it needs no memory traffic at all.
  bool keeps_residual = true;
};

}  // namespace dgsolve
