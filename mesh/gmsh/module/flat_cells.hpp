/// How straight cells represent a curved model.
#pragma once

#include "mesh/gmsh/mesh_options.hpp"

namespace dgsolve {

/// Whether lines or surfaces of the model may be curved: all but those of a straight kind, and those, as a
/// script extrudes them, whose points lie on a line or in a plane.
bool may_be_curved();
/// Measures Gmsh's model, whose cells are straight and stay so.
FlatCells measure_flat_cells();

}  // namespace dgsolve
