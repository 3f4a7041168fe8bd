#include "mesh/base/point_search.hpp"

#include <algorithm>
#include <limits>
#include <parallel/algorithm>

namespace dgsolve {

PointSearch::PointSearch(const std::vector<Point>& points, const std::vector<int>& candidates)
    : points_(points) {
  sorted_.reserve(candidates.size());
  for (const int i : candidates) sorted_.emplace_back(along(points[i]), i);
  __gnu_parallel::sort(sorted_.begin(), sorted_.end());
}

double PointSearch::along(const Point& x) {
  // Shorter than 1, and parallel to no axis or diagonal, so that points of flat boundaries and regular grids
  // spread out along it.
  constexpr double d[3] = {0.5384, 0.6122, 0.5790};
  return d[0] * x[0] + d[1] * x[1] + d[2] * x[2];
}

std::vector<PointSearch::Entry>::const_iterator PointSearch::first_from(double s) const {
  return std::lower_bound(sorted_.begin(), sorted_.end(), Entry(s, std::numeric_limits<int>::min()));
}

int PointSearch::nearest(const Point& x, double radius) const {
  int best = -1;
  double best_distance = radius;
  near(x, radius, [&](int i) {
    const double d = distance(points_[i], x);
    if (d <= best_distance) {
      best_distance = d;
      best = i;
    }
  });
  return best;
}

}  // namespace dgsolve
