/// Names of modes in rectangles, circles and coaxial lines, as books have them.
#pragma once

#include <string>
#include <vector>

#include "solver/electromagnetics/ports/scalar_modes.hpp"

namespace dgsolve {

/// The form of a cross-section with walls of metal. A rectangle may have magnetic walls, one along each axis
/// at most: it is then a half or a quarter of the guide that it stands for, whose sizes and names it has.
struct SectionShape {
  enum Kind { other, line, rectangle, circle, ring } kind = other;  ///< line: of a 2D mesh
  std::array<double, 2> centre{};                                   ///< of a rectangle its corner
  std::array<double, 2> along{1, 0}, across{0, 1};  ///< rectangle: unit vectors from the corner along a and b
  double a = 0, b = 0;  ///< the longer and the shorter side; the radius; inner and outer radius
};

/// Circles may be polygons whose vertices lie on them, of nearly their area. A rectangle's side a is the
/// longer one; a square's is that along t1.
SectionShape shape_of(const SectionSpace& space, const PortFaces& faces);

/// The number, from 1, that a name is; else 0.
int mode_number(const std::string& name);

/// A mode with the modes that have its cut-off, as far as they have names of their own.
struct NamedMode {
  ScalarMode mode;
  std::string name;                       ///< may be empty
  std::vector<ScalarMode> partners = {};  ///< of one cut-off, itself included; empty: the mode is alone
};

/// TE or TM modes from the lowest on, all of them up to the last: names count what is below. In rectangles
/// with a ≠ b modes of one cut-off become those of the names: TE20 and TE01. Modes of other shapes are
/// numbered: TE1.
std::vector<NamedMode> named_modes(const SectionSpace& space, const SectionShape& shape,
                                   const std::vector<ScalarMode>& modes);

}  // namespace dgsolve
