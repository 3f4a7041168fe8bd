/// Implements kernels/cuda/elliptic/penalty_tables.hpp.

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>

#include "kernels/cuda/elliptic/penalty_tables.hpp"
#include "kernels/cuda/elliptic/tile_layout.hpp"
#include "kernels/cuda/tensor/operator_blocks.hpp"
#include "kernels/elliptic/table_matrix.hpp"

namespace dgsolve::cuda {
namespace {

using Index = std::size_t;
using Matrix = TableMatrix;

/// [4][lane_columns(n)]: number(k) for the k-th of n columns, by the lane that has it. Beyond n: number(0),
/// which operators' zeros meet.
std::vector<EightColumns> by_lane(int n, const std::function<int(int)>& number) {
  std::vector<EightColumns> words(lane_columns(n) / 2);
  for (int i = 0; i < 4 * lane_columns(n); ++i) {
    const int column = i % lane_columns(n) * 4 + i / lane_columns(n);
    words[i / 8].of[i % 8] = static_cast<unsigned short>(number(column < n ? column : 0));
  }
  return words;
}

void append(std::vector<double>& operators, const Matrix& a) {
  const std::vector<double> blocks = panel_blocks<double>(a.rows, a.columns, a);
  operators.insert(operators.end(), blocks.begin(), blocks.end());
}
template <class T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// λ of a node, a number for each vertex; the reference cell's are (−1, …) and those with one 1.
std::vector<double> barycentric(const InteriorPenaltyView& v, int node) {
  const int dim = v.reference.dim;
  std::vector<double> lambda(dim + 1, 1.0);
  for (int i = 1; i <= dim; ++i) {
    lambda[i] = (1 + v.nodes[static_cast<Index>(node) * dim + i - 1]) / 2;
    lambda[0] -= lambda[i];
  }
  return lambda;
}

/// The vertices of a face and the one that it does not touch.
std::vector<int> all_vertices(int dim, const int* of_face) {
  std::vector<int> vertices(of_face, of_face + dim);
  vertices.push_back(dim * (dim + 1) / 2 - std::accumulate(vertices.begin(), vertices.end(), 0));
  return vertices;
}

/// A face's nodes, then the others.
std::vector<int> face_first(const ReferenceView& r, int face) {
  const auto first = r.face_nodes.begin() + face * r.Nfp, last = first + r.Nfp;
  std::vector<int> nodes(first, last);
  for (int node = 0; node < r.Np; ++node)
    if (std::find(first, last, node) == last) nodes.push_back(node);
  return nodes;
}

/// [n_faces]: the face that does not touch a vertex.
std::vector<int> faces_of_vertices(const ReferenceView& r) {
  std::vector<int> faces(r.n_faces);
  for (int face = 0; face < r.n_faces; ++face)
    faces[all_vertices(r.dim, &r.face_vertices[face * r.dim])[r.dim]] = face;
  return faces;
}

/// The neighbour as it would look if it were the reference cell, met at its face 0; a row a face of it and an
/// orientation.
class NeighborsInOrder {
 public:
  explicit NeighborsInOrder(const InteriorPenaltyView& v);

  std::vector<EightColumns> columns;  ///< as TileTables::columns_across

  /// Factors c_j by which a neighbour's derivatives along our face (those after the first of our vertices),
  /// and then into the neighbour, make its flux. flux: [dim], c of the neighbour's face.
  std::array<double, 3> flux_factors(int row, const double* flux) const;

