/// A mesh in an HDF5 file, whole: read back, it is the same to the last bit.
///
///   attributes            dimension, geometry_order
///   reference_nodes       [n_geo][dim]     region_names, boundary_names     texts
///   nodes                 [n][3]           periodic_pairs                   texts, two a pair
///   elements              [K][n_geo]       region                           [K]
///   neighbor, neighbor_face, orientation, boundary                          [K][n_faces]
#pragma once

#include "io/hdf5/hdf5_file.hpp"
#include "mesh/base/mesh.hpp"

namespace dgsolve {

void write_mesh(const hdf5::Group& group, const Mesh& mesh);

/// Throws std::runtime_error that names the file where the mesh is damaged.
Mesh read_mesh(const hdf5::Group& group);

}  // namespace dgsolve
