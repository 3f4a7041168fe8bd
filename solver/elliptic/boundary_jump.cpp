#include "solver/elliptic/boundary_jump.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "mesh/base/faces.hpp"

namespace dgsolve {
namespace {

/// What faces of a boundary meet at: an edge's vertices, ascending; in 2D a vertex twice.
using Ridge = std::pair<int, int>;

std::vector<Ridge> ridges_of(const FaceVertices& v) {
  if (v[2] < 0) return {{v[0], v[0]}, {v[1], v[1]}};
  return {std::minmax(v[0], v[1]), std::minmax(v[1], v[2]), std::minmax(v[0], v[2])};
}

std::array<double, 3> middle(const Mesh& mesh, const Ridge& ridge) {
  std::array<double, 3> x = mesh.nodes[ridge.first];
  for (int d = 0; d < 3; ++d) x[d] = (x[d] + mesh.nodes[ridge.second][d]) / 2;
  return x;
}

bool is_dirichlet(const EllipticBoundary* condition) {
  return condition != nullptr && condition->condition == EllipticCondition::dirichlet;
}

}  // namespace

std::optional<BoundaryJump> largest_jump(const EllipticOperator& op) {
  constexpr double negligible = 1e-3;
  const Mesh& mesh = op.form.discretization.mesh;
  int n_groups = 0;  // each with one value at a place
  for (int group = 0; group < std::ssize(mesh.boundary_names); ++group)
    n_groups += is_dirichlet(op.form.condition(group));
  if (n_groups < 2) return {};
  std::map<Ridge, std::pair<double, int>> first_seen;  // value, group
  double least = std::numeric_limits<double>::infinity(), most = -least, largest = 0;
  std::optional<BoundaryJump> found;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const EllipticBoundary* condition = op.form.boundary(e, f);
      if (!is_dirichlet(condition)) continue;
      const int group = mesh.boundary[side_index(mesh, {e, f})];
      for (const Ridge& ridge : ridges_of(face_vertices(mesh, {e, f}))) {
        const std::array<double, 3> x = middle(mesh, ridge);
        const double value = op.data.boundary_value(e, f, std::span(x).first(mesh.dim), {}).front();
        least = std::min(least, value);
        most = std::max(most, value);
        const auto [other, other_group] = first_seen.try_emplace(ridge, value, group).first->second;
        if (std::abs(value - other) <= largest) continue;
        largest = std::abs(value - other);
        found = {{mesh.boundary_names[other_group], mesh.boundary_names[group]}, {other, value}, x};
      }
    }
  return largest > negligible * (most - least) ? found : std::nullopt;
}

}  // namespace dgsolve
