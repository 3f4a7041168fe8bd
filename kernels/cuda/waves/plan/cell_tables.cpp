/// Implements kernels/cuda/waves/plan/table_packer.hpp.
/// Cells in covariant components, and curved ones.

#include <algorithm>
#include <cmath>
#include <span>

#include "kernels/base/cell_loop.hpp"
#include "kernels/cuda/tensor/operator_blocks.hpp"
#include "kernels/cuda/waves/cells/chained_layout.hpp"
#include "kernels/cuda/waves/plan/table_packer.hpp"
#include "kernels/waves/cells/cell_geometry.hpp"

namespace dgsolve::cuda {
namespace {

/// The largest sum of the sizes of a row's entries, [row][n].
double largest_row(std::span<const double> matrix, int n) {
  double largest = 0;
  for (std::size_t row = 0; row + n <= matrix.size(); row += n) {
    double sum = 0;
    for (const double entry : matrix.subspan(row, n)) sum += std::abs(entry);
    largest = std::max(largest, sum);
  }
  return largest;
}

}  // namespace

template <class T>
void TablePacker<T>::nodal_blocks() {
  const ReferenceView& r = problem_.reference;
  const int n_face_nodes = n_faces_ * Nfp_;
  const auto blocks = [this](int n_layers, int rows, int columns, auto entry) {
    return problem_.linear ? operator_blocks<T>(n_layers, rows, columns, entry)
                           : split_blocks<T>(n_layers, rows, columns, entry);
  };
  put(DGSOLVE_TABLE(tensor.D_blocks), blocks(dim_, Np_, Np_, [&](int d, int row, int column) {
        return r.D[(static_cast<Index>(d) * Np_ + row) * Np_ + column];
      }));
  put(DGSOLVE_TABLE(tensor.lift_blocks), blocks(1, Np_, n_face_nodes, [&](int, int row, int column) {
        return r.lift[static_cast<Index>(row) * n_face_nodes + column];
      }));
}

template <class T>
void TablePacker<T>::covariant() {
  neighbor_pairs();
  edges();
}

template <class T>
void TablePacker<T>::neighbor_pairs() {
  const ReferenceView& r = problem_.reference;
  const auto is_of_face = [&](int vertex, int face) {
    const std::span<const int> vertices = r.face_vertices.subspan(face * 3, 3);
    return std::find(vertices.begin(), vertices.end(), vertex) != vertices.end();
  };
  matrix<unsigned short>(
      DGSOLVE_TABLE(tensor.neighbor_pairs), n_faces_ * r.n_orientations, Nfp_ * 3, [&](int row, int i) {
        const int pair = i % 3, face = row / r.n_orientations;
        return is_of_face(pair + 1, face) ? r.neighbor_nodes[row * Nfp_ + i / 3] * tensor_record + 2 * pair
                                          : no_pair;
      });
}

/// Squared length of a tetrahedron's edge, from the cell's metric.
static double squared_edge(const StraightCell& cell, int edge) {
  constexpr int from[] = {0, 0, 0, 1, 1, 2}, to[] = {1, 2, 3, 2, 3, 3};
  // ∂x/∂r_v = J ∇r_{v+1} × ∇r_{v+2}, and zero at vertex 0.
  const auto vertex = [&](int v, int d) {
    if (v == 0) return 0.0;
    const double *a = &cell.metric[v % 3 * 3], *b = &cell.metric[(v + 1) % 3 * 3];
    return cell.jacobian * (a[(d + 1) % 3] * b[(d + 2) % 3] - a[(d + 2) % 3] * b[(d + 1) % 3]);
  };
  double squared = 0;
  for (int d = 0; d < 3; ++d) {
    const double along = vertex(to[edge], d) - vertex(from[edge], d);
    squared += along * along;
  }
  return squared;
}

/// Squared lengths and not the metric tensor, whose differences would cancel in flat cells.
template <class T>
void TablePacker<T>::edges() {
  constexpr int n_edges = 6;
  const Index n = n_edges + n_faces_;
  T* const edges = add<T>(DGSOLVE_TABLE(tensor.edges), (K_ + spare_slots) * n);
  std::fill_n(edges + K_ * n, spare_slots * n, T(0));
  const CovariantGeometry curved(problem_);
#pragma omp parallel for schedule(static)
  for (int slot = first_curved_; slot < K_; ++slot) {
    double of_cell[CovariantGeometry::edge_values];
    curved.edges(numbering_.element[slot], of_cell);
    std::ranges::transform(of_cell, edges + slot * n, [](double value) { return static_cast<T>(value); });
  }
#pragma omp parallel for schedule(static)
  for (int slot = 0; slot < first_curved_; ++slot) {
    const StraightCell cell = problem_.geometry.straight(numbering_.element[slot]);
    T* const to = edges + slot * n;
    for (int i = 0; i < n_edges; ++i) to[i] = static_cast<T>(squared_edge(cell, i) / cell.jacobian);
    for (int face = 0; face < n_faces_; ++face) to[n_edges + face] = static_cast<T>(1 / cell.f_scale[face]);
  }
}

template <class T>
void TablePacker<T>::quadrature() {
  const QuadratureView& q = problem_.quadrature;
  const int per_point = 1 + dim_;
  matrix<T>(DGSOLVE_TABLE(curved.face_values), Nfp_, Nfq_,
            [&](int m, int point) { return q.face_V[point * Nfp_ + m]; });
  matrix<T>(DGSOLVE_TABLE(curved.project), Nq_ * per_point, Np_, [&](int column, int row) {
    const int point = column / per_point, j = column % per_point;
    return j == 0 ? q.project[row * Nq_ + point] : q.project_D[((j - 1) * Np_ + row) * Nq_ + point];
  });
}

/// [slot][n] of values(element, to [n]).
template <class T>
template <class Values>
void TablePacker<T>::of_curved_cells(const char* name, Index offset, int n, Values values) {
  const int n_curved = K_ - first_curved_;
  T* const to = add<T>(name, offset, static_cast<Index>(n_curved) * n);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n_curved; ++i) {
    std::vector<double> of_cell(n);
    values(numbering_.element[first_curved_ + i], of_cell.data());
    std::ranges::transform(of_cell, to + static_cast<Index>(i) * n,
                           [](double value) { return static_cast<T>(value); });
  }
}

