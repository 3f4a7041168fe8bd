/// A built-in mesh of a box, for tests and `dgsolve bench`.
#pragma once

#include <array>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

struct BoxOptions {
  int dim = 2;
  std::array<int, 3> cells = {
      1, 1, 1};  ///< squares or cubes along each axis; each is cut in 2 triangles or 6 (Kuhn) tetrahedra
  Point lower = {0, 0, 0};
  Point upper = {1, 1, 1};
  std::array<bool, 3> periodic = {false, false, false};
  /// Interior vertices move along each axis by up to this share of a cell (0…0.3), the same in every run.
  /// Below 1/(2 dim) no cell is inverted, since the matrix of a cell's edges stays diagonally dominant.
  double jitter = 0;
  int geometry_order = 1;  ///< > 1: the same straight cells with more geometry nodes (equispaced)
};

/// The region is "box"; with `two_regions` the cells above the middle in x are "box2". The boundaries are
/// "xmin", "xmax", "ymin", "ymax" (in 3D also "zmin", "zmax"); periodic ones are connected and keep their
/// names.
Mesh make_box(const BoxOptions& options, bool two_regions = false);

}  // namespace dgsolve
