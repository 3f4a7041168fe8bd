/// Gradients of fields by each cell's own polynomials: where fields jump between cells, gradients do so too.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "mesh/base/mesh.hpp"
#include "solver/discretization/cell_map.hpp"
#include "solver/linear/cell_batch.hpp"
#include "solver/reference/reference_element.hpp"

namespace dgsolve {

/// Derivatives ∂/∂r_d along the axes of the reference element, at its nodes.
class CellSlopes {
 public:
  explicit CellSlopes(const ReferenceElement& element);
  /// Of fields at nodes, [any][Np]: [any][dim·Np], which go to other points as the fields do.
  Matrix of(const Matrix& u) const { return D_.times_rows(u); }

 private:
  const BatchMatrix D_;
};

/// ∂u/∂x_i at a point, from ∂u/∂r_d there, of n fields: both [n][dim]. dxdr: ∂x_i/∂r_j, [dim][dim].
void slopes_to_gradients(int dim, const double* dxdr, std::size_t n, const double* slopes, double* gradients);

/// Gradients at the nodes, or at other points, of each cell.
class CellGradients {
 public:
  CellGradients(const Mesh& mesh, const ReferenceElement& element);
  /// points: [n][dim]; from_nodes: [n][Np], values at the nodes to values there. Keep a reference to the
  /// mesh.
  CellGradients(const Mesh& mesh, const ReferenceElement& element, const std::vector<double>& points,
                const Matrix& from_nodes);

  /// values: [last − first][n_fields][Np], of cells first…last−1. [last − first][n][n_fields][dim]
  std::vector<double> of_cells(int first, int last, int n_fields, std::span<const double> values) const;

 private:
  const int dim_, Np_;
  const CellSlopes slopes_;
  const CellMap map_;
  const std::optional<BatchMatrix> from_nodes_;  ///< none: the points are the nodes
};

}  // namespace dgsolve
