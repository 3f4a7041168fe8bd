/// What `dgsolve bench` reports, and the mesh that it measures on.
#pragma once

#include <string>

#include "mesh/base/mesh.hpp"

namespace dgsolve {

struct Measurement {
  int order, elements;
  double seconds;  ///< a stage, or a product
  double gdof_per_s, gflop_per_s, gbyte_per_s, fraction_of_bound;
  std::string bound;    ///< memory or flops
  std::string variant;  ///< the way it is computed
};

/// A box of about `elements` cells in two regions, ordered as meshes from files are.
Mesh bench_mesh(int dim, int elements);

}  // namespace dgsolve