 private:
  int dim_;
  std::vector<int> vertices_;  ///< [row][dim + 1]: of the neighbour, in our order; the last one opposite
};

NeighborsInOrder::NeighborsInOrder(const InteriorPenaltyView& v) : dim_(v.reference.dim) {
  const ReferenceView& r = v.reference;
  const std::vector<int> order = face_first(r, 0), vertices = all_vertices(r.dim, r.face_vertices.data());
  for (int row = 0; row < r.n_faces * r.n_orientations; ++row) {
    const std::vector<int> met = all_vertices(r.dim, &r.neighbor_vertices[static_cast<Index>(row) * r.dim]);
    append(vertices_, met);
    append(columns, by_lane(r.Np, [&](int k) {
             const std::vector<double> here = barycentric(v, order[k]);
             const auto distance = [&](int node) {
               const std::vector<double> there = barycentric(v, node);
               double sum = 0;
               for (int i = 0; i <= r.dim; ++i) sum += std::abs(there[met[i]] - here[vertices[i]]);
               return sum;
             };
             int nearest = 0;
             for (int node = 1; node < r.Np; ++node)
               if (distance(node) < distance(nearest)) nearest = node;
             return nearest;
           }));
  }
}

std::array<double, 3> NeighborsInOrder::flux_factors(int row, const double* flux) const {
  std::array<double, 3> factors{};
  for (int j = 0; j < dim_; ++j) {
    const int vertex = vertices_[static_cast<Index>(row) * (dim_ + 1) + j + 1];
    for (int i = 0; i < dim_; ++i)  // along ∇λ of the vertex, and those of all vertices add up to zero
      factors[j] += vertex == 0 ? -flux[i] : vertex == i + 1 ? flux[i] : 0;
  }
  return factors;
}

/// As PenaltyOperators says.
std::vector<double> operators_of(const InteriorPenaltyView& v, const std::vector<int>& face_of_vertex) {
  const ReferenceView& r = v.reference;
  const int dim = r.dim, Np = r.Np, Nfp = r.Nfp;
  const PenaltyOperators sizes(dim, r.N);
  const Matrix M = matrix(Np, v.mass), M_f = matrix(Nfp, v.face_mass), q = matrix(Np, v.gradients.basis),
               q_f = matrix(Nfp, v.gradients.face_basis), to_face = transposed(q_f) * M_f;
  std::vector<double> operators;
  std::vector<Matrix> D, to_gradient, trace, R_transposed;
  for (int j = 0; j < dim; ++j) {
    D.push_back(matrix(Np, r.D.subspan(static_cast<Index>(j) * Np * Np, static_cast<Index>(Np) * Np)));
    to_gradient.push_back(transposed(q) * M * D[j]);
  }
  for (const int face : face_of_vertex) {
    const auto node = [&, face](int m) { return r.face_nodes[face * Nfp + m]; };
    trace.emplace_back(Nfp, sizes.Nq, [&](int m, int k) { return q(node(m), k); });
    R_transposed.emplace_back(Np, Nfp, [&](int i, int m) { return node(m) == i ? 1 : 0; });
  }

  for (const Matrix& a : to_gradient) append(operators, a);
  for (const Matrix& a : trace) append(operators, to_face * a);
  // What is across, as if met at face 0: derivatives along the edges from that face's first vertex.
  const std::vector<int> order = face_first(r, 0), vertices = all_vertices(dim, r.face_vertices.data());
  for (int j = 1; j <= dim; ++j) {
    const auto along = [&](int vertex, int i, int k) { return vertex == 0 ? 0.0 : D[vertex - 1](i, k); };
    const Matrix derivative(Nfp, j < dim ? Nfp : Np, [&](int m, int k) {
      return along(vertices[j], order[m], order[k]) - along(vertices[0], order[m], order[k]);
    });
    append(operators, to_face * derivative);
  }
  for (const Matrix& R : R_transposed) append(operators, R * M_f * q_f);
  for (const Matrix& R : R_transposed) append(operators, R * M_f);
  for (const Matrix& a : trace) append(operators, transposed(a) * M_f);
  for (const Matrix& a : to_gradient) append(operators, transposed(a));
  append(operators, M);
  if (operators.size() != static_cast<Index>(sizes.size))
    throw std::logic_error("operators of the interior penalty kernel do not fill their places");
  return operators;
}

/// Sixteen cells at a time, row by row of the tile; the last one's empty places repeat its last cell.
template <class T>
class Tiles {
 public:
  Tiles(const InteriorPenaltyView& v, const std::vector<int>& cells, const std::vector<int>& face_of_vertex,
        const NeighborsInOrder& neighbors, const FaceMatches& places)
      : v_(v), face_of_vertex_(face_of_vertex), neighbors_(neighbors), places_(places) {
    const Index n_tiles = (cells.size() + tile_cells - 1) / tile_cells;
    faces.resize(n_tiles * v.reference.n_faces * 8);
    values.resize(n_tiles * tile_values(v.reference.dim) * 8);
#pragma omp parallel for
    for (Index i = 0; i < n_tiles * tile_cells; ++i) set_cell(i, cells[std::min(i, cells.size() - 1)]);
  }

