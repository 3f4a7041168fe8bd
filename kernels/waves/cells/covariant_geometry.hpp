/// Geometry of a curved cell in covariant components, as kernels read it (solver/README.md).
#pragma once

#include "kernels/waves/wave_problem.hpp"

namespace dgsolve {

class CovariantGeometry {
 public:
  static constexpr int n_faces = 4, map_values = 9, weight_values = 6, edge_values = 10, tangent_values = 6,
                       mean_values = 7, jacobian_values = 2;

  /// Keeps references to the problem's views.
  explicit CovariantGeometry(const WaveProblem& problem) : problem_(problem) {}

  /// to: [Np][i][axis] ∂x/∂r_i at the nodes.
  void maps(int element, double* to) const { problem_.geometry.covariant.at_nodes(element, to); }
  /// to: [Nq][6] the tensor (∂x/∂r_i·∂x/∂r_l)/J at the points, in the order 11, 22, 33, 23, 13, 12.
  void weights(int element, double* to) const;
  /// to: smallest J; smallest over largest J, at the points.
  void jacobian(int element, double* to) const;
  /// The mean of the weights W over the cell, W̄, and bounds of what they are beside it. to: [6] W̄⁻¹/λ, in
  /// the order of weights, with λ the largest eigenvalue of W̄⁻¹W at the points; the smallest one over λ.
  void mean(int element, double* to) const;
  /// A record of edges as straight cells have it: squared lengths of the chords 01 02 03 12 13 23 over a
  /// volume; of each face, that volume over |τ_0×τ_1| of its chords and over λ, the largest eigenvalue of
  /// what the chords' n× is beside the true one at the face's points: 1 where the face is flat. The n× of all
  /// these chords is the penalty's.
  void edges(int element, double* to) const;
  /// to: [Nfq][2][axis] ∂x/∂τ_0, ∂x/∂τ_1 at the points of a face, with τ_k = E_(vertex k+1) − E_(vertex 0) of
  /// the face, E_0 = 0.
  void tangents(int element, int face, double* to) const;
  /// Whether ∂x/∂τ_0 × ∂x/∂τ_1 points out of the cell.
  bool points_outward(int face) const;

 private:
  int vertex(int face, int j) const { return problem_.reference.face_vertices[face * 3 + j]; }

  const WaveProblem& problem_;
};

}  // namespace dgsolve
