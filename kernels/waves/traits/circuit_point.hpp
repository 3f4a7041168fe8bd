/// A point of a circuit on a face: a sheet that carries the current density K, A/m, along the unit vector g.
///
/// Fields on the face are tangential components along two tangents τ_k: a_k = E·τ_k, b_k = H·τ_k. The side −,
/// whose outward normal is n, and the side + see
///   H*∓ = H∓ ± Y∓ n×(E∓ − E*),   n×(H*₊ − H*₋) = K g:
/// the waves that leave the cells on each side (Hesthaven & Warburton, J. Comput. Phys. 181 (2002) 186,
/// doi:10.1006/jcph.2002.7118), and the jump at a sheet. Therefore E* = E0 − g K/(Y₋ + Y₊), where E0 is the
/// upwind state without a sheet. Nothing behind the face is Y₊ = 0 and no field there. K follows from e* =
/// E*·g by a circuit with states z and a generator V_s, all linear:
///   (e*, ż) = M (E0·g, V_s, z).
/// Data on the face make the numerical flux that of E* and H* on both sides, whatever its share of upwinding.
#pragma once

#include "kernels/base/prelude.hpp"

namespace DGSOLVE_NAMESPACE {

struct CircuitPoint {
  static constexpr int n_states = 2;  ///< an inductor's current density, A/m; a capacitor's field, V/m

  double tangent[2][3];  ///< τ_k
  double dual[2][3];     ///< τ^k, τ^k·τ_l = δ_kl
  /// n×, as the numerical flux has it: (n×a)_0 = −(t_1 a_0 + t_2 a_1), (n×a)_1 = t_0 a_0 + t_1 a_1. Twice it
  /// is −(t_0 t_2 − t_1²), which is −1 but for curved faces.
  double turn[3];
  double gap[2];         ///< e = Σ gap_k a_k
  double response[2];    ///< a* = a0 − response K/(Y₋ + Y₊); along g but for curved faces
  double admittance[2];  ///< Y₋, Y₊, S
  /// The flux finds a* where it meets a jump of this times a − a*, and of this times n×(a − a*) in b.
  double jump[2], turned_jump[2];
  double solve[1 + n_states][2 + n_states];  ///< M
  double voltage, current;  ///< V = Σ voltage e*, I = −Σ current K, over a circuit's points, m
  /// ½L and ½C of the point's share of the face: the energy is Σ_i storage_i z_i², J.
  double storage[n_states];
};

/// Fields of a side at a point.
struct CircuitTrace {
  double a[2], b[2];
};

/// Answer of a circuit at a point.
struct CircuitAnswer {
  double a[2];  ///< E*
  double e, K;  ///< e*, V/m; A/m
  double rates[CircuitPoint::n_states];
};

DGSOLVE_INLINE CircuitTrace circuit_trace(const CircuitPoint& point, const double* E, const double* H) {
  CircuitTrace trace;
  for (int k = 0; k < 2; ++k) {
    const double* const t = point.tangent[k];
    trace.a[k] = E[0] * t[0] + E[1] * t[1] + E[2] * t[2];
    trace.b[k] = H[0] * t[0] + H[1] * t[1] + H[2] * t[2];
  }
  return trace;
}

DGSOLVE_INLINE double turned(const CircuitPoint& point, const double* a, int k) {
  return k == 0 ? -(point.turn[1] * a[0] + point.turn[2] * a[1])
                : point.turn[0] * a[0] + point.turn[1] * a[1];
}

/// source: V_s, V; z: [n_states].
DGSOLVE_INLINE CircuitAnswer circuit_answer(const CircuitPoint& point, const CircuitTrace& minus,
                                            const CircuitTrace& plus, double source, const double* z) {
  const double Y = point.admittance[0] + point.admittance[1];
  const double square = point.turn[0] * point.turn[2] - point.turn[1] * point.turn[1];
  const double jump[2] = {plus.b[0] - minus.b[0], plus.b[1] - minus.b[1]};
  CircuitAnswer answer;
  double e0 = 0;
  for (int k = 0; k < 2; ++k) {
    answer.a[k] = (point.admittance[0] * minus.a[k] + point.admittance[1] * plus.a[k] +
                   turned(point, jump, k) / square) /
                  Y;
    e0 += point.gap[k] * answer.a[k];
  }
  const double known[] = {e0, source, z[0], z[1]};
  const auto row = [&](int i) {
    double sum = 0;
    for (int j = 0; j < 2 + CircuitPoint::n_states; ++j) sum += point.solve[i][j] * known[j];
    return sum;
  };
  answer.e = row(0);
  for (int i = 0; i < CircuitPoint::n_states; ++i) answer.rates[i] = row(1 + i);
  const double along = point.gap[0] * point.response[0] + point.gap[1] * point.response[1];
  answer.K = Y * (e0 - answer.e) / along;
  for (int k = 0; k < 2; ++k) answer.a[k] -= point.response[k] * answer.K / Y;
  return answer;
}

/// The data that a side meets: E and H, added to the neighbour's state, or, where nothing is behind the face,
/// those whose wave comes in. side: 0 is −.
DGSOLVE_INLINE void circuit_data(const CircuitPoint& point, int side, const CircuitTrace& own,
                                 const CircuitTrace& other, const CircuitAnswer& answer, double* E,
                                 double* H) {
  double difference[2], a[2], b[2];
  for (int k = 0; k < 2; ++k) difference[k] = own.a[k] - answer.a[k];
  for (int k = 0; k < 2; ++k) {
    if (point.admittance[1] == 0) {  // the wave 2 E* − (E − Z n×H)
      a[k] = 2 * answer.a[k] - own.a[k] + turned(point, own.b, k) / point.admittance[0];
      b[k] = 0;
    } else {
      a[k] = own.a[k] - point.jump[side] * difference[k] - other.a[k];
      b[k] = own.b[k] - point.turned_jump[side] * turned(point, difference, k) - other.b[k];
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    E[axis] = a[0] * point.dual[0][axis] + a[1] * point.dual[1][axis];
    H[axis] = b[0] * point.dual[0][axis] + b[1] * point.dual[1][axis];
  }
}

/// Numbers of a sample of a circuit: voltage, V, current out of it, A, and its energy, J.
constexpr int n_circuit_samples = 3;

/// Adds a point's share to a sample.
DGSOLVE_INLINE void add_to_circuit_sample(const CircuitPoint& point, const CircuitAnswer& answer,
                                          const double* z, double* sample) {
  sample[0] += point.voltage * answer.e;
  sample[1] -= point.current * answer.K;
  for (int i = 0; i < CircuitPoint::n_states; ++i) sample[2] += point.storage[i] * z[i] * z[i];
}

}  // namespace DGSOLVE_NAMESPACE
