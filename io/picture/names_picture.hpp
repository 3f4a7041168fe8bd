/// A mesh drawn by its names: a colour for each.
#pragma once

#include <string>

#include "io/picture/png_file.hpp"
#include "mesh/base/mesh.hpp"

namespace dgsolve {

/// A 2D mesh with its boundaries; of a 3D mesh its outside from two sides, by boundaries.
Picture picture_of_names(const Mesh& mesh);

/// "walls blue, port dark orange": the colours of boundaries, behind them in 2D those of regions. After
/// thirty boundaries (in 2D twenty), or ten regions, colours come again.
std::string colours_of_names(const Mesh& mesh);

}  // namespace dgsolve
