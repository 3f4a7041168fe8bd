/// A state as VTK's and ParaView's Lagrange cells of order N.
///
/// Every cell has points of its own, so the jumps between elements stay visible. The points are VTK's
/// equispaced ones, mapped by the element's true geometry; a geometry of higher degree than N is interpolated
/// there. Fields whose names differ only in a last letter x, y or z (Hx, Hy) are one vector (H), with zeros
/// for components that the physics does not have; all others, and vectors of which the case leaves a
/// component out, are scalars.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "io/writer.hpp"
#include "solver/dense.hpp"

namespace dgsolve {

/// An array of values at points.
struct PointArray {
  std::string name;
  std::vector<int> fields;  ///< of the state, one a component; −1: zero
};

class LagrangeCells {
 public:
  /// Keeps a reference to the discretization. Throws as select_fields.
  explicit LagrangeCells(const WriterSetup& setup);

  std::size_t n_cells() const { return elements_.size(); }
  std::size_t points_per_cell() const { return Np_; }
  /// Point i of cell c is c·points_per_cell + i.
  std::size_t n_points() const { return n_cells() * points_per_cell(); }
  int vtk_type() const;                ///< a VTKCellType
  std::vector<double> points() const;  ///< [n_points][3]
  std::vector<int> region() const;     ///< [n_cells]: index into the mesh's region_names
  const std::vector<PointArray>& arrays() const { return arrays_; }

  /// An array of a canonical state: [n_points][components].
  template <class T>
  void evaluate(const PointArray& array, std::span<const double> state, std::vector<T>& values) const;

 private:
  const Mesh& mesh_;
  const std::size_t n_fields_, Np_;
  std::vector<double> reference_points_;  ///< [Np][dim]: VTK's, on our simplex
  Matrix from_nodes_;                     ///< [node][point]: values at our nodes to values at VTK's points
  std::vector<int> elements_;             ///< [n_cells]
  std::vector<PointArray> arrays_;
};

}  // namespace dgsolve
