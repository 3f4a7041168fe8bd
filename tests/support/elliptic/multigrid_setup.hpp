/// Forms and sparse matrices for the tests of multigrid's parts.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "kernels/algebra/linear_algebra.hpp"
#include "mesh/box.hpp"
#include "solver/discretization/discretization.hpp"
#include "solver/multigrid/continuous_form.hpp"
#include "tests/support/kernels/triangles_of.hpp"

namespace dgsolve {

/// ∫∇u·∇v + λuv in every cell, which must be straight: [K][Np][Np].
inline std::vector<double> laplace_matrices(const Discretization& d, double lambda) {
  const int dim = d.element.dim, Np = d.element.Np;
  std::vector<Matrix> stiffness;  // D_iᵀ M D_j
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < dim; ++j) {
      Matrix Di(Np, Np), Dj(Np, Np);
      std::copy_n(&d.element.D[i * Np * Np], Np * Np, Di.a.begin());
      std::copy_n(&d.element.D[j * Np * Np], Np * Np, Dj.a.begin());
      stiffness.push_back(transpose(Di) * (d.element.mass * Dj));
    }
  std::vector<double> matrices(d.n_dofs(1) * Np);
  for (int e = 0; e < d.K(); ++e) {
    const StraightCell cell = d.factors.straight(e);
    const double *metric = cell.metric.data(), J = cell.jacobian;
    double* matrix = &matrices[static_cast<std::size_t>(e) * Np * Np];
    for (int a = 0; a < Np * Np; ++a) {
      matrix[a] = lambda * J * d.element.mass.a[a];
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j)
          for (int x = 0; x < dim; ++x)
            matrix[a] += J * metric[i * dim + x] * metric[j * dim + x] * stiffness[i * dim + j].a[a];
    }
  }
  return matrices;
}

/// A mesh, and −Δ + λ on continuous functions over it.
struct LaplaceForm {
  LaplaceForm(Mesh m, int n, double lambda, std::vector<BoundarySpace> boundaries)
      : mesh(std::move(m)),
        cuts(boundaries.size(), true),
        d(mesh, n, cuts),
        matrices(laplace_matrices(d, lambda)),
        form({d.trace, d.element, boundaries, std::vector<double>(d.K(), 1), false,
              test::triangles_of(matrices, d.element.Np),
              [&](int, int) { return Matrix(2 * d.element.Np, 2 * d.element.Np); }}) {}

  Mesh mesh;
  std::vector<bool> cuts;
  Discretization d;
  std::vector<double> matrices;  ///< [K][Np][Np]
  ContinuousForm form;
};

inline std::vector<BoundarySpace> everywhere(const Mesh& mesh, BoundarySpace space) {
  return std::vector<BoundarySpace>(mesh.boundary_names.size(), space);
}

inline LaplaceForm laplace_on_box(int dim, int cells, int n, BoundarySpace boundary, double lambda = 0) {
  const Mesh mesh = make_box({.dim = dim, .cells = {cells, cells, cells}, .jitter = 0.2});
  return {mesh, n, lambda, everywhere(mesh, boundary)};
}

inline Matrix dense(const CsrMatrix& a) {
  Matrix m(a.rows, a.cols);
  for (int i = 0; i < a.rows; ++i)
    for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p) m(i, a.column[p]) += a.value[p];
  return m;
}

inline CsrMatrix sparse(const Matrix& m) {
  CsrMatrix a{m.rows, m.cols, {0}, {}, {}};
  for (int i = 0; i < m.rows; ++i) {
    for (int j = 0; j < m.cols; ++j)
      if (m(i, j) != 0) {
        a.column.push_back(j);
        a.value.push_back(m(i, j));
      }
    a.row_begin.push_back(static_cast<std::int64_t>(a.column.size()));
  }
  return a;
}

/// The matrix of a map, column by column.
inline Matrix dense(LinearAlgebra& algebra, LinearMap& map) {
  const auto x = algebra.vector(map.cols, map.precision), y = algebra.vector(map.rows, map.precision);
  Matrix m(static_cast<int>(map.rows), static_cast<int>(map.cols));
  std::vector<double> unit(map.cols), column(map.rows);
  for (int j = 0; j < m.cols; ++j) {
    unit[j] = 1;
    algebra.upload(unit, *x);
    map.apply(*x, *y);
    algebra.download(*y, column);
    for (int i = 0; i < m.rows; ++i) m(i, j) = column[i];
    unit[j] = 0;
  }
  return m;
}

inline double largest_difference(const Matrix& a, const Matrix& b) {
  double largest = a.rows == b.rows && a.cols == b.cols ? 0 : INFINITY;
  for (std::size_t i = 0; i < a.a.size() && largest < INFINITY; ++i)
    largest = std::max(largest, std::abs(a.a[i] - b.a[i]));
  return largest;
}

}  // namespace dgsolve
