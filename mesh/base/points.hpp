/// Points in space, and the box around them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace dgsolve {

using Point = std::array<double, 3>;  ///< x, y, z; z = 0 in a mesh of dimension 2

inline double distance(const Point& a, const Point& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

inline Point difference(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline double length(const Point& a) { return std::hypot(a[0], a[1], a[2]); }
inline Point unit(const Point& a) {
  const double size = length(a);
  return {a[0] / size, a[1] / size, a[2] / size};
}

struct BoundingBox {
  Point lower, upper;
};

/// points: at least one.
inline BoundingBox bounding_box(const std::vector<Point>& points) {
  BoundingBox box = {points.front(), points.front()};
  for (const Point& x : points)
    for (int i = 0; i < 3; ++i) {
      box.lower[i] = std::min(box.lower[i], x[i]);
      box.upper[i] = std::max(box.upper[i], x[i]);
    }
  return box;
}

}  // namespace dgsolve
