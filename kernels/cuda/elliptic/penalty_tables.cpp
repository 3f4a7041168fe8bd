#include "kernels/cuda/elliptic/penalty_tables.hpp"

namespace dgsolve::cuda {
namespace {

using Index = std::size_t;

template <class T>
std::vector<Four<T>> geometry_of(const InteriorPenaltyView& v, const std::vector<int>& cells) {
  const int dim = v.reference.dim, n_faces = v.reference.n_faces;
  const int rows = n_faces + 2;
  std::vector<Four<T>> geometry(cells.size() * rows);
#pragma omp parallel for
  for (Index cell = 0; cell < cells.size(); ++cell) {
    const Index e = cells[cell];
    Four<T>* next = &geometry[cell * rows];
    for (Index side = e * n_faces; side < (e + 1) * n_faces; ++side, ++next) {
      for (int j = 0; j < dim; ++j) (*next)[j] = static_cast<T>(v.flux[side * dim + j]);
      (*next)[3] = static_cast<T>(v.penalty[side]);
    }
    Four<T>&same = next[0], &mixed = next[1];
    const auto G = [&](int i, int j) { return static_cast<T>(v.stiffness[(e * dim + i) * dim + j]); };
    for (int i = 0; i < dim; ++i) {
      same[i] = G(i, i);
      for (int j = 0; j < i; ++j) mixed[i + j - 1] = G(i, j);
    }
    same[3] = static_cast<T>(v.reaction[e]);
  }
  return geometry;
}

std::vector<int> cells_at_others(const InteriorPenaltyView& v, const std::vector<int>& constant) {
  std::vector<int> cells;
  const Index n_faces = v.reference.n_faces;
  for (const Index e : constant) {
    bool meets = false;
    for (Index side = e * n_faces; side < (e + 1) * n_faces; ++side)
      meets |= v.trace.boundary[side] < 0 && v.kind[v.trace.neighbor[side]] != PenaltyCell::constant;
    if (meets) cells.push_back(static_cast<int>(e));
  }
  return cells;
}

/// F_f of a straight cell: [n_faces][Nfp][Np], appended.
template <class T>
void append_flux_matrix(const InteriorPenaltyView& v, Index e, std::vector<T>& matrices) {
  const ReferenceView& r = v.reference;
  for (int place = 0; place < r.n_faces * r.Nfp; ++place)
    for (int i = 0; i < r.Np; ++i) {
      double sum = 0;
      for (int j = 0; j < r.dim; ++j)
        sum += v.flux[(e * r.n_faces + place / r.Nfp) * r.dim + j] *
               r.D[(static_cast<Index>(j) * r.Np + r.face_nodes[place]) * r.Np + i];
      matrices.push_back(static_cast<T>(sum));
    }
}

}  // namespace

PenaltyCells::PenaltyCells(const InteriorPenaltyView& v, CellRange cells)
    : range(cells),
      constant(v.cells(PenaltyCell::constant, cells)),
      varying(v.cells(PenaltyCell::varying, cells)),
      general(v.cells(PenaltyCell::general, cells)),
      varying_before(v.cells(PenaltyCell::varying, {0, cells.first}).size()),
      general_before(v.cells(PenaltyCell::general, {0, cells.first}).size()) {}

template <class T>
NodeTables<T> make_node_tables(const InteriorPenaltyView& v, const std::vector<int>& cells,
                               const FaceMatches& places, DeviceTables& device) {
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
                                             const FaceMatches&, DeviceTables&);
template NodeTables<float> make_node_tables(const InteriorPenaltyView&, const std::vector<int>&,
                                            const FaceMatches&, DeviceTables&);

template <class T>
VaryingTables<T> make_varying_tables(const InteriorPenaltyView& v, const PenaltyCells& of_gpu,
                                     const FaceMatches& places, DeviceTables& device) {
  const std::vector<int>& cells = of_gpu.varying;
  VaryingTables<T> tables{};
  tables.n = static_cast<int>(cells.size());
  if (cells.empty()) return tables;
  const int Np = v.reference.Np, dim = v.reference.dim, n = v.gradients.n, n_face = v.gradients.n_on_face;
  device.keep(tables.element, cells);
  device.keep(tables.faces, faces_of<T>(v, cells, places));
  device.keep(tables.geometry, geometry_of<T>(v, cells));
  const Index on_faces = static_cast<Index>(v.reference.n_faces) * v.reference.Nfp * n_face;
  device.keep_as(tables.kappa_moments, of_gpu.of_varying(v.kappa_moments, v.n_moments()));
  device.keep_as(tables.kappa_on_face, of_gpu.of_varying(v.kappa_on_face, on_faces));
  device.keep(tables.gradient,
              columns_of<T>(Np, dim * n, [&](int row, int k) { return v.gradients.gradient[row * Np + k]; }));
  device.keep_as(tables.divergence, v.gradients.gradient);
  std::vector<T> trace;
  for (int f = 0; f < v.reference.n_faces; ++f)
    for (const T value : columns_of<T>(
             n, n_face, [&](int b, int a) { return v.gradients.face_trace[(f * n_face + b) * n + a]; }))
      trace.push_back(value);
  device.keep(tables.trace, trace);
  device.keep_as(tables.lift, v.gradients.face_trace);
  device.keep(tables.mass, columns_of<T>(Np, Np, [&](int row, int k) { return v.mass[row * Np + k]; }));
  return tables;
}
template VaryingTables<double> make_varying_tables(const InteriorPenaltyView&, const PenaltyCells&,
                                                   const FaceMatches&, DeviceTables&);
template VaryingTables<float> make_varying_tables(const InteriorPenaltyView&, const PenaltyCells&,
                                                  const FaceMatches&, DeviceTables&);

template <class T>
GeneralCells<T> make_general_tables(const InteriorPenaltyView& v, const PenaltyCells& cells,
                                    bool straight_publish, const FaceMatches& places, DeviceTables& device) {
  const std::vector<int>& general = cells.general;
  const Index Np = v.reference.Np, Nfp = v.reference.Nfp, n_faces = v.reference.n_faces;
  const std::span<const double> own_fluxes = cells.of_general(v.flux_matrix, n_faces * Nfp * Np);
  std::vector<int> publishing = general;
  GeneralTables<T> tables{};
  if (const auto more = straight_publish ? cells_at_others(v, cells.constant) : std::vector<int>();
      more.empty()) {
    device.keep_as(tables.flux_matrix, own_fluxes);
  } else {
    publishing.insert(publishing.end(), more.begin(), more.end());
    std::vector<T> flux_matrix(own_fluxes.begin(), own_fluxes.end());
    for (const int e : more) append_flux_matrix(v, e, flux_matrix);
    device.keep(tables.flux_matrix, flux_matrix);
  }
  tables.n = static_cast<int>(general.size());
  device.keep(tables.element, publishing);
  device.keep(tables.faces, faces_of<T>(v, general, places));
  device.keep_as(tables.own_block, cells.of_general(v.own_block, Np * Np));
  device.keep_as(tables.penalty_matrix, cells.of_general(v.penalty_matrix, n_faces * Nfp * Nfp));
  return {tables, publishing.size()};
}
template GeneralCells<double> make_general_tables(const InteriorPenaltyView&, const PenaltyCells&, bool,
                                                  const FaceMatches&, DeviceTables&);
template GeneralCells<float> make_general_tables(const InteriorPenaltyView&, const PenaltyCells&, bool,
                                                 const FaceMatches&, DeviceTables&);

}  // namespace dgsolve::cuda
