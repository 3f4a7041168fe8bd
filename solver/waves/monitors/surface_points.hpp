/// Points on surfaces inside a mesh, where fields are sampled and integrated.
#pragma once

#include <vector>

#include "mesh/base/faces.hpp"
#include "solver/discretization/discretization.hpp"

namespace dgsolve {

/// The face quadrature of degree 2N + 2, point by point.
struct SurfacePoints {
  std::vector<int> elements;    ///< whose traces are taken
  std::vector<double> weights;  ///< [point][Np]: of the element's nodal values
  std::vector<Point> x;         ///< m
  std::vector<Point> normal;    ///< unit, out of the surface
  std::vector<double> area;     ///< quadrature weight, m² (2D: m)
};

/// The cell itself, or the one across the face.
enum class TraceSide { inside, outside };

/// sides: their normals point out of the surface. Throws std::invalid_argument where `outside` finds no cell
/// across.
SurfacePoints surface_points(const Discretization& d, const std::vector<Side>& sides, TraceSide trace);

/// How a case names a surface: regions, whose union has it, or one boundary group. The normals of regions
/// point out of them, and so do those of a group that encloses a part of the mesh; else they point to the
/// side of the largest component's positive axis. Throws std::invalid_argument where the mesh has neither.
std::vector<Side> named_surface(const Mesh& mesh, const std::vector<std::string>& names);

}  // namespace dgsolve
