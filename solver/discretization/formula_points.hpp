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

/// Point i of points [n][dim]; z = 0 in 2D.
Point point_at(int dim, std::span<const double> points, std::size_t i);

/// Throws std::invalid_argument where a value is not finite. place(i) describes its place: "at (1, 2, 0)".
void check_finite(std::span<const double> values, const std::string& key,
                  const std::function<std::string(std::size_t i)>& place);

/// The nodes of all faces of a boundary group: [n][dim].
std::vector<double> nodes_of_group(const Discretization& d, int group);

/// The largest finite |f| found at points [n][dim], some of them where there are many, and at sampled times
/// in (0, final); 0 where none is found.
struct LargestValue {
  double value = 0;
  Point at{};
};
LargestValue largest_value(int dim, std::span<const double> points, const Expression& f, double final);

}  // namespace dgsolve
