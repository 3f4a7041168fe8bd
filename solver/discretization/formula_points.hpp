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

/// Throws std::invalid_argument about a formula that is not finite at a point: "at (1, 2, 0)".
[[noreturn]] void throw_not_finite(const std::string& key, const std::string& where);
/// Does so where a value is not finite; where(i) describes its point.
void check_finite(std::span<const double> values, const std::string& key,
                  const std::function<std::string(std::size_t i)>& where);

/// The nodes of all faces of a boundary group: [n][dim].
std::vector<double> nodes_of_group(const Discretization& d, int group);

/// Points at which a formula is tried: the nodes of a mesh, or of the faces of a boundary group.
struct TrialPoints {
  int dim;
  std::size_t n;
  std::function<std::vector<double>(std::size_t stride)> every;  ///< every stride-th one: [n/stride][dim]
};
TrialPoints trial_points(const Discretization& d);
TrialPoints trial_points(const Discretization& d, int group);

/// The largest finite |f| found at points, some of them where there are many, and at sampled times in
/// (0, final); 0 where none is found.
struct LargestValue {
  double value = 0;
  Point at{};
  double time = 0;
};
LargestValue largest_value(const TrialPoints& points, const Expression& f, double final);

}  // namespace dgsolve
