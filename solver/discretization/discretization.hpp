/// A mesh with polynomials of one order: their space, geometric factors, traces, and where points lie.
#pragma once

#include <array>
#include <vector>

#include "solver/discretization/geometric_factors.hpp"
#include "solver/discretization/nodal_space.hpp"
#include "solver/discretization/trace_map.hpp"

namespace dgsolve {

class Discretization : public NodalSpace {
 public:
  /// `cuts` as in TraceMap. Keeps a reference to the mesh. Throws MeshError, std::invalid_argument.
  Discretization(const Mesh& mesh, int N, const std::vector<bool>& cuts);

  const GeometricFactors factors;
  const TraceMap trace;

  /// Finds the cell that contains a point (to 1e-9 of the cell's size); of several cells, the one with the
  /// lowest number. Throws MeshError that names the point and the mesh's bounding box where no cell does.
  Location locate(const std::array<double, 3>& x) const;
  /// All cells that a point belongs to, ascending: several where it lies on a face, an edge or a vertex.
  std::vector<Location> locate_all(const std::array<double, 3>& x) const;
};

}  // namespace dgsolve
