/// Conductors that touch: where faces of their groups meet, at a vertex in 2D, along an edge in 3D. At
/// different potentials |∇u| goes there like their difference over the distance, so that charge and energy
/// have no limit (Jackson, Classical Electrodynamics, 2.11).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "solver/elliptic/operator.hpp"

namespace dgsolve {

struct BoundaryJump {
  std::array<std::string, 2> groups;
  std::array<double, 2> values;
  std::array<double, 3> point;
};

/// The largest jump of dirichlet values where two groups touch; nothing below a thousandth of the values'
/// range.
std::optional<BoundaryJump> largest_jump(const EllipticOperator& op);

struct Contact {
  std::array<std::string, 2> groups;
  std::array<double, 3> point;

  bool is_of(const std::string& group) const { return groups[0] == group || groups[1] == group; }
};

/// Conductors that touch, whatever their potentials: each pair once, with a point. Of three at one point the
/// first with each of the others.
std::vector<Contact> contacts_of_conductors(const InteriorPenalty& form);

/// Throws std::invalid_argument where a floating conductor touches another one, for they are one conductor:
/// the finer the cells, the less its potential differs from the other's, whatever its charge. An exact
/// solution may have just the charge with which the potentials agree.
void refuse_floating_contacts(const InteriorPenalty& form);

}  // namespace dgsolve