  std::vector<TileFaces> faces;
  std::vector<Two<T>> values;

 private:
  void set_cell(Index i, Index e) {
    const ReferenceView& r = v_.reference;
    const Index tile = i / tile_cells, g = i % 8, row = i % tile_cells / 8;
    Index next = tile * tile_values(r.dim);
    const auto put = [&](double number) { values[next++ * 8 + g].v[row] = static_cast<T>(number); };
    for (int k = 0; k < r.dim; ++k)
      for (int j = 0; j <= k; ++j) put(v_.stiffness[(e * r.dim + k) * r.dim + j]);
    put(v_.reaction[e]);
    for (int vertex = 0; vertex < r.n_faces; ++vertex) {
      const Index side = e * r.n_faces + face_of_vertex_[vertex];
      const int neighbor = v_.trace.neighbor[side], met = places_.row(v_.trace, side);
      const bool inside = v_.trace.boundary[side] < 0, publishes = v_.kind[neighbor] != PenaltyCell::constant;
      put(v_.penalty[side]);
      put(v_.weight[side]);
      std::array<double, 3> c{};
      if (inside && !publishes)
        c = neighbors_.flux_factors(
            met, &v_.flux[(static_cast<Index>(neighbor) * r.n_faces + v_.trace.neighbor_face[side]) * r.dim]);
      for (int j = 0; j < r.dim; ++j) put((1 - v_.weight[side]) * c[j]);
      TileFaces& to = faces[(tile * r.n_faces + vertex) * 8 + g];
      to.neighbor[row] = inside ? neighbor : -1;
      to.row[row] = !inside ? 0 : publishes ? ~met : met;
    }
  }

  const InteriorPenaltyView& v_;
  const std::vector<int>& face_of_vertex_;
  const NeighborsInOrder& neighbors_;
  const FaceMatches& places_;
};

}  // namespace

template <class T>
TileTables<T> make_tile_tables(const InteriorPenaltyView& v, const std::vector<int>& cells,
                               const FaceMatches& places, DeviceTables& device) {
  const ReferenceView& r = v.reference;
  const std::vector<int> face_of_vertex = faces_of_vertices(r);
  const NeighborsInOrder neighbors(v);
  const Tiles<T> tiles(v, cells, face_of_vertex, neighbors, places);
  const std::vector<double> operators = operators_of(v, face_of_vertex);
  std::vector<EightColumns> face_columns;
  for (const int face : face_of_vertex)
    append(face_columns, by_lane(r.Nfp, [&](int m) { return r.face_nodes[face * r.Nfp + m]; }));
  TileTables<T> tables{};
  device.keep(tables.faces, tiles.faces);
  device.keep(tables.values, tiles.values);
  device.keep(tables.operators, operators);
  device.keep(tables.zeros, std::vector<T>(r.Np));
  device.keep(tables.face_columns, face_columns);
  device.keep(tables.columns_across, neighbors.columns);
  return tables;
}
template TileTables<double> make_tile_tables(const InteriorPenaltyView&, const std::vector<int>&,
                                             const FaceMatches&, DeviceTables&);
template TileTables<float> make_tile_tables(const InteriorPenaltyView&, const std::vector<int>&,
                                            const FaceMatches&, DeviceTables&);

}  // namespace dgsolve::cuda
