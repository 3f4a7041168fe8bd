/// Sections of a mesh's cells by a plane, in 2D by a line.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

struct Plane {
  std::array<double, 3> through{}, normal{};  ///< a point in the plane; a normal of any length > 0
};

/// A triangle of a cell's section, in 2D a segment.
struct SectionPiece {
  int element;
  std::vector<double> points;  ///< [n][dim]: reference coordinates in the cell
};

/// The sections of some cells. nodes: [n][dim], points on a piece by the barycentric coordinates of its dim
/// corners. A straight cell gives at most two triangles; on these its polynomials are polynomials of the same
/// degree. The section of a curved cell is bent in reference coordinates: the cell is divided into 8 parts
/// (2D: 4), each part is cut, and the nodes of a piece lie where lines through it meet the plane. A bulge
/// that no edge of a part reaches is missed. A face in the plane belongs to one of its cells.
std::vector<SectionPiece> cut(const Mesh& mesh, std::span<const int> elements, const Plane& plane,
                              std::span<const double> nodes);

/// Whether `cut` finds a section: some cell has vertices on both sides of the plane, or a face in it.
bool meets(const Mesh& mesh, std::span<const int> elements, const Plane& plane);

}  // namespace dgsolve
