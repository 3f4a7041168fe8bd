/// A point of a circuit on a face: a sheet that carries the current density K, A/m, along the unit vector g.
///
/// Fields on the face are tangential components along two tangents τ_k: a_k = E·τ_k, b_k = H·τ_k. With the
/// side − whose outward normal is n, and the side +,
///   H*∓ = H∓ ± Y∓ n×(E∓ − E*),   n×(H*₊ − H*₋) = K g
/// are the waves that leave the cells on each side (Hesthaven & Warburton, J. Comput. Phys. 181 (2002) 186)
/// and the jump at a sheet. Therefore E* = E0 − K g/(Y₋ + Y₊), where E0 is the upwind state without a sheet.
/// K follows from e* = E*·g by a circuit with states z, which are linear in them:
///   (e*, ż) = M (E0·g, V_s, z).
/// The data make the numerical flux of both sides that of E* and H*, whatever its share of upwinding is.
#pragma once

#include "kernels/base/prelude.hpp"

namespace DGSOLVE_NAMESPACE {

struct CircuitPoint {
  static constexpr int n_states = 2;

  double tangent[2][3];  ///< τ_k
  double dual[2][3];     ///< τ^k: τ^k·τ_l = δ_kl
  /// n×: (n×a)_0 = −(t_1 a_0 + t_2 a_1), (n×a)_1 = t_0 a_0 + t_1 a_1, as the cells' flux has it.
  double turn[3];
  double gap[2];         ///< e = Σ gap_k a_k
  double answer[2];      ///< a* = a0 − answer K/(Y₋ + Y₊)
  double admittance[2];  ///< Y₋, Y₊ of the media, S; Y₊ = 0: nothing is behind the face
  double solve[1 + n_states][2 + n_states];  ///< M
  double voltage, current;  ///< V = Σ voltage e*, I = −Σ current K, over a circuit's points; m
};

}  // namespace DGSOLVE_NAMESPACE