template <class T>
void TablePacker<T>::curved_geometry() {
  const CurvedGeometry geometry(problem_);
  of_curved_cells(DGSOLVE_TABLE(curved.cell), geometry.cell_values(),
                  [&](int e, double* to) { geometry.cell(e, to); });
  of_curved_cells(DGSOLVE_TABLE(curved.jacobian), CurvedGeometry::jacobian_values,
                  [&](int e, double* to) { geometry.jacobian(e, to); });
  of_curved_cells(DGSOLVE_TABLE(curved.face), geometry.face_values(),
                  [&](int e, double* to) { geometry.faces(e, to); });
}

template <class T>
void TablePacker<T>::face_project() {
  const QuadratureView& q = problem_.quadrature;
  const int n_face_points = n_faces_ * Nfq_;
  matrix<T>(DGSOLVE_TABLE(curved.face_project), n_face_points, Np_,
            [&](int point, int row) { return q.face_project[row * n_face_points + point]; });
}

template <class T>
void TablePacker<T>::project_all() {
  const QuadratureView& q = problem_.quadrature;
  const int n_face_points = n_faces_ * Nfq_, n_cell_columns = dim_ * Nq_;
  matrix<T>(DGSOLVE_TABLE(curved.project_all), n_cell_columns + n_face_points, Np_, [&](int column, int row) {
    return column < n_cell_columns ? q.project_D[(column / Nq_ * Np_ + row) * Nq_ + column % Nq_]
                                   : q.face_project[row * n_face_points + column - n_cell_columns];
  });
}

template <class T>
void TablePacker<T>::chained_cells() {
  const ReferenceView& r = problem_.reference;
  const CellRecord record{dim_};
  const int n = record.n_values();
  T* const cells = add<T>(DGSOLVE_TABLE(tensor.cells), static_cast<Index>(first_curved_ + spare_slots) * n);
  std::fill_n(cells + static_cast<Index>(first_curved_) * n, spare_slots * n, T(0));
#pragma omp parallel for schedule(static)
  for (int slot = 0; slot < first_curved_; ++slot) {
    const StraightCell cell = problem_.geometry.straight(numbering_.element[slot]);
    T* const to = cells + static_cast<Index>(slot) * n;
    for (int i = 0; i < dim_ * dim_; ++i) to[i] = static_cast<T>(cell.metric[i]);
    for (int face = 0; face < n_faces_; ++face) {
      for (int d = 0; d < dim_; ++d)
        to[record.face(face) + d] = static_cast<T>(cell.normals[face * dim_ + d]);
      to[record.face(face) + dim_] = static_cast<T>(cell.f_scale[face]);
    }
  }
  const TraceCopies copies{problem_.n_fields, Nfp_, sizeof(T)};
  matrix<unsigned short>(DGSOLVE_TABLE(tensor.trace_offsets), n_faces_ * (1 + r.n_orientations),
                         copies.padded(), [&](int row, int copy) {
                           const int i = std::min(copy, copies.n() - 1), m = i / copies.of_record();
                           const int node = row < n_faces_ ? r.face_nodes[row * Nfp_ + m]
                                                           : r.neighbor_nodes[(row - n_faces_) * Nfp_ + m];
                           return node * copies.record_bytes() + i % copies.of_record() * copies.bytes();
                         });
}

