/// What writers of Lagrange cells (io/fields/lagrange_cells.hpp) share: cells, and arrays in the precision of
/// the files.
#pragma once

#include <vector>

#include "io/fields/lagrange_cells.hpp"

namespace dgsolve {

class LagrangeWriter : public Writer {
 protected:
  explicit LagrangeWriter(const WriterSetup& setup)
      : Writer(setup), precision_(setup.options.precision), cells_(setup) {}

  /// body(array, values) for one array of a canonical state after another; values: [n_points][components],
  /// float or double.
  template <class Body>
  void for_each_array(std::span<const double> state, const Body& body) {
    for (const PointArray& array : cells_.arrays()) {
      if (precision_ == Precision::single)
        give(array, state, floats_, body);
      else
        give(array, state, doubles_, body);
    }
  }

  const Precision precision_;
  const LagrangeCells cells_;

 private:
  template <class T, class Body>
  void give(const PointArray& array, std::span<const double> state, std::vector<T>& values,
            const Body& body) {
    cells_.evaluate(array, state, values);
    body(array, values);
  }

  // Of one array at a time; only the one of our precision is used.
  std::vector<float> floats_;
  std::vector<double> doubles_;
};

}  // namespace dgsolve
