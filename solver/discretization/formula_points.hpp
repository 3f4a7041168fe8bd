/// Evaluates the formulas of a case before it runs: at the mesh's nodes, over the run's time.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kernels/expression/expression.hpp"
#include "solver/discretization/discretization.hpp"

namespace dgsolve {

/// Coordinates of points as arrays, as formulas take them; z = 0 in 2D.
struct FormulaPoints {
  std::vector<double> x, y, z;

  void add(const double* point, int dim);
  std::vector<double> values(const Expression& f, double t) const;
  std::vector<std::vector<double>> values(const std::vector<Expression>& formulas, double t) const;
  double value(const Expression& f, std::size_t point, double t) const;
};

/// Throws std::invalid_argument where a value is not finite. place(i) describes its place: "at (1, 2, 0)".
void check_finite(std::span<const double> values, const std::string& key,
                  const std::function<std::string(std::size_t i)>& place);

FormulaPoints all_nodes(const Discretization& d);
/// The nodes of all faces of a boundary group.
FormulaPoints nodes_of_group(const Discretization& d, int group);

/// The largest finite |f| found at the points and at sampled times in (0, final); 0 where none is found.
struct LargestValue {
  double value = 0;
  std::size_t point = 0;
};
LargestValue largest_value(const FormulaPoints& points, const Expression& f, double final);

}  // namespace dgsolve
