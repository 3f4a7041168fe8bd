#include "solver/discretization/formula_points.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "mesh/base/faces.hpp"

namespace dgsolve {
namespace {

/// Every `stride`-th point.
std::vector<double> every(std::size_t stride, int dim, std::span<const double> points) {
  std::vector<double> some;
  for (std::size_t i = 0; i < points.size(); i += stride * dim)
    some.insert(some.end(), &points[i], &points[i] + dim);
  return some;
}

}  // namespace

Point point_at(int dim, std::span<const double> points, std::size_t i) {
  Point x{};
  std::copy_n(&points[i * dim], dim, x.begin());
  return x;
}

void check_finite(std::span<const double> values, const std::string& key,
                  const std::function<std::string(std::size_t i)>& place) {
  const auto found = std::find_if(values.begin(), values.end(), [](double v) { return !std::isfinite(v); });
  if (found != values.end())
    throw std::invalid_argument(key + ": got NaN or infinity " + place(found - values.begin()) +
                                "; expected a formula that is finite everywhere");
}

std::vector<double> nodes_of_group(const Discretization& d, int group) {
  const ReferenceElement& element = d.element;
  std::vector<double> points;
  for (int e = 0; e < d.K(); ++e)
    for (int f = 0; f < element.n_faces; ++f) {
      if (d.mesh.boundary[side_index(d.mesh, {e, f})] != group) continue;
      for (int i = 0; i < element.Nfp; ++i) {
        const std::size_t node =
            static_cast<std::size_t>(e) * element.Np + element.face_nodes[f * element.Nfp + i];
        points.insert(points.end(), &d.node_coordinates[node * element.dim],
                      &d.node_coordinates[node * element.dim] + element.dim);
      }
    }
  return points;
}

LargestValue largest_value(int dim, std::span<const double> points, const Expression& f, double final) {
  constexpr int n_samples = 23, n_times = 2000;
  constexpr std::size_t n_tried = 200, n_enough = 30000;
  LargestValue largest;
  const auto compare = [&](std::span<const double> some, double t) {
    const std::vector<double> values = evaluate_at(f, dim, some, t);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (std::abs(values[i]) > largest.value && std::isfinite(values[i]))
        largest = {std::abs(values[i]), point_at(dim, some, i)};
  };
  // Of a large mesh some points will do, unless the formula is 0 there.
  const std::vector<double> few = every(points.size() / dim / n_enough + 1, dim, points);
  for (int i = 0; i < n_samples; ++i) compare(few, (i + 0.5) * final / n_samples);
  const std::span<const double> compared = largest.value > 0 ? std::span<const double>(few) : points;
  if (largest.value == 0 && few.size() < points.size())
    for (int i = 0; i < n_samples; ++i) compare(points, (i + 0.5) * final / n_samples);
  // A pulse may be shorter than the time between two samples: a few points show when it is strongest.
  double when = 0, strongest = 0;
  const std::size_t n = points.size() / dim, stride = std::max<std::size_t>(1, n / n_tried);
  for (int i = 0; i < n_times; ++i)
    for (std::size_t p = 0; p < n; p += stride) {
      const double t = (i + 0.5) * final / n_times;
      const auto [x, y, z] = point_at(dim, points, p);
      const double value = std::abs(f(x, y, z, t));
      if (!(value > strongest) || !std::isfinite(value)) continue;
      strongest = value;
      when = t;
    }
  if (strongest > 0) compare(compared, when);
  return largest;
}

}  // namespace dgsolve
