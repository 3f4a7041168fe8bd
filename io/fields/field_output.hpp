/// What a case says of its outputs of fields: which, where, how often, in which format.
#pragma once

#include <string>
#include <vector>

#include "kernels/base/precision.hpp"
#include "solver/discretization/plane_section.hpp"

namespace dgsolve {

/// A plane through the mesh, in 2D a line.
struct SliceOutput {
  std::string name;
  Plane plane;
  int n_through = 0, n_normal = 0;  ///< numbers given: the mesh's dimension, once checked
};

struct FieldOutput {
  std::string format = "vtu";  ///< a format of make_writer
  /// Interval in time, > 0, by default the final time; t = 0 is written too. 0: there is no time.
  double every = 0;
  Precision precision = Precision::single;
  std::vector<std::string> names = {};       ///< fields; default all
  std::vector<std::string> regions = {};     ///< the cells of these; default all
  std::vector<std::string> boundaries = {};  ///< in place of cells: the faces of these groups
  std::vector<SliceOutput> slices = {};      ///< in place of cells: their sections
  int stride = 1;                            ///< of what was chosen, every such cell
};

}  // namespace dgsolve
