/// Faces inside a mesh: nodes, where fields are sampled, and points, where they are integrated.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "mesh/base/faces.hpp"
#include "solver/discretization/discretization.hpp"

namespace dgsolve {

/// The points are those of the face quadrature of degree 2N + 2, several times as many as the nodes.
struct SurfacePoints {
  std::vector<int> elements;    ///< [side][Nfp]: whose traces are taken
  std::vector<double> weights;  ///< [side][Nfp][Np]: of the element's nodal values
  Matrix to_points;             ///< [point of a side][Nfp]
  std::vector<Point> x;         ///< [side][point], m
  std::vector<Point> normal;    ///< [side][point], unit, out of the surface
  std::vector<double> area;     ///< [side][point]: quadrature weight, m² (2D: m)

  /// [side][point][n] from values at nodes, [side][Nfp][n].
  std::vector<double> at_points(std::span<const double> at_nodes) const;
};

/// The cell itself, or the one across the face.
enum class TraceSide { inside, outside };

/// sides: their normals point out of the surface. Throws std::invalid_argument where `outside` finds no cell
/// across.
SurfacePoints surface_points(const Discretization& d, const std::vector<Side>& sides, TraceSide trace);

/// How a case names a surface: regions, whose union has it, or one boundary group. The normals of regions
/// point out of them, and so do those of a group that encloses a part of the mesh. Of other faces inside the
/// mesh they point to where `along` does, or, without it or across it, to the side of the largest component's
/// positive axis. Throws std::invalid_argument where the mesh has neither.
std::vector<Side> named_surface(const Mesh& mesh, const std::vector<std::string>& names,
                                const std::optional<Point>& along = {});

/// The sum of the sides' outward normals, of the lengths of their areas but for one factor.
Point sum_of_normals(const Mesh& mesh, const std::vector<Side>& sides);

}  // namespace dgsolve
