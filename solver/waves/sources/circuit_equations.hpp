/// The equations of a circuit of lumped elements on a square of a face.
#pragma once

#include "kernels/waves/traits/circuit_point.hpp"
#include "solver/waves/sources/lumped_element.hpp"

namespace dgsolve {

/// Throws std::invalid_argument that begins with the key of the wrong value: R below 0, L or C not above 0,
/// none of them, a short circuit, or a generator in parallel to nothing that limits its current.
void check_circuit(const LumpedElement& element);

/// CircuitPoint::solve, and what makes it stiff.
struct CircuitEquations {
  /// admittance: that of what the circuit sees, S, with K = admittance · (E0·g − e*); unit_field:
  /// 1/m.
  CircuitEquations(const LumpedElement& element, double admittance, double unit_field);

  double solve[1 + CircuitPoint::n_states][2 + CircuitPoint::n_states] = {};
  double inductance = 0, capacitance = 0;  ///< of a square; 0: there is none

  /// A bound on ż = A z as the stability of steps asks for it, 1/s: (R + 1/Y)/L, (Y + G)/C, or the frequency
  /// at which L and C swing.
  double rate() const;
};

}  // namespace dgsolve
