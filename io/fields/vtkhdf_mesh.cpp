#include "io/fields/vtkhdf_mesh.hpp"

#include <algorithm>

namespace dgsolve {

hdf5::Shape vtkhdf_shape(const LagrangeCells& cells, const PointArray& array) {
  if (array.fields.size() == 1) return {cells.n_points()};
  return {cells.n_points(), array.fields.size()};
}

void mark_vtkhdf_grid(const hdf5::Group& group, const std::vector<long>& version) {
  group.attribute("Version", version);
  group.ascii_attribute("Type", "UnstructuredGrid");
}

void write_vtkhdf_mesh(const hdf5::Group& group, const LagrangeCells& cells, Precision precision) {
  const hsize_t K = cells.n_cells(), n = cells.n_points();
  const auto count = [&](const char* name, long value) { group.plain_dataset(name, {1}, &value); };
  count("NumberOfPoints", static_cast<long>(n));
  count("NumberOfCells", static_cast<long>(K));
  count("NumberOfConnectivityIds", static_cast<long>(n));
  group.write("Points", hdf5::doubles_as(precision), {n, 3}, hdf5::Group::Filter::none,
              cells.points<double>().data());
  std::vector<long> numbers(std::max(n, K + 1));
  for (hsize_t i = 0; i < n; ++i) numbers[i] = static_cast<long>(i);
  group.plain_dataset("Connectivity", {n}, numbers.data());
  for (hsize_t c = 0; c <= K; ++c) numbers[c] = static_cast<long>(c * cells.points_per_cell());
  group.plain_dataset("Offsets", {K + 1}, numbers.data());
  const std::vector<std::uint8_t> types(K, static_cast<std::uint8_t>(cells.vtk_type()));
  group.plain_dataset("Types", {K}, types.data());
  const hdf5::Group cell_data = group.create("CellData");
  for (const CellArray& data : cells.cell_data()) {
    cell_data.plain_dataset(data.name, {K}, data.values.data());
    cell_data.attribute((data.name + "_names").c_str(), data.names);
  }
}

const std::vector<const char*>& vtkhdf_mesh_parts() {
  static const std::vector<const char*> parts = {"NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds",
                                                 "Points",         "Connectivity",  "Offsets",
                                                 "Types",          "CellData"};
  return parts;
}

}  // namespace dgsolve
