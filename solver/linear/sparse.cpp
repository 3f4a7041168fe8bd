#include "solver/linear/sparse.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <stdexcept>
#include <tuple>

#include "kernels/base/parallel_arrays.hpp"

namespace dgsolve {
namespace {

/// The matrix of which each thread makes runs of rows, with a fill(i, row) of its own.
template <class MakeFill>
CsrMatrix made_by_runs(int rows, int cols, const MakeFill& make_fill) {
  constexpr int length = 512;
  const int n_runs = (rows + length - 1) / length;
  std::vector<SparseRow> runs(n_runs);
  CsrMatrix m{rows, cols, UnsetVector<std::int64_t>(rows + 1), {}, {}};
  m.row_begin[0] = 0;
#pragma omp parallel
  {
    auto fill = make_fill();
    SparseRow row;
#pragma omp for schedule(dynamic)
    for (int r = 0; r < n_runs; ++r)
      for (int i = r * length; i < std::min(rows, (r + 1) * length); ++i) {
        row.clear();
        fill(i, row);
        m.row_begin[i + 1] = static_cast<std::int64_t>(row.size());
        runs[r].insert(runs[r].end(), row.begin(), row.end());
      }
  }
  allocate_entries(m);
  for_each_cell(n_runs, [&](int r) {
    auto at = m.row_begin[r * length];
    for (const auto& [column, value] : runs[r]) {
      m.column[at] = column;
      m.value[at++] = value;
    }
    SparseRow().swap(runs[r]);
  });
  return m;
}

void sort_row(CsrMatrix& m, int i) {
  const auto first = m.row_begin[i], last = m.row_begin[i + 1];
  if (std::is_sorted(m.column.begin() + first, m.column.begin() + last)) return;
  std::vector<std::pair<int, double>> row;
  for (auto p = first; p < last; ++p) row.emplace_back(m.column[p], m.value[p]);
  std::sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto p = first; p < last; ++p) std::tie(m.column[p], m.value[p]) = row[p - first];
}

}  // namespace

void append(CsrMatrix& m, int column, double value) {
  m.column.push_back(column);
  m.value.push_back(value);
}

void end_row(CsrMatrix& m) { m.row_begin.push_back(static_cast<std::int64_t>(m.column.size())); }

void allocate_entries(CsrMatrix& m) {
  add_up(std::span(m.row_begin));
  m.column.resize(m.row_begin.back());
  m.value.resize(m.row_begin.back());
}

CsrMatrix matrix_by_rows(int rows, int cols, const std::function<void(int i, SparseRow& row)>& fill) {
  return made_by_runs(rows, cols, [&] { return std::cref(fill); });
}

void RowSums::take(SparseRow& row) {
  std::sort(columns_.begin(), columns_.end());
  for (const int j : columns_) row.emplace_back(j, sum_[j]);
  columns_.clear();
  ++row_;
}

CsrMatrix matrix_of_sums(int rows, int cols, const std::function<void(int i, RowSums& row)>& fill) {
  return made_by_runs(rows, cols, [&] {
    return [&, sums = RowSums(cols)](int i, SparseRow& row) mutable {
      fill(i, sums);
      sums.take(row);
    };
  });
}

CsrMatrix selection(std::span<const int> columns, int cols) {
  return matrix_by_rows(static_cast<int>(columns.size()), cols, [&](int i, SparseRow& row) {
    if (columns[i] >= 0) row.emplace_back(columns[i], 1);
  });
}

CsrMatrix csr_matrix(const BlockCsrMatrix& blocks) {
  const int n = blocks.block_size;
  return matrix_by_rows(blocks.block_rows * n, blocks.block_cols * n, [&](int i, SparseRow& row) {
    for (auto k = blocks.row_begin[i / n]; k < blocks.row_begin[i / n + 1]; ++k) {
      const double* values = &blocks.value[(k * n + i % n) * n];
      for (int j = 0; j < n; ++j)
        if (values[j] != 0) row.emplace_back(blocks.column[k] * n + j, values[j]);
    }
  });
}

CsrMatrix operator*(const CsrMatrix& a, const CsrMatrix& b) {
  if (a.cols != b.rows)
    throw std::invalid_argument(fmt::format("sparse product: {} columns times {} rows", a.cols, b.rows));
  return matrix_of_sums(a.rows, b.cols, [&](int i, RowSums& row) {
    for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p)
      for (auto q = b.row_begin[a.column[p]]; q < b.row_begin[a.column[p] + 1]; ++q)
        row.add(b.column[q], a.value[p] * b.value[q]);
  });
}

CsrMatrix operator+(const CsrMatrix& a, const CsrMatrix& b) {
  if (a.rows != b.rows || a.cols != b.cols)
    throw std::invalid_argument(
        fmt::format("sparse sum: {} x {} plus {} x {}", a.rows, a.cols, b.rows, b.cols));
  CsrMatrix c{a.rows, a.cols, {0}, {}, {}};
  for (int i = 0; i < a.rows; ++i) {
    auto p = a.row_begin[i], q = b.row_begin[i];
    while (p < a.row_begin[i + 1] || q < b.row_begin[i + 1]) {
      const int j_a = p < a.row_begin[i + 1] ? a.column[p] : a.cols,
                j_b = q < b.row_begin[i + 1] ? b.column[q] : b.cols;
      append(c, std::min(j_a, j_b), (j_a <= j_b ? a.value[p++] : 0) + (j_b <= j_a ? b.value[q++] : 0));
    }
    end_row(c);
  }
  return c;
}

/// Threads add to counts and take places in any order; sorting each row undoes that.
CsrMatrix transpose(const CsrMatrix& a) {
  const auto count = [](std::int64_t& n) {
    return std::atomic_ref(n).fetch_add(1, std::memory_order_relaxed);
  };
  CsrMatrix t{a.cols, a.rows, zeros<std::int64_t>(a.cols + 1), {}, {}};
  for_each_stretch_of(a.column.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t p = first; p < last; ++p) count(t.row_begin[a.column[p] + 1]);
  });
  allocate_entries(t);
  UnsetVector<std::int64_t> next = copied(std::span<const std::int64_t>(t.row_begin).first(a.cols));
  for_each_cell(a.rows, [&](int i) {
    for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p) {
      const auto at = count(next[a.column[p]]);
      t.column[at] = i;
      t.value[at] = a.value[p];
    }
  });
  for_each_cell(t.rows, [&](int i) { sort_row(t, i); });
  return t;
}

std::vector<double> diagonal(const CsrMatrix& a) {
  std::vector<double> d(a.rows);
#pragma omp parallel for
  for (int i = 0; i < a.rows; ++i)
    for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p)
      if (a.column[p] == i) d[i] = a.value[p];
  return d;
}

}  // namespace dgsolve
