/// How straight cells represent a curved model.
#pragma once

#include "mesh/gmsh/gmsh_reader.hpp"

namespace dgsolve {

/// Measures Gmsh's model, whose cells are straight and stay so.
FlatCells measure_flat_cells();

}  // namespace dgsolve
