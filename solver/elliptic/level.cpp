#include "solver/elliptic/level.hpp"

#include <algorithm>
#include <stdexcept>

namespace dgsolve {
namespace {

/// Parts of the mesh that no face joins, numbered from 0: [K].
std::vector<int> connected_parts(const Discretization& d) {
  std::vector<int> part(d.K(), -1), stack;
  int n_parts = 0;
  for (int seed = 0; seed < d.K(); ++seed) {
    if (part[seed] >= 0) continue;
    part[seed] = n_parts;
    stack.push_back(seed);
    while (!stack.empty()) {
      const int e = stack.back();
      stack.pop_back();
      for (int f = 0; f < d.element.n_faces; ++f) {
        const std::size_t side = static_cast<std::size_t>(e) * d.element.n_faces + f;
        const int next = d.trace.boundary[side] >= 0 ? e : d.trace.neighbor[side];
        if (part[next] >= 0) continue;
        part[next] = n_parts;
        stack.push_back(next);
      }
    }
    ++n_parts;
  }
  return part;
}

/// Something in the cell fixes the level of u: a value imposed, a robin condition, or λ.
bool fixes_level(const InteriorPenalty& form, int e) {
  const Mesh& mesh = form.discretization.mesh;
  if (!form.problem.regions.at(mesh.region_names[mesh.region[e]]).lambda.is_zero()) return true;
  for (int f = 0; f < form.discretization.element.n_faces; ++f) {
    const EllipticBoundary* b = form.boundary(e, f);
    if (b != nullptr && (b->condition == EllipticCondition::dirichlet ||
                         (b->condition == EllipticCondition::robin && !b->coefficient.is_zero())))
      return true;
  }
  return false;
}

}  // namespace

bool is_mean_free(const InteriorPenalty& form, const std::vector<Conductor>& conductors) {
  const Discretization& d = form.discretization;
  std::vector<int> part = connected_parts(d);
  for (const Conductor& conductor : conductors)
    for (const int e : conductor.imposed.cells) {
      const int from = part[e], to = part[conductor.imposed.cells.front()];
      if (from != to) std::replace(part.begin(), part.end(), from, to);
    }
  std::vector<int> parts = part;
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  std::vector<bool> fixed(d.K(), false);  // [part]
  for (int e = 0; e < d.K(); ++e)
    if (fixes_level(form, e)) fixed[part[e]] = true;
  const auto loose = std::find_if(parts.begin(), parts.end(), [&](int p) { return !fixed[p]; });
  if (loose == parts.end()) return false;
  if (parts.size() == 1) return true;
  const auto e = std::find(part.begin(), part.end(), *loose) - part.begin();
  throw std::invalid_argument(
      "boundaries: nothing fixes the level of u in a part of the mesh that is joined to no other, in "
      "region " +
      d.mesh.region_names[d.mesh.region[e]] + "; give it a dirichlet or robin boundary, or lambda > 0");
}

}  // namespace dgsolve
