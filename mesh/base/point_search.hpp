/// Finds the points near a place, after sorting all points along one direction.
#pragma once

#include <utility>
#include <vector>

#include "mesh/base/points.hpp"

namespace dgsolve {

class PointSearch {
 public:
  /// `points` are kept by reference; `candidates` are the indices among which to search.
  PointSearch(const std::vector<Point>& points, const std::vector<int>& candidates);

  /// Calls visit(index) for every candidate that may lie in the ball; the caller measures the distance.
  template <class Visit>
  void near(const Point& center, double radius, const Visit& visit) const {
    const double s = along(center);
    for (auto i = first_from(s - radius); i != sorted_.end() && i->first <= s + radius; ++i) visit(i->second);
  }
  /// The nearest candidate within `radius`, or −1.
  int nearest(const Point& x, double radius) const;

 private:
  using Entry = std::pair<double, int>;  ///< coordinate along the direction, index
  static double along(const Point& x);
  std::vector<Entry>::const_iterator first_from(double s) const;

  const std::vector<Point>& points_;
  std::vector<Entry> sorted_;
};

}  // namespace dgsolve
