/// The numerical fluxes through boundary faces of an equation whose flux is not linear: what leaves the mesh
/// there in the scheme, F*·n − F_v*·n, point by point. They are found on the host, from nodal values that a
/// device samples, so that no device needs kernels for them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "kernels/expression/formula_set.hpp"
#include "solver/waves/boundary_conditions.hpp"
#include "solver/waves/face_data.hpp"
#include "solver/waves/forms/viscous_faces.hpp"
#include "solver/waves/forms/weak_quadrature.hpp"
#include "solver/waves/spatial_operator.hpp"

namespace dgsolve {

/// A point of a boundary face.
struct BoundaryPoint {
  Point x, n;                                  ///< m; outward unit normal
  double area;                                 ///< that the point stands for, m² (m in 2D)
  double altitude;                             ///< of the cell, m
  std::span<const double> u, c;                ///< the state inside, the medium
  std::span<const double> flux, viscous_flux;  ///< [n_fields]: F*·n, F_v*·n; the latter empty without one
  std::span<const double> variables;           ///< of the viscous flux, at the boundary; empty without one
};

class BoundaryFlux {
 public:
  /// groups: numbers of the mesh's boundary groups. Keeps a reference to the operator. Throws
  /// std::logic_error where the equation's flux is linear.
  BoundaryFlux(const SpatialOperator& op, const WaveOptions& options, const std::vector<int>& groups);

  /// The nodal values by which a state must be known: those of cells at the boundary, and traces of their
  /// neighbours where gradients take them. Of one state.
  SamplePoints samples() const;
  /// Calls body(point), face by face. values: of the samples, [point][field].
  void for_each_point(std::span<const double> values, double t,
                      const std::function<void(const BoundaryPoint&)>& body) const;

 private:
  /// A cell at the boundary.
  struct Cell {
    int element;
    std::size_t nodes;                               ///< place of its first node among the samples
    std::vector<std::optional<std::size_t>> traces;  ///< [n_faces]: that of its neighbour's, where taken
  };
  struct Values;
  struct Face;

  void add_cell(int element);
  std::vector<double> gradients(const Cell& cell, const Values& values) const;
  /// [Nfp][variable]: variables at a face's nodes for the gradients, less those inside.
  std::vector<double> jumps(const Cell& cell, int face, const Values& values) const;
  Face face_at(const Cell& cell, int face, const Values& values) const;
  void visit(const Cell& cell, int face, const Values& values, std::span<const double> gradients,
             const std::function<void(const BoundaryPoint&)>& body) const;

  const SpatialOperator& op_;
  const Discretization& d_;
  const Physics& physics_;
  const std::vector<BoundaryCondition> conditions_;
  const std::vector<FormulaSet> data_;  ///< [condition]
  const WeakQuadrature weak_;
  const QuadratureView quadrature_;  ///< of weak_
  const FacePoints face_points_;
  std::optional<ViscousFaces> viscous_faces_;
  ViscousView viscous_;          ///< of viscous_faces_
  std::vector<bool> is_wanted_;  ///< [group]
  std::vector<Cell> cells_;
  std::vector<int> elements_, nodes_;  ///< [sample]
};

}  // namespace dgsolve
