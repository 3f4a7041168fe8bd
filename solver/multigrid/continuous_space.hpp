/// Continuous piecewise polynomials over the cells of a mesh: who shares a node.
#pragma once

#include <span>
#include <vector>

#include "kernels/algebra/linear_algebra.hpp"
#include "kernels/base/face_matches.hpp"
#include "mesh/base/mesh.hpp"
#include "solver/discretization/trace_map.hpp"
#include "solver/reference/reference_element.hpp"

namespace dgsolve {

/// What a boundary group asks of a continuous function.
enum class BoundarySpace {
  free,      ///< nothing
  zero,      ///< vanish
  constant,  ///< take one value all over the group (a conductor)
};

class ContinuousSpace {
 public:
  /// Nodes of `element` (its degree n is the space's) are one where cells meet in a face, across periodic
  /// boundaries too; on both sides of a cut they stay two. kappa: [K], up to a common factor.
  ///
  /// Two stiff parts that meet in an edge or a vertex only, with soft cells around, stay two there: faces tie
  /// nodes in order of falling κ (the harmonic mean of both sides), and a face that is much softer than the
  /// cells on both its sides ties nothing. Interior penalty lets such parts take values of their own at the
  /// cost of the soft cells; a space that does not would miss one function of low energy a part, and
  /// conjugate gradients would need an iteration for each. Boundaries that are `zero` or `constant` are tied
  /// in the same way, stiffer than any cell. Functions jump at the faces that have such a place (`torn`).
  ContinuousSpace(const TraceMap& trace, const ReferenceElement& element,
                  std::span<const BoundarySpace> boundaries, std::span<const double> kappa);

  const FaceMatches places;  ///< who meets whom at the nodes of the element
  int n_unknowns = 0;        ///< numbered as the cells meet them
  UnsetVector<int> unknown;  ///< [K][Np], −1: zero by a boundary condition
  InverseIndex nodes;        ///< of K·Np: those of each unknown
  UnsetVector<int> home;     ///< [n_unknowns]: its node in the stiffest cell that has it
  /// [boundary groups]: the unknown that is the group's value, −1: the group is not `constant`, or has no
  /// faces.
  std::vector<int> group_unknown;
  /// Faces (of K·n_faces, each from its first side) where functions jump: a node is not one with what it
  /// meets. Ascending.
  std::vector<int> torn;

 private:
  void find_homes(std::span<const double> kappa);
  void find_torn(const TraceMap& trace, const ReferenceElement& element,
                 std::span<const BoundarySpace> boundaries);
};

}  // namespace dgsolve
