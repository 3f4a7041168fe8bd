#include "solver/elliptic/contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include "mesh/base/faces.hpp"
#include "mesh/base/problems.hpp"

namespace dgsolve {
namespace {

/// An edge where faces of a boundary meet: its vertices, ascending; in 2D a vertex twice.
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

bool is_dirichlet(const EllipticBoundary& boundary) {
  return boundary.condition == EllipticCondition::dirichlet;
}

/// Calls visit(side, group, ridge) for the ridges of the faces whose boundary is wanted, where two groups or
/// more are: one touches no other.
template <class Visit>
void for_each_ridge(const InteriorPenalty& form, bool (*wanted)(const EllipticBoundary&), Visit visit) {
  const Mesh& mesh = form.discretization.mesh;
  int n_groups = 0;
  for (int group = 0; group < std::ssize(mesh.boundary_names); ++group) {
    const EllipticBoundary* boundary = form.condition(group);
    n_groups += boundary != nullptr && wanted(*boundary);
  }
  if (n_groups < 2) return;
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f) {
      const Side side = {e, f};
      const EllipticBoundary* boundary = form.boundary(e, f);
      if (boundary == nullptr || !wanted(*boundary)) continue;
      for (const Ridge& ridge : ridges_of(face_vertices(mesh, side)))
        visit(side, mesh.boundary[side_index(mesh, side)], ridge);
    }
}

}  // namespace

std::optional<BoundaryJump> largest_jump(const EllipticOperator& op) {
  constexpr double negligible = 1e-3;
  const Mesh& mesh = op.form.discretization.mesh;
  std::map<Ridge, std::pair<double, int>> first_seen;  // value, group
  double least = std::numeric_limits<double>::infinity(), most = -least, largest = 0;
  std::optional<BoundaryJump> found;
  for_each_ridge(op.form, is_dirichlet, [&](const Side& side, int group, const Ridge& ridge) {
    const std::array<double, 3> x = middle(mesh, ridge);
    const double value =
        op.data.boundary_value(side.element, side.face, std::span(x).first(mesh.dim), {}).front();
    least = std::min(least, value);
    most = std::max(most, value);
    const auto [other, other_group] = first_seen.try_emplace(ridge, value, group).first->second;
    if (std::abs(value - other) <= largest) return;
    largest = std::abs(value - other);
    found = {{mesh.boundary_names[other_group], mesh.boundary_names[group]}, {other, value}, x};
  });
  return largest > negligible * (most - least) ? found : std::nullopt;
}

std::vector<Contact> contacts_of_conductors(const InteriorPenalty& form) {
  const Mesh& mesh = form.discretization.mesh;
  std::map<Ridge, int> first_seen;                     // group
  std::map<std::pair<int, int>, Ridge> first_contact;  // of two groups, ascending
  for_each_ridge(form, is_conductor, [&](const Side&, int group, const Ridge& ridge) {
    const int other = first_seen.try_emplace(ridge, group).first->second;
    if (other != group) first_contact.try_emplace(std::minmax(other, group), ridge);
  });
  std::vector<Contact> contacts;
  for (const auto& [groups, ridge] : first_contact)
    contacts.push_back(
        {{mesh.boundary_names[groups.first], mesh.boundary_names[groups.second]}, middle(mesh, ridge)});
  return contacts;
}

void refuse_floating_contacts(const InteriorPenalty& form) {
  if (form.problem.exact) return;
  const auto is_floating = [&](const std::string& group) {
    return form.problem.boundaries.at(group).condition == EllipticCondition::floating;
  };
  for (const auto& [groups, point] : contacts_of_conductors(form)) {
    const bool first = is_floating(groups[0]);
    if (!first && !is_floating(groups[1])) continue;
    const std::string &floating = groups[first ? 0 : 1], &other = groups[first ? 1 : 0];
    throw std::invalid_argument("boundaries." + floating + ": is floating and touches the conductor " +
                                other + " at " + point_text(point) +
                                ", so that the two are one conductor, of one potential; expected one group "
                                "for both, the same dirichlet value for both, or a gap between them");
  }
}

}  // namespace dgsolve
