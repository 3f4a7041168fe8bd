/// Curved tetrahedra of an equation with a curl pair (kernels/waves/traits/equation.hpp), in covariant
/// components (solver/README.md): their quadrature, and their maps.
#pragma once

#include "solver/discretization/discretization.hpp"

namespace dgsolve {

class CovariantCells {
 public:
  /// Keeps a reference to the discretization.
  explicit CovariantCells(const Discretization& discretization);

  /// Its rules are of degree 2N: all that the semi-discrete energy asks for, and enough for full order.
  const ReferenceElement element;

  CovariantView view() const;

 private:
  CovariantView::Tangents tangents_of(const CellMap& map) const;

  const Discretization& d_;
  const Matrix lift_;          ///< [Nq][n_faces·Nfp]
  const Matrix face_project_;  ///< [Nfp][Nfq]
  const CellMap to_points_, to_face_points_;
};

}  // namespace dgsolve
