#include "solver/multigrid/aggregation.hpp"

#include <algorithm>
#include <cmath>

namespace dgsolve {
namespace {

/// Which entries of the matrix are strong connections, the diagonal not among them: [entries].
std::vector<char> find_strong(const CsrMatrix& a, double threshold) {
  std::vector<double> largest(a.rows);  // off the diagonal
#pragma omp parallel for
  for (int i = 0; i < a.rows; ++i)
    for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p)
      if (a.column[p] != i) largest[i] = std::max(largest[i], std::abs(a.value[p]));
  std::vector<char> strong(a.column.size());
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

constexpr int unassigned = -2, alone = -1;

/// The aggregates while they grow.
class Grouping {
 public:
  Grouping(const CsrMatrix& a, const std::vector<char>& strong) : a_(a), strong_(strong) {
    result_.of.assign(a.rows, unassigned);
    for (int i = 0; i < a.rows; ++i)
      if (is_dominated(a, i)) result_.of[i] = alone;
  }

  void take_whole_neighbourhoods() {
    for (int i = 0; i < a_.rows; ++i)
      if (result_.of[i] == unassigned && neighbourhood_is_free(i)) take_free_neighbourhood(i);
  }

  /// Joins to the aggregates of before, so that none grows along a chain.
  void join_strongest_neighbour() {
    const std::vector<int> before = result_.of;
    for (int i = 0; i < a_.rows; ++i) {
      if (before[i] != unassigned) continue;
      double strongest = 0;
      for (auto p = a_.row_begin[i]; p < a_.row_begin[i + 1]; ++p)
        if (strong_[p] && before[a_.column[p]] >= 0 && std::abs(a_.value[p]) > strongest) {
          strongest = std::abs(a_.value[p]);
          result_.of[i] = before[a_.column[p]];
        }
    }
  }

  void take_the_rest() {
    for (int i = 0; i < a_.rows; ++i)
      if (result_.of[i] == unassigned) take_free_neighbourhood(i);
  }

  Aggregates result() const { return result_; }

 private:
  bool neighbourhood_is_free(int i) const {
    for (auto p = a_.row_begin[i]; p < a_.row_begin[i + 1]; ++p)
      if (strong_[p] && result_.of[a_.column[p]] >= 0) return false;
    return true;
  }

  void take_free_neighbourhood(int i) {
    const int aggregate = result_.count++;
    result_.of[i] = aggregate;
    for (auto p = a_.row_begin[i]; p < a_.row_begin[i + 1]; ++p)
      if (strong_[p] && result_.of[a_.column[p]] == unassigned) result_.of[a_.column[p]] = aggregate;
  }

  const CsrMatrix& a_;
  const std::vector<char>& strong_;
  Aggregates result_;
};

/// 1 from an aggregate to its unknowns.
CsrMatrix tentative_prolongation(const Aggregates& aggregates) {
  const int n = static_cast<int>(aggregates.of.size());
  CsrMatrix t{n, aggregates.count, {0}, {}, {}};
  for (const int aggregate : aggregates.of) {
    if (aggregate >= 0) t.column.push_back(aggregate);
    t.row_begin.push_back(static_cast<std::int64_t>(t.column.size()));
  }
  t.value.assign(t.column.size(), 1);
  return t;
}

}  // namespace

Aggregates aggregate(const CsrMatrix& a, double threshold) {
  const std::vector<char> strong = find_strong(a, threshold);
  Grouping grouping(a, strong);
  grouping.take_whole_neighbourhoods();
  grouping.join_strongest_neighbour();
  grouping.take_the_rest();
  return grouping.result();
}

CsrMatrix smoothed_prolongation(const CsrMatrix& a, double threshold, const Aggregates& aggregates) {
  constexpr double omega = 0.9;
  const std::vector<char> strong = find_strong(a, threshold);
  CsrMatrix smoother{a.rows, a.rows, {0}, {}, {}};  // I − ω D⁻¹A_F
  for (int i = 0; i < a.rows; ++i) {
    double filtered = 0, others = 0;  // A_F's diagonal entry, and the magnitudes of its other ones
    for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p)
      if (strong[p])
        others += std::abs(a.value[p]);
      else
        filtered += a.value[p];
    const double scale = others > 0 ? omega / std::max(std::abs(filtered), others) : 0;
    for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p) {
      const bool diagonal = a.column[p] == i;
      if (!diagonal && !strong[p]) continue;
      smoother.column.push_back(a.column[p]);
      smoother.value.push_back(diagonal ? 1 - scale * filtered : -scale * a.value[p]);
    }
    smoother.row_begin.push_back(static_cast<std::int64_t>(smoother.column.size()));
  }
  return smoother * tentative_prolongation(aggregates);
}

}  // namespace dgsolve
