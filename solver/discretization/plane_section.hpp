/// Where a plane, in 2D a line, cuts the cells of a mesh.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "solver/discretization/discretization.hpp"

namespace dgsolve {

struct Plane {
  std::array<double, 3> through{}, normal{};  ///< a point of it; a normal of any length but 0
};

/// A triangle, in 2D a segment, of the section of a cell.
struct SectionPiece {
  int element;
  std::vector<double> points;  ///< [n][dim]: reference coordinates in the cell
};

/// The sections of some cells. nodes: places on a piece, [n][dim], each the shares of the piece's dim
/// corners. A straight cell gives two triangles at most, on which its polynomials are polynomials of the same
/// degree. Sections of curved cells are bent in reference coordinates: such a cell is cut by the eighth (2D:
/// the fourth), and the nodes of a piece lie where the plane meets lines through it. Parts of a bulge that no
/// edge of these parts reaches are missed. Faces in the plane belong to one of their cells.
std::vector<SectionPiece> cut(const Discretization& discretization, std::span<const int> elements,
                              const Plane& plane, std::span<const double> nodes);

/// Whether there is such a section: some cell has vertices on both sides of the plane, or a face in it.
bool meets(const Mesh& mesh, std::span<const int> elements, const Plane& plane);

}  // namespace dgsolve
