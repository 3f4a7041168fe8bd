#include "kernels/cuda/elliptic/penalty_tables.hpp"

namespace dgsolve::cuda {
namespace {

using Index = std::size_t;

template <class T>
std::vector<Four<T>> geometry_of(const InteriorPenaltyView& v, const std::vector<int>& cells) {
  const int dim = v.reference.dim, n_faces = v.reference.n_faces;
  std::vector<Four<T>> geometry;
  for (const Index e : cells) {
    for (Index side = e * n_faces; side < (e + 1) * n_faces; ++side) {
      Four<T> face{};
      for (int j = 0; j < dim; ++j) face[j] = static_cast<T>(v.flux[side * dim + j]);
      face[3] = static_cast<T>(v.penalty[side]);
      geometry.push_back(face);
    }
    Four<T> same{}, mixed{};
    const auto G = [&](int i, int j) { return static_cast<T>(v.stiffness[(e * dim + i) * dim + j]); };
    for (int i = 0; i < dim; ++i) {
      same[i] = G(i, i);
      for (int j = 0; j < i; ++j) mixed[i + j - 1] = G(i, j);
    }
    same[3] = static_cast<T>(v.reaction[e]);
    geometry.insert(geometry.end(), {same, mixed});
  }
  return geometry;
}

}  // namespace

template <class T>
NodeTables<T> make_node_tables(const InteriorPenaltyView& v, const std::vector<int>& cells,
                               const FacePlaces& places, DeviceTables& device) {
  const int Np = v.reference.Np, dim = v.reference.dim;
  const std::vector<double> weak = v.weak_derivatives();
  /// [column][dim][row] of matrices [dim][row][column]
  const auto by_columns = [&](std::span<const double> matrices) {
    return columns_of<T>(Np * dim, Np, [&](int row, int k) {
      return matrices[(static_cast<Index>(k % dim) * Np + row) * Np + k / dim];
    });
  };
  NodeTables<T> tables{};
  device.keep(tables.faces, faces_of<T>(v, cells, places));
  device.keep(tables.geometry, geometry_of<T>(v, cells));
  device.keep(tables.D, by_columns(v.reference.D));
  device.keep(tables.weak, by_columns(weak));
  device.keep(tables.D_transposed, columns_of<T>(Np * dim, Np, [&](int row, int k) {
                return v.reference.D[(static_cast<Index>(k % dim) * Np + k / dim) * Np + row];
              }));
  device.keep(tables.mass, columns_of<T>(Np, Np, [&](int row, int k) { return v.mass[row * Np + k]; }));
  return tables;
}
template NodeTables<double> make_node_tables(const InteriorPenaltyView&, const std::vector<int>&,
                                             const FacePlaces&, DeviceTables&);
template NodeTables<float> make_node_tables(const InteriorPenaltyView&, const std::vector<int>&,
                                            const FacePlaces&, DeviceTables&);

}  // namespace dgsolve::cuda
