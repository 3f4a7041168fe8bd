/// What VTKHDF files of either kind share: an unstructured grid of Lagrange cells
/// (io/fields/lagrange_cells.hpp), with cell data such as `region`, an index into the attribute
/// `region_names` of their group.
#pragma once

#include "io/fields/lagrange_cells.hpp"
#include "io/hdf5/hdf5_file.hpp"

namespace dgsolve {

/// The shape of an array's values at all points.
hdf5::Shape vtkhdf_shape(const LagrangeCells& cells, const PointArray& array);

/// Marks the group VTKHDF of a file as an unstructured grid of a version of the format.
void mark_vtkhdf_grid(const hdf5::Group& group, const std::vector<long>& version);

/// Datasets of the mesh, and the group CellData.
void write_vtkhdf_mesh(const hdf5::Group& group, const LagrangeCells& cells, Precision precision);
/// The names of what write_vtkhdf_mesh leaves in the group.
const std::vector<const char*>& vtkhdf_mesh_parts();

}  // namespace dgsolve
