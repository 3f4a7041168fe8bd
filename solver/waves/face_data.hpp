/// Data on faces that are given by tables: where their points are, and the conditions that get them.
#pragma once

#include <vector>

#include "kernels/waves/wave_problem.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/discretization/discretization.hpp"
#include "solver/waves/physics/physics.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// The points of faces where data are given (WaveProblem::face_points): in the weak form the points of its
/// quadrature; else a straight cell's nodes, a curved one's face quadrature points, and at interfaces of
/// covariant cells the nodes.
class FacePoints {
 public:
  /// of_weak_form: on the reference face, [n][dim−1]; null where the flux is linear.
  FacePoints(const Discretization& discretization, const Physics& physics,
             const std::vector<double>* of_weak_form = nullptr);

  std::vector<double> operator()(int element, int face) const;  ///< [point][dim]

 private:
  bool at_nodes(int element, int face) const;

  const Discretization& d_;
  const bool is_covariant_, is_weak_;
  const CellMap map_;
};

/// Hands the boundaries' terms to the problem's conditions that their sides have; those outside of
/// regions_entered of an interface get them with the other sign, as formulas. Throws std::invalid_argument,
/// naming the boundary, where a side is not one of it, where it takes no data, or where FaceTermTable does.
void add_face_terms(const Mesh& mesh, const Physics& physics, const WaveOptions& options,
                    WaveProblem& problem);

}  // namespace dgsolve
