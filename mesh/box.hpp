/// A built-in mesh of a box, for tests and `dgsolve bench`.
#pragma once

#include <array>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

struct BoxOptions {
  int dim = 2;
  std::array<int, 3> cells = {
      1, 1, 1};  ///< squares or cubes along each axis; each is cut in 2 triangles or 6 (Kuhn) tetrahedra
  std::array<double, 3> lower = {0, 0, 0};
  std::array<double, 3> upper = {1, 1, 1};
  std::array<bool, 3> periodic = {false, false, false};
  /// Interior vertices are moved by up to this share of a cell along each axis (0…0.3), reproducibly. Below
  /// 1/(2 dim) no cell can be inverted: the steps from vertex to vertex are then a diagonally dominant
  /// matrix.
  double jitter = 0;
  int geometry_order = 1;  ///< > 1: the same straight cells with more geometry nodes (equispaced)
};

/// Region "box"; boundaries "xmin", "xmax", "ymin", "ymax" (and "zmin", "zmax"), also where they are periodic
/// (already connected then). With a second region "box2" for x above the middle if `two_regions`.
Mesh make_box(const BoxOptions& options, bool two_regions = false);

}  // namespace dgsolve
