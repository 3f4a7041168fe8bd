#include "solver/multigrid/continuous_form.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "kernels/base/cell_loop.hpp"
#include "solver/linear/sparse.hpp"

namespace dgsolve {
namespace {

/// A node's value from the unknowns of a space of another degree: those of its cell's nodes, with weights.
using Row = std::vector<std::pair<int, double>>;

/// Of weights, and of their differences: a node of a face takes nothing from nodes off the face.
constexpr double round_off = 1e-10;

/// weights: [Np of the space]. Unknowns ascend, each once.
void set_row(const ContinuousSpace& space, int Np, int e, const double* weights, Row& row) {
  row.clear();
  for (int j = 0; j < Np; ++j)
    if (const int u = space.unknown[static_cast<std::size_t>(e) * Np + j]; u >= 0)
      row.emplace_back(u, weights[j]);
  std::sort(row.begin(), row.end());
  std::size_t n = 0;
  for (std::size_t k = 0; k < row.size(); ++k)
    if (n > 0 && row[n - 1].first == row[k].first)
      row[n - 1].second += row[k].second;
    else
      row[n++] = row[k];
  row.resize(n);
  std::erase_if(row, [](const auto& entry) { return std::abs(entry.second) <= round_off; });
}

/// Whether row u of p (an empty one where u is −1) says the same.
bool is_row(const CsrMatrix& p, int u, const Row& row) {
  if (u < 0) return row.empty();
  const auto first = p.row_begin[u];
  if (p.row_begin[u + 1] - first != static_cast<std::int64_t>(row.size())) return false;
  for (std::size_t k = 0; k < row.size(); ++k)
    if (p.column[first + k] != row[k].first || std::abs(p.value[first + k] - row[k].second) > round_off)
      return false;
  return true;
}

/// Dense matrices, each on a few unknowns, that add up to a sparse one.
class Pieces {
 public:
  explicit Pieces(int n_unknowns) : values_{0, n_unknowns, {0}, {}, {}} {}

  /// unknowns: [n], −1: a value that is zero; matrix: [n][n].
  void add(std::span<const int> unknowns, const double* matrix) {
    const int n = static_cast<int>(unknowns.size()), first = values_.rows;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j)
        if (const double value = matrix[i * n + j]; value != 0) append(matrices_, first + j, value);
      end_row(matrices_);
      if (unknowns[i] >= 0) append(values_, unknowns[i], 1);
      end_row(values_);
    }
    matrices_.rows = matrices_.cols = values_.rows += n;
  }

  /// Each piece's values from the unknowns.
  const CsrMatrix& values() const { return values_; }
  /// Σ of the pieces, on unknowns from which their values follow by `values`.
  CsrMatrix sum(const CsrMatrix& values) const { return transpose(values) * (matrices_ * values); }

 private:
  CsrMatrix matrices_{0, 0, {0}, {}, {}}, values_;
};

}  // namespace

ContinuousForm::ContinuousForm(const DiscontinuousForm& form)
    : trace(form.trace),
      element(form.element),
      boundaries(form.boundaries),
      kappa(form.kappa),
      space(trace, element, boundaries, kappa),
      cell_matrices_(space.unknown.size() * element.Np) {
  for_each_cell(K(), [&](int e) { store(form.cell_matrix(e), e, cell_matrices_); });
  const std::size_t Np = element.Np;
  Pieces pieces(space.n_unknowns);
  std::set<int> cells;  // at torn faces: with them the remainder is semidefinite, as the whole form is
  for (const int face : space.torn) {
    const int cell = face / element.n_faces, group = trace.boundary[face], neighbor = trace.neighbor[face];
    std::vector<int> unknowns(2 * Np, group < 0 ? -1 : space.group_unknown[group]);
    std::copy_n(&space.unknown[cell * Np], Np, unknowns.begin());
    if (group < 0) std::copy_n(&space.unknown[neighbor * Np], Np, unknowns.begin() + element.Np);
    pieces.add(unknowns, form.face_matrix(cell, face % element.n_faces).a.data());
    cells.insert({cell, neighbor});
  }
  for (const int cell : cells) {
    pieces.add(std::span(space.unknown).subspan(cell * Np, Np), cell_matrix(cell));
    std::fill_n(&cell_matrices_[cell * Np * Np], Np * Np, 0.0);
  }
  remainder_ = pieces.sum(pieces.values());
}

