#include "solver/multigrid/continuous_form.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "solver/sparse.hpp"

namespace dgsolve {

ContinuousForm::ContinuousForm(const TraceMap& t, const ReferenceElement& e, std::span<const BoundarySpace> b,
                               std::span<const double> k, std::vector<double> cell_matrices)
    : trace(t),
      element(e),
      boundaries(b.begin(), b.end()),
      kappa(k.begin(), k.end()),
      space(trace, element, boundaries, kappa),
      cell_matrices_(std::move(cell_matrices)) {}

ContinuousForm::ContinuousForm(const ContinuousForm& fine, int degree)
    : trace(fine.trace),
      element(fine.element.dim, degree),
      boundaries(fine.boundaries),
      kappa(fine.kappa),
      space(trace, element, boundaries, kappa),
      cell_matrices_(space.unknown.size() * element.Np) {
  const Matrix I = interpolation(element.dim, degree, element.nodes, fine.element.nodes), It = transpose(I);
#pragma omp parallel
  {
    Matrix cell(I.rows, I.rows);
#pragma omp for
    for (int e = 0; e < K(); ++e) {
      std::copy_n(fine.cell_matrix(e), cell.a.size(), cell.a.begin());
      const Matrix product = It * (cell * I);
      std::copy(product.a.begin(), product.a.end(), &cell_matrices_[e * product.a.size()]);
    }
  }
}

ElementBlocks ContinuousForm::blocks() const {
  return {K(), element.Np, static_cast<std::size_t>(space.n_unknowns), space.unknown,
          [this](int e, double* block) { std::copy_n(cell_matrix(e), element.Np * element.Np, block); }};
}

CsrMatrix ContinuousForm::assembled() const {
  const int n = static_cast<int>(space.unknown.size()), Np = element.Np;
  CsrMatrix cells{n, n, std::vector<std::int64_t>(n + 1), std::vector<int>(cell_matrices_.size()),
                  cell_matrices_};
  for (int i = 0; i < n; ++i) {
    cells.row_begin[i + 1] = cells.row_begin[i] + Np;
    std::iota(&cells.column[cells.row_begin[i]], &cells.column[cells.row_begin[i]] + Np, i / Np * Np);
  }
  const CsrMatrix nodes = injection(space);
  return transpose(nodes) * (cells * nodes);
}

std::vector<double> ContinuousForm::assembled_diagonal() const {
  const int Np = element.Np;
  std::vector<double> d(space.n_unknowns);
  for (int e = 0; e < K(); ++e) {
    const int* unknown = &space.unknown[static_cast<std::size_t>(e) * Np];
    for (int i = 0; i < Np; ++i)
      for (int j = 0; j < Np; ++j)
        if (unknown[i] >= 0 && unknown[i] == unknown[j]) d[unknown[i]] += cell_matrix(e)[i * Np + j];
  }
  return d;
}

CsrMatrix prolongation(const ContinuousForm& fine, const ContinuousForm& coarse) {
  const Matrix on_cell =
      interpolation(fine.element.dim, coarse.element.N, coarse.element.nodes, fine.element.nodes);
  // A node of a face takes nothing from nodes off the face: such weights are round-off.
  constexpr double round_off = 1e-10;
  CsrMatrix p{fine.space.n_unknowns, coarse.space.n_unknowns, {0}, {}, {}};
  std::vector<std::pair<int, double>> row;
  for (const int node : fine.space.home) {
    const int e = node / fine.element.Np, i = node % fine.element.Np;
    row.clear();
    for (int j = 0; j < coarse.element.Np; ++j) {
      const int u = coarse.space.unknown[static_cast<std::size_t>(e) * coarse.element.Np + j];
      if (u >= 0 && std::abs(on_cell(i, j)) > round_off) row.emplace_back(u, on_cell(i, j));
    }
    std::sort(row.begin(), row.end());
    for (const auto& [u, weight] : row) {
      p.column.push_back(u);
      p.value.push_back(weight);
    }
    p.row_begin.push_back(static_cast<std::int64_t>(p.column.size()));
  }
  return p;
}

}  // namespace dgsolve
