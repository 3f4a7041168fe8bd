/// Cells' values at their nodes to values at points: most of what a snapshot costs.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solver/linear/dense.hpp"

namespace dgsolve {

/// The same points in every cell.
class Interpolation {
 public:
  Interpolation() = default;
  explicit Interpolation(const Matrix& from_nodes);  ///< [n][Np]: values at the nodes to values at the points

  std::size_t n_points() const { return n_; }
  /// Values of some fields of a cell at its points, the components of a point together: to[n][fields.size()].
  /// fields: the first of each one's values at the nodes; three at most. Every processor gives the same bits.
  template <class T>
  void evaluate(std::span<const double* const> fields, T* to) const;

 private:
  std::size_t n_ = 0, Np_ = 0;
  std::vector<double> columns_;  ///< [group of points][Np][point of the group], zeros where there is no point
};

}  // namespace dgsolve
