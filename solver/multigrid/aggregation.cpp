#include "solver/multigrid/aggregation.hpp"

#include <algorithm>
#include <cmath>

namespace dgsolve {
namespace {

/// Which entries of the matrix are strong connections, the diagonal not among them: [entries].
UnsetVector<char> find_strong(const CsrMatrix& a, double threshold) {
  std::vector<double> largest(a.rows);  // off the diagonal
#pragma omp parallel for
  for (int i = 0; i < a.rows; ++i)
    for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p)
      if (a.column[p] != i) largest[i] = std::max(largest[i], std::abs(a.value[p]));
  UnsetVector<char> strong(a.column.size());
#pragma omp parallel for
  for (int i = 0; i < a.rows; ++i)
    for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p) {
      const int j = a.column[p];
      strong[p] = j != i && a.value[p] * a.value[p] > threshold * threshold * largest[i] * largest[j];
    }
  return strong;
}

bool is_dominated(const CsrMatrix& a, int i) {
  double d = 0, others = 0;
  for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p)
    (a.column[p] == i ? d : others) += std::abs(a.value[p]);
  return others <= d / 2;
}

}  // namespace

Aggregates aggregate(const CsrMatrix& a, double threshold) {
  constexpr int unassigned = -2, alone = -1;
  const UnsetVector<char> strong = find_strong(a, threshold);
  Aggregates result{0, std::vector<int>(a.rows)};
  std::vector<int>& of = result.of;
#pragma omp parallel for
  for (int i = 0; i < a.rows; ++i) of[i] = is_dominated(a, i) ? alone : unassigned;
  // Calls body(entry, neighbour) for the strong connections of i.
  const auto for_strong = [&](int i, const auto& body) {
    for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p)
      if (strong[p]) body(p, a.column[p]);
  };
  const auto take_free_neighbourhood = [&](int i) {
    const int aggregate = result.count++;
    of[i] = aggregate;
    for_strong(i, [&](auto, int j) {
      if (of[j] == unassigned) of[j] = aggregate;
    });
  };

  for (int i = 0; i < a.rows; ++i) {
    bool whole = of[i] == unassigned;
    for_strong(i, [&](auto, int j) { whole = whole && of[j] < 0; });
    if (whole) take_free_neighbourhood(i);
  }
  const std::vector<int> before = of;  // joining these, none grows along a chain
  for (int i = 0; i < a.rows; ++i) {
    if (before[i] != unassigned) continue;
    double strongest = 0;
    for_strong(i, [&](auto p, int j) {
      if (before[j] < 0 || std::abs(a.value[p]) <= strongest) return;
      strongest = std::abs(a.value[p]);
      of[i] = before[j];
    });
  }
  for (int i = 0; i < a.rows; ++i)
    if (of[i] == unassigned) take_free_neighbourhood(i);
  return result;
}

CsrMatrix smoothed_prolongation(const CsrMatrix& a, double threshold, const Aggregates& aggregates) {
  constexpr double omega = 0.9;
  const UnsetVector<char> strong = find_strong(a, threshold);
  const auto fill = [&](int i, SparseRow& row) {
    double filtered = 0, others = 0;  // A_F's diagonal entry, and the magnitudes of its other ones
    for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p)
      if (strong[p])
        others += std::abs(a.value[p]);
      else
        filtered += a.value[p];
    const double scale = others > 0 ? omega / std::max(std::abs(filtered), others) : 0;
    for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p) {
      const bool diagonal = a.column[p] == i;
      if (diagonal || strong[p])
        row.emplace_back(a.column[p], diagonal ? 1 - scale * filtered : -scale * a.value[p]);
    }
  };
  const CsrMatrix smoother = matrix_by_rows(a.rows, a.rows, fill);  // I − ω D⁻¹A_F
  return smoother * selection(aggregates.of, aggregates.count);
}

}  // namespace dgsolve
