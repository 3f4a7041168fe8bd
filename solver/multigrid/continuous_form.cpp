#include "solver/multigrid/continuous_form.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "kernels/base/parallel_arrays.hpp"
#include "kernels/base/triangle.hpp"
#include "solver/linear/cell_batch.hpp"
#include "solver/linear/sparse.hpp"

namespace dgsolve {
namespace {

/// Weights below it, and differences of weights, are zero: a node of a face takes nothing from nodes off the
/// face.
constexpr double round_off = 1e-10;

/// Sorts entries by columns, and adds up those of one column in the order in which they are given.
void merge_entries(SparseRow& row) {
  std::stable_sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::size_t n = 0;
  for (std::size_t k = 0; k < row.size(); ++k)
    if (n > 0 && row[n - 1].first == row[k].first)
      row[n - 1].second += row[k].second;
    else
      row[n++] = row[k];
  row.resize(n);
}

/// A node's value from the unknowns of a space of another degree: those of its cell's nodes, with weights.
void set_row(const ContinuousSpace& space, int Np, int e, const SparseRow& weights, SparseRow& row) {
  row.clear();
  for (const auto& [j, weight] : weights)
    if (const int u = space.unknown[static_cast<std::size_t>(e) * Np + j]; u >= 0)
      row.emplace_back(u, weight);
  merge_entries(row);
  std::erase_if(row, [](const auto& entry) { return std::abs(entry.second) <= round_off; });
}

/// Whether row u of p (an empty one where u is −1) says the same.
bool is_row(const CsrMatrix& p, int u, const SparseRow& row) {
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

Matrix identity(int n) {
  Matrix m(n, n);
  for (int i = 0; i < n; ++i) m(i, i) = 1;
  return m;
}

CsrMatrix no_entries(int n) { return {n, n, zeros<std::int64_t>(n + 1), {}, {}}; }

}  // namespace

/// Nodes' values from those of a lower degree on a cell. Few weights are not zero: those of a vertex, an edge
/// or a face are on it.
struct CellInterpolation {
  CellInterpolation(const ReferenceElement& from, const ReferenceElement& to)
      : rows(to.Np), n(to.Np), m(from.Np), begin{0} {
    const Matrix I = interpolation(to.dim, from.N, from.nodes, to.nodes);
    for (int j = 0; j < m; ++j) {
      for (int i = 0; i < n; ++i)
        if (std::abs(I(i, j)) > round_off) {
          rows[i].emplace_back(j, I(i, j));
          row.push_back(i);
          value.push_back(I(i, j));
        }
      begin.push_back(static_cast<int>(row.size()));
    }
  }

  host::SparseColumns columns() const { return {n, m, begin.data(), row.data(), value.data()}; }

