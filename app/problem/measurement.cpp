#include "app/problem/measurement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "mesh/box.hpp"
#include "mesh/topology/ordering.hpp"

namespace dgsolve {
namespace {

/// The sides of a box of about n cubes (squares), none more than half as long again as another.
std::array<int, 3> sides_of_box(int dim, double n) {
  std::array<int, 3> sides{};
  double least = std::numeric_limits<double>::infinity();
  const double cube = std::pow(n, 1.0 / dim);
  for (int a = std::max(2, static_cast<int>(cube / 1.5)); a <= std::max(2.0, cube + 1); ++a)
    for (int b = a; 2 * b <= 3 * a; ++b) {
      const int c = dim == 2 ? 1 : std::clamp(static_cast<int>(std::lround(n / (a * b))), b, 3 * a / 2);
      const double difference = std::abs(static_cast<double>(a) * b * c - n);
      if (difference >= least) continue;
      least = difference;
      sides = {a, b, c};
    }
  return sides;
}

}  // namespace

InitialState random_state(const SpatialOperator& op) {
  return [&op](WaveState& state) {
    const int Np = op.discretization.element.Np, n_fields = op.physics.n_fields;
    const RunsOfCells runs(op.discretization.K(), n_fields * Np);
    state.fill(runs, [&](int first, int, std::span<double> values) {
      std::mt19937 generator(first);
      std::uniform_real_distribution<double> uniform(-1, 1);
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = op.physics.random_field(static_cast<int>(i) / Np % n_fields, uniform(generator));
    });
  };
}

Mesh bench_mesh(int dim, int elements, int geometry_order) {
  BoxOptions box;
  box.dim = dim;
  box.jitter = 0.16;  // no cell is inverted, however many there are
  box.cells = sides_of_box(dim, elements / (dim == 2 ? 2.0 : 6.0));
  box.geometry_order = geometry_order;
  Mesh mesh = make_box(box, true);
  if (geometry_order > 1)
    for (Point& x : mesh.nodes) {
      const Point straight = x;
      for (int d = 0; d < dim; ++d) x[d] += 0.06 * std::sin(2 * straight[(d + 1) % dim] + straight[d] + d);
    }
  order_along_hilbert_curve(mesh);
  return mesh;
}

}  // namespace dgsolve
