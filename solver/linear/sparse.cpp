#include "solver/linear/sparse.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace dgsolve {
namespace {

/// The columns of row i of a·b, each once; met: [b.cols], the last row in which a column occurred.
void columns_of_row(const CsrMatrix& a, const CsrMatrix& b, int i, std::vector<int>& met,
                    std::vector<int>& columns) {
  columns.clear();
  for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p)
    for (auto q = b.row_begin[a.column[p]]; q < b.row_begin[a.column[p] + 1]; ++q)
      if (met[b.column[q]] != i) {
        met[b.column[q]] = i;
        columns.push_back(b.column[q]);
      }
}

/// Row i of c = a·b. sum: [b.cols], overwritten in the row's columns.
void fill_row(const CsrMatrix& a, const CsrMatrix& b, int i, std::vector<int>& columns,
              std::vector<double>& sum, CsrMatrix& c) {
  std::sort(columns.begin(), columns.end());
  for (const int j : columns) sum[j] = 0;
  for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p)
    for (auto q = b.row_begin[a.column[p]]; q < b.row_begin[a.column[p] + 1]; ++q)
      sum[b.column[q]] += a.value[p] * b.value[q];
  std::copy(columns.begin(), columns.end(), c.column.begin() + c.row_begin[i]);
  for (std::size_t k = 0; k < columns.size(); ++k) c.value[c.row_begin[i] + k] = sum[columns[k]];
}

}  // namespace

void append(CsrMatrix& m, int column, double value) {
  m.column.push_back(column);
  m.value.push_back(value);
}

void end_row(CsrMatrix& m) { m.row_begin.push_back(static_cast<std::int64_t>(m.column.size())); }

CsrMatrix selection(std::span<const int> columns, int cols) {
  CsrMatrix m{static_cast<int>(columns.size()), cols, {0}, {}, {}};
  for (const int column : columns) {
    if (column >= 0) append(m, column, 1);
    end_row(m);
  }
  return m;
}

CsrMatrix csr_matrix(const BlockCsrMatrix& blocks) {
  const std::int64_t n = blocks.block_size;
  CsrMatrix m{static_cast<int>(blocks.block_rows * n), static_cast<int>(blocks.block_cols * n), {0}, {}, {}};
  for (int row = 0; row < m.rows; ++row) {
    for (auto k = blocks.row_begin[row / n]; k < blocks.row_begin[row / n + 1]; ++k) {
      const double* values = &blocks.value[(k * n + row % n) * n];
      for (int j = 0; j < n; ++j)
        if (values[j] != 0) append(m, static_cast<int>(blocks.column[k] * n + j), values[j]);
    }
    end_row(m);
  }
  return m;
}

CsrMatrix operator*(const CsrMatrix& a, const CsrMatrix& b) {
  if (a.cols != b.rows)
    throw std::invalid_argument(fmt::format("sparse product: {} columns times {} rows", a.cols, b.rows));
  CsrMatrix c{a.rows, b.cols, std::vector<std::int64_t>(a.rows + 1), {}, {}};
#pragma omp parallel
  {
    std::vector<int> met(b.cols, -1), columns;
#pragma omp for
    for (int i = 0; i < a.rows; ++i) {
      columns_of_row(a, b, i, met, columns);
      c.row_begin[i + 1] = static_cast<std::int64_t>(columns.size());
    }
  }
  std::partial_sum(c.row_begin.begin(), c.row_begin.end(), c.row_begin.begin());
  c.column.resize(c.row_begin.back());
  c.value.resize(c.row_begin.back());
#pragma omp parallel
  {
    std::vector<int> met(b.cols, -1), columns;
    std::vector<double> sum(b.cols);
#pragma omp for
    for (int i = 0; i < a.rows; ++i) {
      columns_of_row(a, b, i, met, columns);
      fill_row(a, b, i, columns, sum, c);
    }
  }
  return c;
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

CsrMatrix transpose(const CsrMatrix& a) {
  CsrMatrix t{a.cols, a.rows, std::vector<std::int64_t>(a.cols + 1), std::vector<int>(a.column.size()),
              std::vector<double>(a.value.size())};
  for (const int j : a.column) ++t.row_begin[j + 1];
  std::partial_sum(t.row_begin.begin(), t.row_begin.end(), t.row_begin.begin());
  std::vector<std::int64_t> next(t.row_begin.begin(), t.row_begin.end() - 1);
  for (int i = 0; i < a.rows; ++i)
    for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p) {
      const auto at = next[a.column[p]]++;
      t.column[at] = i;
      t.value[at] = a.value[p];
    }
  return t;
}

std::vector<double> diagonal(const CsrMatrix& a) {
  std::vector<double> d(a.rows);
  for (int i = 0; i < a.rows; ++i)
    for (auto p = a.row_begin[i]; p < a.row_begin[i + 1]; ++p)
      if (a.column[p] == i) d[i] = a.value[p];
  return d;
}

}  // namespace dgsolve