  std::vector<SparseRow> rows;  ///< [n]
  int n, m;                     ///< Np of `to` and of `from`
  std::vector<int> begin, row;  ///< of the columns
  std::vector<double> value;
};

ContinuousForm::ContinuousForm(const DiscontinuousForm& form)
    : trace(form.trace),
      element(form.element),
      boundaries(form.boundaries),
      kappa(form.kappa),
      space(trace, element, boundaries, kappa),
      matrix_free_(space.torn.empty() ? form.matrix_free : nullptr),
      device_(space.torn.empty() ? form.device : nullptr),
      to_form_(is_on_device() ? identity(element.Np) : Matrix()),
      remainder_(no_entries(space.n_unknowns)) {
  if (is_on_device()) {
    set_on_device([&](int i, double* to) { form.cell_matrices(device_->given_cells()[i], 1, to); });
    return;
  }
  cell_triangles_.resize(kappa.size() * triangle_size(element.Np));
  for_each_run(RunsOfCells(K(), element.Np * element.Np), [&](int, int first, int last) {
    form.cell_matrices(first, last - first, cell_triangle(first));
  });
  if (!space.torn.empty()) set_remainder(form);
}

std::vector<double> ContinuousForm::take_cell_matrix(int e) {
  std::vector<double> matrix(element.Np * element.Np);
  unpack_triangle(element.Np, cell_triangle(e), matrix.data());
  std::fill_n(cell_triangle(e), triangle_size(element.Np), 0.0);
  return matrix;
}

void ContinuousForm::set_remainder(const DiscontinuousForm& form) {
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
  for (const int cell : cells)
    pieces.add(std::span(space.unknown).subspan(cell * Np, Np), take_cell_matrix(cell).data());
  remainder_ = pieces.sum(pieces.values());
}

ContinuousForm::ContinuousForm(const ContinuousForm& fine, int degree)
    : trace(fine.trace),
      element(fine.element.dim, degree),
      boundaries(fine.boundaries),
      kappa(fine.kappa),
      space(trace, element, boundaries, kappa),
      device_(fine.device_),
      to_form_(is_on_device()
                   ? fine.to_form_ * interpolation(element.dim, degree, element.nodes, fine.element.nodes)
                   : Matrix()),
      remainder_(no_entries(space.n_unknowns)) {
  const CellInterpolation I(element, fine.element);
  if (is_on_device()) {
    const std::size_t size = triangle_size(fine.element.Np);
    set_on_device([&](int i, double* to) { restrict_triangles(I.columns(), 1, &fine.given_[i * size], to); });
    return;
  }
  cell_triangles_.resize(kappa.size() * triangle_size(element.Np));
  for_each_run(RunsOfCells(K(), fine.element.Np), [&](int, int first, int last) {
    restrict_triangles(I.columns(), last - first, fine.cell_triangle(first), cell_triangle(first));
  });
  if (!fine.remainder_.value.empty()) set_remainder(fine, I);
}

void ContinuousForm::set_remainder(const ContinuousForm& fine, const CellInterpolation& I) {
  const CsrMatrix P = prolongation(fine, *this);
  Pieces pieces(fine.space.n_unknowns);
  const std::size_t fine_Np = fine.element.Np;
  std::vector<double> fine_matrix(fine_Np * fine_Np);
  SparseRow row;
  for (int e = 0; e < K(); ++e) {
    const std::span<const int> unknowns = std::span(fine.space.unknown).subspan(e * fine_Np, fine_Np);
    bool is_interpolated = true;
    for (std::size_t i = 0; i < fine_Np && is_interpolated; ++i) {
      set_row(space, element.Np, e, I.rows[i], row);
      is_interpolated = is_row(P, unknowns[i], row);
    }
    if (is_interpolated) continue;
    unpack_triangle(fine.element.Np, fine.cell_triangle(e), fine_matrix.data());
    pieces.add(unknowns, fine_matrix.data());
    std::fill_n(cell_triangle(e), triangle_size(element.Np), 0.0);
  }
  remainder_ = transpose(P) * (fine.remainder_ * P) + pieces.sum(pieces.values() * P);
}

template <class Given>
void ContinuousForm::set_on_device(Given given) {
  const std::size_t n = device_->given_cells().size(), size = triangle_size(element.Np);
  given_.resize(n * size);
  for_each_cell(static_cast<int>(n), [&](int i) { given(i, &given_[i * size]); });
  if (element.N == 1) cell_triangles_ = device_->cell_triangles(functions());
}

CellFunctions ContinuousForm::functions() const { return {element.Np, to_form_.a, given_}; }

ContinuousNodes ContinuousForm::nodes(std::shared_ptr<LinearMap> sums) const {
  return {static_cast<std::size_t>(space.n_unknowns), space.unknown, std::move(sums)};
}

ContinuousMaps ContinuousForm::device_maps(std::shared_ptr<LinearMap> sums,
                                           std::span<const double> root_weight) const {
  return device_->continuous_maps(
      {functions(), nodes(std::move(sums)), root_weight, element.Nfp, element.face_nodes, space.places.node});
}

std::unique_ptr<LinearMap> ContinuousForm::matrix_free(std::shared_ptr<LinearMap> sums) const {
  return matrix_free_ ? matrix_free_(nodes(std::move(sums))) : nullptr;
}

ElementBlocks ContinuousForm::blocks() const {
  return {K(), element.Np, static_cast<std::size_t>(space.n_unknowns), space.unknown,
          [this](int first, int count, double* triangles) {
            std::copy_n(cell_triangle(first), count * triangle_size(element.Np), triangles);
          }};
}

CsrMatrix ContinuousForm::assembled() const {
  const int Np = element.Np;
  const auto fill = [&](int u, RowSums& row) {
    for (const int node : space.nodes[u]) {
      const int e = node / Np, i = node % Np;
      for (int j = 0; j < Np; ++j)
        if (const int v = space.unknown[e * Np + j]; v >= 0)
          row.add(v, cell_triangle(e)[triangle_index(i, j)]);
    }
  };
  CsrMatrix sum = matrix_of_sums(space.n_unknowns, space.n_unknowns, fill);
  return remainder_.value.empty() ? sum : sum + remainder_;
}

std::vector<double> ContinuousForm::assembled_diagonal() const {
  const int Np = element.Np;
  UnsetVector<double> of_cells(space.unknown.size());  // [K][Np], read from the matrices one after the other
  for_each_cell(K(), [&](int e) {
    for (int i = 0; i < Np; ++i) of_cells[e * Np + i] = cell_triangle(e)[triangle_index(i, i)];
  });
  std::vector<double> d = diagonal(remainder_);
#pragma omp parallel for
  for (int u = 0; u < space.n_unknowns; ++u) {
    const std::span<const int> nodes = space.nodes[u];
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      d[u] += of_cells[nodes[i]];
      // A cell that meets itself, or a conductor, has more of the unknown's nodes.
      for (std::size_t j = i + 1; j < nodes.size() && nodes[j] / Np == nodes[i] / Np; ++j)
        d[u] += 2 * cell_triangle(nodes[i] / Np)[triangle_index(nodes[i] % Np, nodes[j] % Np)];
    }
  }
  return d;
}

CsrMatrix prolongation(const ContinuousForm& fine, const ContinuousForm& coarse) {
  const CellInterpolation I(coarse.element, fine.element);
  return matrix_by_rows(fine.space.n_unknowns, coarse.space.n_unknowns, [&](int u, SparseRow& row) {
    const int node = fine.space.home[u], e = node / fine.element.Np, i = node % fine.element.Np;
    set_row(coarse.space, coarse.element.Np, e, I.rows[i], row);
  });
}

}  // namespace dgsolve