ContinuousForm::ContinuousForm(const ContinuousForm& fine, int degree)
    : trace(fine.trace),
      element(fine.element.dim, degree),
      boundaries(fine.boundaries),
      kappa(fine.kappa),
      space(trace, element, boundaries, kappa),
      cell_matrices_(space.unknown.size() * element.Np) {
  const Matrix I = interpolation(element.dim, degree, element.nodes, fine.element.nodes), It = transpose(I);
  for_each_cell(K(), [&](int e) {
    store(It * (entry(fine.cell_matrices_, e, I.rows, I.rows) * I), e, cell_matrices_);
  });
  set_remainder(fine, I);
}

void ContinuousForm::set_remainder(const ContinuousForm& fine, const Matrix& I) {
  remainder_ = {space.n_unknowns, space.n_unknowns, std::vector<std::int64_t>(space.n_unknowns + 1), {}, {}};
  if (fine.remainder_.value.empty()) return;
  const CsrMatrix P = prolongation(fine, *this);
  Pieces pieces(fine.space.n_unknowns);
  const std::size_t Np = element.Np, fine_Np = fine.element.Np;
  Row row;
  for (int e = 0; e < K(); ++e) {
    const std::span<const int> unknowns = std::span(fine.space.unknown).subspan(e * fine_Np, fine_Np);
    bool is_interpolated = true;
    for (int i = 0; i < I.rows && is_interpolated; ++i) {
      set_row(space, element.Np, e, &I.a[i * Np], row);
      is_interpolated = is_row(P, unknowns[i], row);
    }
    if (is_interpolated) continue;
    pieces.add(unknowns, fine.cell_matrix(e));
    std::fill_n(&cell_matrices_[e * Np * Np], Np * Np, 0.0);
  }
  remainder_ = transpose(P) * (fine.remainder_ * P) + pieces.sum(pieces.values() * P);
}

ElementBlocks ContinuousForm::blocks() const {
  return {K(), element.Np, static_cast<std::size_t>(space.n_unknowns), space.unknown,
          [this](int e, double* block) { std::copy_n(cell_matrix(e), element.Np * element.Np, block); }};
}

CsrMatrix ContinuousForm::assembled() const {
  const int n = static_cast<int>(space.unknown.size()), Np = element.Np;
  CsrMatrix cells{n, n, std::vector<std::int64_t>(n + 1), std::vector<int>(cell_matrices_.size()),
                  std::vector<double>(cell_matrices_.begin(), cell_matrices_.end())};
  for (int i = 0; i < n; ++i) {
    cells.row_begin[i + 1] = cells.row_begin[i] + Np;
    std::iota(&cells.column[cells.row_begin[i]], &cells.column[cells.row_begin[i]] + Np, i / Np * Np);
  }
  const CsrMatrix nodes = selection(space.unknown, space.n_unknowns);
  CsrMatrix sum = transpose(nodes) * (cells * nodes);
  return remainder_.value.empty() ? sum : sum + remainder_;
}

std::vector<double> ContinuousForm::assembled_diagonal() const {
  const int Np = element.Np;
  std::vector<double> d = diagonal(remainder_);
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
  CsrMatrix p{fine.space.n_unknowns, coarse.space.n_unknowns, {0}, {}, {}};
  Row row;
  for (const int node : fine.space.home) {
    const int e = node / fine.element.Np, i = node % fine.element.Np;
    set_row(coarse.space, coarse.element.Np, e, &on_cell.a[static_cast<std::size_t>(i) * on_cell.cols], row);
    for (const auto& [u, weight] : row) append(p, u, weight);
    end_row(p);
  }
  return p;
}

}  // namespace dgsolve