/// Rows of values are filled up with those at the last point, where fluxes exist.
template <class T>
void TablePacker<T>::weak_blocks() {
  const QuadratureView& q = problem_.quadrature;
  const auto filled = [](int n) { return 8 * n_blocks(n); };
  put(DGSOLVE_TABLE(tensor.value_blocks), split_blocks<T>(1, filled(Nq_), Np_, [&](int, int point, int node) {
        return q.V[static_cast<Index>(std::min(point, Nq_ - 1)) * Np_ + node];
      }));
  put(DGSOLVE_TABLE(tensor.project_blocks), split_blocks<T>(dim_, Np_, Nq_, [&](int d, int row, int point) {
        return q.project_D[(static_cast<Index>(d) * Np_ + row) * Nq_ + point];
      }));
  put(DGSOLVE_TABLE(tensor.project_to_nodes_blocks),
      split_blocks<T>(1, Np_, Nq_, [&](int, int row, int point) {
        return q.project[static_cast<Index>(row) * Nq_ + point];
      }));
  put(DGSOLVE_TABLE(tensor.face_value_blocks),
      split_blocks<T>(1, filled(Nfq_), Nfp_, [&](int, int point, int m) {
        return q.face_V[static_cast<Index>(std::min(point, Nfq_ - 1)) * Nfp_ + m];
      }));
  put(DGSOLVE_TABLE(tensor.face_project_blocks),
      split_blocks<T>(1, Np_, n_faces_ * filled(Nfq_), [&](int, int row, int column) {
        const int face = column / filled(Nfq_), point = column % filled(Nfq_);
        return point < Nfq_ ? q.face_project[(static_cast<Index>(row) * n_faces_ + face) * Nfq_ + point]
                            : 0.0;
      }));
}

template <class T>
void TablePacker<T>::curved_covariant() {
  const CovariantGeometry geometry(problem_);
  of_curved_cells(DGSOLVE_TABLE(curved.covariant.maps), Np_ * CovariantGeometry::map_values,
                  [&](int e, double* to) { geometry.maps(e, to); });
  of_curved_cells(DGSOLVE_TABLE(curved.covariant.weights), Nq_ * CovariantGeometry::weight_values,
                  [&](int e, double* to) { geometry.weights(e, to); });
  of_curved_cells(DGSOLVE_TABLE(curved.covariant.mean), CovariantGeometry::mean_values,
                  [&](int e, double* to) { geometry.mean(e, to); });
  of_curved_cells(DGSOLVE_TABLE(curved.jacobian), CovariantGeometry::jacobian_values,
                  [&](int e, double* to) { geometry.jacobian(e, to); });
  boundary_tangents(geometry);
  const QuadratureView& q = problem_.quadrature;
  const std::span<const double> lift = problem_.geometry.covariant.lift;
  const int n_face_nodes = n_faces_ * Nfp_;
  matrix<T>(DGSOLVE_TABLE(curved.covariant.lift), n_face_nodes, Nq_,
            [&](int column, int point) { return lift[static_cast<Index>(point) * n_face_nodes + column]; });
  matrix<T>(DGSOLVE_TABLE(curved.covariant.face_project), Nfq_, Nfp_,
            [&](int point, int m) { return problem_.geometry.covariant.face_project[m * Nfq_ + point]; });
  put(DGSOLVE_TABLE(curved.covariant.D_blocks),
      operator_blocks<T>(dim_, Nq_, Np_, [&](int d, int point, int column) {
        return q.D[(static_cast<Index>(d) * Nq_ + point) * Np_ + column];
      }));
  put(DGSOLVE_TABLE(curved.covariant.lift_blocks),
      operator_blocks<T>(1, Nq_, n_face_nodes, [&](int, int point, int column) {
        return lift[static_cast<Index>(point) * n_face_nodes + column];
      }));
  put(DGSOLVE_TABLE(curved.covariant.project_blocks),
      operator_blocks<T>(1, Np_, Nq_, [&](int, int row, int point) {
        return q.project[static_cast<Index>(row) * Nq_ + point];
      }));
}

