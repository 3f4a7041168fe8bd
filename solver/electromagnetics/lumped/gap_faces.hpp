/// Faces of lumped elements: strips, tubes and rings of one length between two conductors.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "mesh/base/faces.hpp"
#include "mesh/base/mesh.hpp"
#include "solver/waves/wave_options.hpp"

namespace dgsolve {

/// The place of an element between its conductors. Along a direction it is a strip of a plane, or of a
/// surface whose normals are at right angles to the direction, such as a tube around it. Radially it is a
/// plane ring, or a sector of one.
struct GapFaces {
  std::array<std::string, 2> conductors;  ///< "walls at (0, 0, 0)": where it begins, and where it ends
  bool is_radial = false;
  Point axis{};               ///< unit: its direction, or the ring's axis
  Point center{};             ///< of the ring, m
  double begin = 0, end = 0;  ///< x·axis, or distance from the ring's axis, at the conductors, m
  double squares = 0;         ///< l/w = 1/∫|e|² dA with the field e below, along the faces

  double length() const { return end - begin; }
  double width() const { return length() / squares; }
  Point from_axis(const Point& x) const;  ///< of a ring, at a right angle to its axis
  /// The field of 1 V between the conductors, 1/m: along the axis 1/l, of a ring 1/(r ln(b/a)) outward.
  Point unit_field(const Point& x) const;
};

/// The faces of a boundary group as a gap. pec: the groups that are perfect conductors; pieces of them that
/// meet at the group's rim are one conductor there. open: those with layers behind them. Throws
/// std::invalid_argument that says what was found, where, and what is valid: faces inside the mesh and
/// outside in one group; faces that do not run along the direction, or do not lie in one plane; a rim that
/// does not meet two conductors, or meets one elsewhere than at its ends, or layers; a length or a width that
/// varies.
GapFaces find_gap(const Mesh& mesh, const std::string& group, const LumpedGap& gap,
                  const std::vector<std::string>& pec, const std::vector<std::string>& open = {});

/// The gap of a lumped element of the options: their groups say what conducts and what has layers behind it.
/// Throws as find_gap does.
GapFaces gap_of(const Mesh& mesh, const WaveOptions& options, const std::string& group);

/// Completes the lumped elements of the options by their gaps on the mesh. Throws std::invalid_argument,
/// "boundaries.NAME: …", as find_gap does.
void set_lumped_elements(const Mesh& mesh, WaveOptions& options);

}  // namespace dgsolve
