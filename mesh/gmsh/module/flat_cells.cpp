#include "mesh/gmsh/module/flat_cells.hpp"

#include <algorithm>
#include <cmath>

#include "mesh/base/points.hpp"
#include "mesh/gmsh/module/gmsh_model.hpp"

namespace dgsolve {
namespace {

bool is_straight(const SampledEntity& entity) {
  constexpr double round_off = 1e-10;
  std::vector<Point> from_first;
  for (std::size_t i = 0; i < entity.points.size(); i += 3)
    from_first.push_back(difference({entity.points[i], entity.points[i + 1], entity.points[i + 2]},
                                    {entity.points[0], entity.points[1], entity.points[2]}));
  Point along{}, normal{};
  for (const Point& p : from_first)
    if (length(p) > length(along)) along = p;
  for (const Point& p : from_first)
    if (length(cross(along, p)) > length(normal)) normal = cross(along, p);
  const double size = length(along);
  if (!(size > 0)) return false;
  if (entity.dim == 1) return length(normal) <= round_off * size * size;
  return std::ranges::all_of(from_first, [&](const Point& p) {
    return std::abs(dot(p, normal)) <= round_off * size * length(normal);
  });
}

}  // namespace

bool may_be_curved() {
  constexpr int samples = 9;
  return !std::ranges::all_of(sample_entities(samples), is_straight);
}

FlatCells measure_flat_cells() {
  set_geometric_order(2);
  const std::vector<double> edges = quadratic_edges();
  set_geometric_order(1);
  FlatCells worst;
  for (std::size_t i = 0; i < edges.size(); i += 9) {
    Point a, b, middle, straight;
    std::copy_n(&edges[i], 3, a.begin());
    std::copy_n(&edges[i + 3], 3, b.begin());
    std::copy_n(&edges[i + 6], 3, middle.begin());
    for (int k = 0; k < 3; ++k) straight[k] = (a[k] + b[k]) / 2;
    const double off = distance(middle, straight), bend = off / distance(a, b);
    if (bend > worst.bend) worst = {off, bend};
  }
  return worst;
}

}  // namespace dgsolve