template <class T>
void TablePacker<T>::viscous() {
  const ViscousView& view = problem_.viscous;
  matrix<T>(DGSOLVE_TABLE(viscous.faces), K_ * n_faces_, 2, [&](int side, int i) {
    const Index of_cell =
        static_cast<Index>(numbering_.element[side / n_faces_]) * n_faces_ + side % n_faces_;
    const bool takes = problem_.trace.boundary[of_cell] < 0 && view.gives[of_cell] == 0;
    return i == 0 ? (takes ? 1.0 : 0.0) : view.per_length[of_cell];
  });
  matrix<T>(DGSOLVE_TABLE(viscous.face_project), Nfq_, Nfp_,
            [&](int point, int m) { return view.face_project[m * Nfq_ + point]; });
  if (first_curved_ < K_)
    of_curved_cells(DGSOLVE_TABLE(viscous.metric), Np_ * dim_ * dim_,
                    [&](int e, double* to) { view.metric_at_nodes(e, to); });
}

template <class T>
void TablePacker<T>::limiter() {
  const LimiterView& view = problem_.steps.limiter;
  matrix<T>(DGSOLVE_TABLE(limiter.gate), 1, 1, [&](int, int) { return view.gate; });
  const double lebesgue =
      std::max({1.0, largest_row(problem_.quadrature.V, Np_), largest_row(problem_.quadrature.face_V, Nfp_)});
  matrix<T>(DGSOLVE_TABLE(limiter.lebesgue), 1, 1, [&](int, int) { return 1.001 * lebesgue; });  // rounding
  matrix<T>(DGSOLVE_TABLE(limiter.modes), Np_, Np_,
            [&](int node, int mode) { return view.modes[mode * Np_ + node]; });
  matrix<T>(DGSOLVE_TABLE(limiter.values), Np_, Np_,
            [&](int mode, int node) { return view.values[node * Np_ + mode]; });
  matrix<T>(DGSOLVE_TABLE(limiter.exponents), Np_, 1, [&](int mode, int) { return view.exponents[mode]; });
  matrix<T>(DGSOLVE_TABLE(limiter.is_highest), Np_, 1, [&](int mode, int) { return view.is_highest[mode]; });
  if (!view.lengths.empty())
    matrix<T>(DGSOLVE_TABLE(limiter.lengths), K_, 1,
              [&](int slot, int) { return view.lengths[numbering_.element[slot]]; });
  matrix<T>(DGSOLVE_TABLE(limiter.mean), Np_, 1, [&](int node, int) { return view.mean[node]; });
  if (first_curved_ < K_)
    of_curved_cells(DGSOLVE_TABLE(limiter.mean_of_curved), Np_,
                    [&](int e, double* to) { view.mean_of_curved(e, to); });
}

/// Beside the points of boundaries.
template <class T>
void TablePacker<T>::boundary_tangents(const CovariantGeometry& geometry) {
  std::vector<double> tangents;
  const auto is_ghost = [&](int slot) {
    return std::ranges::any_of(numbering_.groups, [slot](const Numbering::Group& group) {
      return group.kind.ghost && group.first_block <= slot && slot < group.first_block + group.n_blocks;
    });
  };
  for (int slot = 0; slot < K_; ++slot)
    for (int face = 0; face < n_faces_; ++face) {
      const int e = numbering_.element[slot];
      const Index side = static_cast<Index>(e) * n_faces_ + face;
      if (problem_.trace.condition(side) < 0 || is_ghost(slot)) continue;
      const bool at_points = slot >= first_curved_ && problem_.trace.boundary[side] >= 0;
      tangents.resize(tangents.size() + (at_points ? Nfq_ : Nfp_) * CovariantGeometry::tangent_values);
      if (at_points)
        geometry.tangents(e, face, &*(tangents.end() - Nfq_ * CovariantGeometry::tangent_values));
    }
  matrix<T>(DGSOLVE_TABLE(curved.covariant.tangents), static_cast<int>(tangents.size()), 1,
            [&](int i, int) { return tangents[i]; });
}

template void TablePacker<double>::covariant();
template void TablePacker<double>::nodal_blocks();
template void TablePacker<double>::quadrature();
template void TablePacker<double>::curved_geometry();
template void TablePacker<double>::curved_covariant();
template void TablePacker<double>::viscous();
template void TablePacker<double>::limiter();
template void TablePacker<double>::face_project();
template void TablePacker<double>::project_all();
template void TablePacker<double>::weak_blocks();
template void TablePacker<float>::covariant();
template void TablePacker<float>::nodal_blocks();
template void TablePacker<float>::quadrature();
template void TablePacker<float>::curved_geometry();
template void TablePacker<float>::curved_covariant();
template void TablePacker<float>::viscous();
template void TablePacker<float>::limiter();
template void TablePacker<float>::face_project();
template void TablePacker<float>::project_all();
template void TablePacker<float>::weak_blocks();

}  // namespace dgsolve::cuda
